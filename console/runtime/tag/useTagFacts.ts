import { useEffect, useState } from 'react'
import type { Tag } from '../../../contract/routes.ts'
import type { RunStore } from '../runStore.ts'

/**
 * Returns the catalogue entry of a tag (unit, limits, write access); null while loading, undefined if there is none.
 */
export function useTagFacts(store: RunStore, tag: string): Tag | null | undefined {
  const [facts, setFacts] = useState<Tag | null | undefined>(null)
  useEffect(() => {
    let isOver = false
    void store.tag(tag).then((found) => {
      if (!isOver) setFacts(found)
    })
    return () => {
      isOver = true
    }
  }, [store, tag])
  return facts
}
