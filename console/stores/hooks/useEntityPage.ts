import { useState } from 'react'
import type { Entity, Row } from '../../../contract/entity/define.ts'
import type { CallOptions } from '../../net/client.ts'
import type { EntityPage, EntityQuery } from '../../net/entityClient.ts'
import { CallFailure } from '../../net/failure.ts'
import { allPages } from '../entities/allPages.ts'
import { useStores } from '../root.ts'
import { useRequest } from '../entities/useRequest.ts'

const emptyPage: EntityPage = { rows: [], total: 0 }

/**
 * One page of an entity's rows for a list in a dialog. The last page stays while the next one loads; failures give an
 * empty page. Null before the first response. Another `turn` repeats the request.
 */
export function useEntityPage(entity: Entity, query: EntityQuery, reloadKey = 0): EntityPage | null {
  const { entities } = useStores()
  return useLastResult(
    [entity.name, query, reloadKey],
    (options) => entities.of(entity).client.list(query, options),
    emptyPage,
  )
}

/** Like `useEntityPage`, but returns all rows, for lists without paging. */
export function useEveryRow(
  entity: Entity,
  query: Omit<EntityQuery, 'page' | 'pageSize'>,
  reloadKey = 0,
): readonly Row[] | null {
  const { entities } = useStores()
  return useLastResult(
    [entity.name, query, reloadKey],
    (options) => allPages((page) => entities.of(entity).client.list({ ...query, ...page }, options)),
    noRows,
  )
}

const noRows: readonly Row[] = []

function useLastResult<Answer>(
  keys: readonly unknown[],
  request: (options: CallOptions) => Promise<Answer>,
  none: Answer,
): Answer | null {
  const answer = useRequest(JSON.stringify(keys), (signal) => request({ signal, quiet: true }))
  const [last, setLast] = useState(answer)
  if (answer !== null && answer !== last) setLast(answer)
  return last instanceof CallFailure ? none : last
}
