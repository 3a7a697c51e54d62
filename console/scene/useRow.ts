import type { Entity, Row } from '../../contract/entity/define.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'

/** Loads a row by id; null while loading, the failure on error. An empty id sends no request. */
export function useRow(entity: Entity, id: string): Row | CallFailure | null {
  const { entities } = useStores()
  return useRequest(id === '' ? null : `${entity.name} ${id}`, (signal) =>
    entities.of(entity).client.read(id, { signal, quiet: true }),
  )
}

/** Loads rows by id, in the same order; unreadable rows are left out. Null while loading. */
export function useRows(entity: Entity, ids: readonly string[]): readonly Row[] | null {
  const { entities } = useStores()
  const read = async (id: string, signal: AbortSignal): Promise<readonly Row[]> => {
    try {
      return [await entities.of(entity).client.read(id, { signal, quiet: true })]
    } catch (thrown) {
      if (thrown instanceof CallFailure) return [] // deleted, or no permission
      throw thrown
    }
  }
  const rows = useRequest(`${entity.name} ${ids.join(',')}`, async (signal) =>
    (await Promise.all(ids.map((id) => read(id, signal)))).flat(),
  )
  return rows instanceof CallFailure ? null : rows
}
