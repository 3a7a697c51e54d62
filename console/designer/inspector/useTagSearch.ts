import { useEffect, useState } from 'react'
import type { Tag } from '../../../contract/routes.ts'
import { CallFailure } from '../../net/failure.ts'
import { useStores } from '../../stores/root.ts'

const typingMs = 250

interface TagSearch {
  readonly project: string
  readonly search: string
  readonly pageSize: 20 | 50
  /** Only points that can be written to. */
  readonly writable?: boolean
  /** Nothing is asked while nobody looks. */
  readonly isOpen: boolean
}

/** Tags of a project that the server finds for what is being typed; null until the first answer. */
export function useTagSearch({ project, search, pageSize, writable = false, isOpen }: TagSearch): { readonly rows: readonly Tag[]; readonly total: number } | null {
  const { client } = useStores()
  const [found, setFound] = useState<{ readonly rows: readonly Tag[]; readonly total: number } | null>(null)

  useEffect(() => {
    if (!isOpen) return
    const ask = new AbortController()
    const timer = setTimeout(() => {
      const query = { project, search: search || undefined, pageSize, writable: writable ? ('true' as const) : undefined }
      client.call('tag.list', { query }, { signal: ask.signal })
        .then(setFound)
        .catch((thrown: unknown) => { if (!ask.signal.aborted && !(thrown instanceof CallFailure)) throw thrown })
    }, search ? typingMs : 0)
    return () => {
      clearTimeout(timer)
      ask.abort()
    }
  }, [client, project, search, pageSize, writable, isOpen])

  return found
}
