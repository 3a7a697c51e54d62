import { useEffect } from 'react'
import type { DialogState } from './session/dialogState.ts'
import type { DrawingSession } from './session/drawingSession.ts'
import { hasWords } from './view/wordsField.ts'

/**
 * Keys that are heard wherever the focus is: find everywhere, help and turning where nobody types. The drawing's own keys reach it
 * from wherever they mean nothing else: a dialog that has closed and a press in the list of components leave the focus beside the canvas.
 */
export function usePageKeys(desk: DialogState, session: DrawingSession | null): void {
  useEffect(() => {
    if (!session) return
    const over = new AbortController()
    addEventListener('keydown', (event) => {
      if (desk.asked || event.defaultPrevented || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      if (answers(event, desk, session) || reachesDrawing(event, session)) event.preventDefault()
    }, { signal: over.signal })
    return () => over.abort()
  }, [desk, session])
}

/** Whether keys pressed there are letters of a text. */
export function isTyping(target: EventTarget | null): boolean {
  return (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)) || target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}

function answers(event: KeyboardEvent, desk: DialogState, session: DrawingSession): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const isControl = (ctrlKey || metaKey) && !altKey && !shiftKey
  if (isControl && (code === 'KeyF' || code === 'KeyH')) desk.ask({ kind: 'find' })
  else if (key === 'F1' || (key === '?' && !isTyping(event.target))) desk.ask({ kind: 'shortcuts' })
  else if (key === 'F2' && !isTyping(event.target) && hasWords(session.selected.length === 1 ? session.selected[0] : undefined)) desk.writeIn(session.selectedIds[0] ?? null)
  else if (altKey && code === 'KeyR' && !ctrlKey && !metaKey && !isTyping(event.target) && session.selectedIds.length > 0) desk.ask({ kind: 'angle' })
  else return false
  return true
}

/** Hands a key to the canvas. From the page itself the focus goes along, so that copying, cutting and pasting do too. */
function reachesDrawing(event: KeyboardEvent, { editor }: DrawingSession): boolean {
  const canvas = editor?.stage.canvas
  const { target } = event
  if (!canvas || target === canvas || isTyping(target) || event.isComposing) return false
  const isPage = target === document.body
  if (!isPage && (meansMore(event) || !(target instanceof HTMLElement) || target.closest(ownKeys))) return false
  // What is removed is what is chosen: not from a button beside it.
  if (!isPage && (event.key === 'Delete' || event.key === 'Backspace') && !(target instanceof Element && target.closest('[data-chosen="true"]'))) return false
  // Words that are marked on the page are what is copied.
  if (event.key === 'Tab' || (isClipboard(event) && getSelection()?.isCollapsed === false)) return false
  if (isPage || isClipboard(event)) canvas.focus({ preventScroll: true })
  return !canvas.dispatchEvent(new KeyboardEvent('keydown', {
    key: event.key, code: event.code, ctrlKey: event.ctrlKey, metaKey: event.metaKey, shiftKey: event.shiftKey, altKey: event.altKey, repeat: event.repeat, cancelable: true,
  }))
}

/** What has keys of its own, or lies over the page: a key there is not meant for the drawing. */
const ownKeys = '[role="menu"], [role="listbox"], [role="dialog"], [role="combobox"], [role="tooltip"], [role="slider"]'

/** Keys that work a button or a list by themselves. */
const meansMore = ({ key }: KeyboardEvent): boolean => ['Enter', ' ', 'Tab', 'Escape', 'Home', 'End', 'PageUp', 'PageDown'].includes(key) || key.startsWith('Arrow')

const isClipboard = ({ ctrlKey, metaKey, code }: KeyboardEvent): boolean => (ctrlKey || metaKey) && ['KeyC', 'KeyX', 'KeyV'].includes(code)
