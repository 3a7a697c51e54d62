import type { Tag } from '../../../contract/routes.ts'
import { statePoint } from '../../../contract/telemetry/tags.ts'
import { useStores } from '../../stores/root.ts'
import { useSearch } from '../../stores/useSearch.ts'

interface TagSearch {
  readonly project: string
  readonly search: string
  readonly pageSize: 20 | 50
  /** Only points that can be written to. */
  readonly writable?: boolean
  /** Only the points that say the state of a device. */
  readonly isStates?: boolean
  /** Nothing is asked while nobody looks. */
  readonly isOpen: boolean
}

/** Tags of a project that the server finds for what is being typed; null until the first answer. */
export function useTagSearch({ project, search, pageSize, writable = false, isStates = false, isOpen }: TagSearch): { readonly rows: readonly Tag[]; readonly total: number } | null {
  const { client } = useStores()
  const only = writable ? ('true' as const) : undefined
  return useSearch({ search, within: `${project} ${pageSize} ${only ?? ''} ${isStates}`, isOpen }, (typed, signal) => (
    client.call('tag.list', { query: { project, search: (isStates ? `${statePoint} ${typed}`.trim() : typed) || undefined, pageSize, writable: only } }, { signal })
  )).answer
}
