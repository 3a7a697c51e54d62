import { useEffect } from 'react'
import { useStores } from '../stores/root.ts'
import type { DialogState } from './session/dialogState.ts'
import type { DesignerStore } from './session/designerStore.ts'
import { isTyping } from './usePageKeys.ts'

/**
 * What the page itself does for a drawing: Ctrl+S saves, leaving with unsaved work asks, both with what is still being typed; hiding the
 * page writes the draft. A session that has ended, or that may do nothing before it has a second step, could not save: nobody is asked
 * where the draft keeps the work.
 */
export function usePageGuards(store: DesignerStore, desk: DialogState): void {
  const { session } = useStores()
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    addEventListener('keydown', (event) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      writeTyped()
      // A symbol that is being edited is not in the drawing yet: saving now would look as if it were.
      if (store.state === 'unsaved' && !desk.editing) void store.save()
    }, { signal })
    addEventListener('beforeunload', (event) => {
      writeTyped()
      store.flushDraft()
      if (store.keepsDraft && !session.mayGoOn) return
      if (store.state !== 'saved' || desk.editing?.session.canUndo) event.preventDefault()
    }, { signal })
    addEventListener('visibilitychange', () => store.flushDraft(), { signal })
    return () => over.abort()
  }, [store, desk, session])
}

/** Lets the field that is typed in write what stands in it, as leaving it does; typing goes on where it was. */
function writeTyped(): void {
  const field = document.activeElement
  if (!isTyping(field) || !(field instanceof HTMLElement)) return
  field.blur()
  field.focus({ preventScroll: true })
}
