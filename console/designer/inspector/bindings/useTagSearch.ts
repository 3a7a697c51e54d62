import type { Tag } from '../../../../contract/routes.ts'
import { statePoint } from '../../../../contract/telemetry/tags.ts'
import { useStores } from '../../../stores/root.ts'
import { useSearch } from '../../../stores/hooks/useSearch.ts'

interface TagSearch {
  readonly project: string
  readonly search: string
  readonly pageSize: 20 | 50
  /** Only writable points. */
  readonly writable?: boolean
  /** Only points with the state of a device. */
  readonly isStates?: boolean
  /** Searches only while the list is open. */
  readonly isOpen: boolean
}

/** Searches the tags of a project on the server. `null` until the first answer. */
export function useTagSearch({
  project,
  search,
  pageSize,
  writable = false,
  isStates = false,
  isOpen,
}: TagSearch): { readonly rows: readonly Tag[]; readonly total: number } | null {
  const { client } = useStores()
  const only = writable ? ('true' as const) : undefined
  return useSearch({ search, within: `${project} ${pageSize} ${only ?? ''} ${isStates}`, isOpen }, (typed, signal) =>
    client.call(
      'tag.list',
      {
        query: {
          project,
          search: (isStates ? `${statePoint} ${typed}`.trim() : typed) || undefined,
          pageSize,
          writable: only,
        },
      },
      { signal },
    ),
  ).answer
}
