import { useEffect, useState } from 'react'
import type { Entity, Row } from '../../contract/entity/define.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'

/** A row by its id: null while it comes, the failure where it does not. An empty id is never asked for. */
export function useRow(entity: Entity, id: string): Row | CallFailure | null {
  const { entities } = useStores()
  const [got, setGot] = useState<{ readonly of: string; readonly what: Row | CallFailure }>()
  useEffect(() => {
    if (id === '') return undefined
    const running = new AbortController()
    entities.of(entity).client.read(id, { signal: running.signal, quiet: true }).then((row) => setGot({ of: id, what: row }), (thrown: unknown) => {
      if (running.signal.aborted) return
      if (!(thrown instanceof CallFailure)) throw thrown
      setGot({ of: id, what: thrown })
    })
    return () => running.abort()
  }, [entities, entity, id])
  return got?.of === id ? got.what : null
}

/** Several rows by their ids, in their order; those that cannot be had are left out. Null while they come. */
export function useRows(entity: Entity, ids: readonly string[]): readonly Row[] | null {
  const { entities } = useStores()
  const key = ids.join(',')
  const [got, setGot] = useState<{ readonly of: string; readonly rows: readonly Row[] }>()
  useEffect(() => {
    const running = new AbortController()
    const { client } = entities.of(entity)
    const read = async (id: string): Promise<Row | null> => {
      try {
        return await client.read(id, { signal: running.signal, quiet: true })
      } catch (thrown) {
        if (running.signal.aborted || thrown instanceof CallFailure) return null // gone, or not for this account
        throw thrown
      }
    }
    void Promise.all(key === '' ? [] : key.split(',').map(read)).then((rows) => {
      if (!running.signal.aborted) setGot({ of: key, rows: rows.filter((row) => row !== null) })
    })
    return () => running.abort()
  }, [entities, entity, key])
  return got?.of === key ? got.rows : null
}
