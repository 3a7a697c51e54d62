import { useEffect, useState } from 'react'
import { entityOf } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

export interface Since {
  readonly entity: string
  /** The field that says when. */
  readonly since: string
  readonly from: number
  readonly project: string | undefined
  readonly filter?: Readonly<Record<string, string>>
}

export interface Loaded {
  readonly rows: readonly Row[]
  /** There is more than one answer holds: sums would be too small. */
  readonly isCut: boolean
}

/** All rows since a moment, for sums over them; null while they come. */
export function useRowsSince({ entity, since, from, project, filter }: Since): Loaded | CallFailure | null {
  const { entities } = useStores()
  const key = JSON.stringify({ entity, since, from, project, filter })
  const [got, setGot] = useState<{ readonly of: string; readonly what: Loaded | CallFailure }>()
  useEffect(() => {
    const running = new AbortController()
    const { entity: name, ...query }: Since = JSON.parse(key)
    entities.of(entityOf(name)).client.export(query, { signal: running.signal, quiet: true }).then(
      ({ rows, total, atLeast = false }) => setGot({ of: key, what: { rows, isCut: atLeast || total > rows.length } }),
      (thrown: unknown) => {
        if (running.signal.aborted) return
        if (!(thrown instanceof CallFailure)) throw thrown
        // None at all is refused to a spreadsheet; to a sum it is nothing.
        setGot({ of: key, what: thrown.error === 'export.empty' ? { rows: [], isCut: false } : thrown })
      },
    )
    return () => running.abort()
  }, [entities, key])
  return got?.of === key ? got.what : null
}
