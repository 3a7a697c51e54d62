import type { Entity, Row } from '../../contract/entity/define.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/useRequest.ts'

/** A row by its id: null while it comes, the failure where it does not. An empty id is never asked for. */
export function useRow(entity: Entity, id: string): Row | CallFailure | null {
  const { entities } = useStores()
  return useRequest(id === '' ? null : `${entity.name} ${id}`, (signal) => entities.of(entity).client.read(id, { signal, quiet: true }))
}

/** Several rows by their ids, in their order; those that cannot be had are left out. Null while they come. */
export function useRows(entity: Entity, ids: readonly string[]): readonly Row[] | null {
  const { entities } = useStores()
  const read = async (id: string, signal: AbortSignal): Promise<readonly Row[]> => {
    try {
      return [await entities.of(entity).client.read(id, { signal, quiet: true })]
    } catch (thrown) {
      if (thrown instanceof CallFailure) return [] // gone, or not for this account
      throw thrown
    }
  }
  const rows = useRequest(`${entity.name} ${ids.join(',')}`, async (signal) => (await Promise.all(ids.map((id) => read(id, signal)))).flat())
  return rows instanceof CallFailure ? null : rows
}
