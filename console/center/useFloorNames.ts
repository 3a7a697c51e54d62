import { getEntity } from '../../contract/entities.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'

/** Returns floor names by id; null while loading. Floors that the account has no permission to see are missing. */
export function useFloorNames(floors: readonly (string | null)[]): Readonly<Record<string, string>> | null {
  const { entities } = useStores()
  const ids = [...new Set(floors)].filter((floor): floor is string => floor !== null).toSorted()
  const found = useRequest(ids.length === 0 ? null : ids.join(','), (signal) =>
    entities.of(getEntity('floor')).client.options({ ids }, { signal, quiet: true }),
  )
  return found === null && ids.length > 0
    ? null
    : Object.fromEntries((Array.isArray(found) ? found : []).map(({ id, title }) => [id, title]))
}
