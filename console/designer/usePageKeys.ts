import { useEffect } from 'react'
import type { DialogState } from './session/dialogState.ts'
import type { DrawingSession } from './session/drawingSession.ts'
import { hasText } from './view/textField.ts'

/**
 * Shortcuts that work independently of the focus: find everywhere; help and rotate outside of text fields. Other keys
 * are forwarded to the canvas where they have no other function, because a closed dialog or a click in the outline
 * leaves the focus outside of it.
 */
export function usePageKeys(dialogState: DialogState, session: DrawingSession | null): void {
  useEffect(() => {
    if (!session) return
    const over = new AbortController()
    addEventListener(
      'keydown',
      (event) => {
        if (
          dialogState.dialog ||
          event.defaultPrevented ||
          document.querySelector('[role="dialog"][aria-modal="true"]')
        )
          return
        if (handlesShortcut(event, dialogState, session) || reachesDrawing(event, session)) event.preventDefault()
      },
      { signal: over.signal },
    )
    return () => over.abort()
  }, [dialogState, session])
}

/** Returns true if the target is a text field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    (target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type)) ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  )
}

function handlesShortcut(event: KeyboardEvent, dialogState: DialogState, session: DrawingSession): boolean {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
  const isControl = (ctrlKey || metaKey) && !altKey && !shiftKey
  if (isControl && (code === 'KeyF' || code === 'KeyH')) dialogState.openDialog({ kind: 'find' })
  else if (key === 'F1' || (key === '?' && !isTyping(event.target))) dialogState.openDialog({ kind: 'shortcuts' })
  else if (
    key === 'F2' &&
    !isTyping(event.target) &&
    hasText(session.selected.length === 1 ? session.selected[0] : undefined)
  )
    dialogState.editText(session.selectedIds[0] ?? null)
  else if (
    altKey &&
    code === 'KeyR' &&
    !ctrlKey &&
    !metaKey &&
    !isTyping(event.target) &&
    session.selectedIds.length > 0
  )
    dialogState.openDialog({ kind: 'angle' })
  else return false
  return true
}

/** Forwards a key to the canvas. From the page body the focus moves too, so that copy, cut and paste work. */
function reachesDrawing(event: KeyboardEvent, { editor }: DrawingSession): boolean {
  const canvas = editor?.stage.canvas
  const { target } = event
  if (!canvas || target === canvas || isTyping(target) || event.isComposing) return false
  const isPage = target === document.body
  if (!isPage && (isControlKey(event) || !(target instanceof HTMLElement) || target.closest(ownKeys))) return false
  // Delete applies to the selection, so ignore it on buttons outside of selected rows.
  if (
    !isPage &&
    (event.key === 'Delete' || event.key === 'Backspace') &&
    !(target instanceof Element && target.closest('[data-chosen="true"]'))
  )
    return false
  // Text selected on the page takes precedence.
  if (event.key === 'Tab' || (isClipboard(event) && getSelection()?.isCollapsed === false)) return false
  if (isPage || isClipboard(event)) canvas.focus({ preventScroll: true })
  return !canvas.dispatchEvent(
    new KeyboardEvent('keydown', {
      key: event.key,
      code: event.code,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
      altKey: event.altKey,
      repeat: event.repeat,
      cancelable: true,
    }),
  )
}

/** Elements with their own keys or above the page. */
const ownKeys = '[role="menu"], [role="listbox"], [role="dialog"], [role="combobox"], [role="tooltip"], [role="slider"]'

/** Keys that operate buttons and lists. */
const isControlKey = ({ key }: KeyboardEvent): boolean =>
  ['Enter', ' ', 'Tab', 'Escape', 'Home', 'End', 'PageUp', 'PageDown'].includes(key) || key.startsWith('Arrow')

const isClipboard = ({ ctrlKey, metaKey, code }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && ['KeyC', 'KeyX', 'KeyV'].includes(code)
