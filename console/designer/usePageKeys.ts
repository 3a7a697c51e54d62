import { useEffect } from 'react'
import type { Desk } from './session/desk.ts'
import type { DrawingSession } from './session/drawingSession.ts'

/** Keys that are heard wherever the focus is: find everywhere, help and turning where nobody types. */
export function usePageKeys(desk: Desk, session: DrawingSession | null): void {
  useEffect(() => {
    if (!session) return
    const over = new AbortController()
    addEventListener('keydown', (event) => {
      if (desk.asked || event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if (!answers(event, desk, session)) return
      event.preventDefault()
    }, { signal: over.signal })
    return () => over.abort()
  }, [desk, session])
}

function answers(event: KeyboardEvent, desk: Desk, session: DrawingSession): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const isControl = (ctrlKey || metaKey) && !altKey && !shiftKey
  if (isControl && (code === 'KeyF' || code === 'KeyH')) desk.ask({ kind: 'find' })
  else if (key === 'F1' || (key === '?' && !isTyping(event.target))) desk.ask({ kind: 'shortcuts' })
  else if (altKey && code === 'KeyR' && !ctrlKey && !metaKey && !isTyping(event.target) && session.selectedIds.length > 0) desk.ask({ kind: 'angle' })
  else return false
  return true
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}
