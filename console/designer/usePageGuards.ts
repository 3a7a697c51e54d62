import { useEffect } from 'react'
import { useStores } from '../stores/root.ts'
import type { DialogState } from './session/dialogState.ts'
import type { DesignerStore } from './session/designerStore.ts'
import { isTyping } from './usePageKeys.ts'

/**
 * Page-level handling: Ctrl+S saves, closing the window with unsaved work requires confirmation, hiding the page writes
 * the draft. Text still being typed is applied first. If the draft keeps the work, no confirmation is required without
 * a valid session or before a required two-factor setup, because saving would fail.
 */
export function usePageGuards(store: DesignerStore, dialogState: DialogState): void {
  const { session } = useStores()
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    addEventListener(
      'keydown',
      (event) => {
        if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        writeTyped()
        // Edits of an open symbol are not part of the drawing yet, so saving would be misleading.
        if (store.state === 'unsaved' && !dialogState.editing) void store.save()
      },
      { signal },
    )
    addEventListener(
      'beforeunload',
      (event) => {
        writeTyped()
        store.flushDraft()
        if (store.keepsDraft && !session.canContinue) return
        if (store.state !== 'saved' || dialogState.editing?.session.canUndo) event.preventDefault()
      },
      { signal },
    )
    addEventListener('visibilitychange', () => store.flushDraft(), { signal })
    return () => over.abort()
  }, [store, dialogState, session])
}

/** Applies the text of the focused field, as leaving it does, and restores the focus. */
function writeTyped(): void {
  const field = document.activeElement
  if (!isTyping(field) || !(field instanceof HTMLElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}
