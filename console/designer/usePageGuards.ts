import { useEffect } from 'react'
import type { DesignerStore } from './session/designerStore.ts'

/** What the page itself does for a drawing: Ctrl+S saves, leaving with unsaved work asks, hiding the page writes the draft. */
export function usePageGuards(store: DesignerStore): void {
  useEffect(() => {
    const over = new AbortController()
    const { signal } = over
    addEventListener('keydown', (event) => {
      if (event.code !== 'KeyS' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (store.state === 'unsaved') void store.save()
    }, { signal })
    addEventListener('beforeunload', (event) => {
      store.flushDraft()
      if (store.state !== 'saved') event.preventDefault()
    }, { signal })
    addEventListener('visibilitychange', () => store.flushDraft(), { signal })
    return () => over.abort()
  }, [store])
}
