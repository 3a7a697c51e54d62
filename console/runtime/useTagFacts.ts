import { useEffect, useState } from 'react'
import type { Tag } from '../../contract/routes.ts'
import type { RunStore } from './runStore.ts'

/** What the catalogue knows of a tag (unit, limits, whether it can be written): null while asked, undefined for nothing. */
export function useTagFacts(store: RunStore, tag: string): Tag | null | undefined {
  const [facts, setFacts] = useState<Tag | null | undefined>(null)
  useEffect(() => {
    let isOver = false
    void store.tag(tag).then((found) => { if (!isOver) setFacts(found) })
    return () => { isOver = true }
  }, [store, tag])
  return facts
}
