import { useState } from 'react'
import type { Entity, Row } from '../../contract/entity/define.ts'
import type { CallOptions } from '../net/client.ts'
import type { EntityPage, EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import { allPages } from './allPages.ts'
import { useStores } from './root.ts'
import { useRequest } from './useRequest.ts'

const nothing: EntityPage = { rows: [], total: 0 }

/** One page of an entity's rows for a list within a dialog; the last one stays while the next one comes, and what cannot be had is empty. Null: none yet. Another `turn` asks again. */
export function useEntityPage(entity: Entity, query: EntityQuery, turn = 0): EntityPage | null {
  const { entities } = useStores()
  return useKept([entity.name, query, turn], (options) => entities.of(entity).client.list(query, options), nothing)
}

/** The same of every row, for a list that has no pages of its own. */
export function useEveryRow(entity: Entity, query: Omit<EntityQuery, 'page' | 'pageSize'>, turn = 0): readonly Row[] | null {
  const { entities } = useStores()
  return useKept([entity.name, query, turn], (options) => allPages((page) => entities.of(entity).client.list({ ...query, ...page }, options)), noRows)
}

const noRows: readonly Row[] = []

function useKept<Answer>(asked: readonly unknown[], ask: (options: CallOptions) => Promise<Answer>, none: Answer): Answer | null {
  const answer = useRequest(JSON.stringify(asked), (signal) => ask({ signal, quiet: true }))
  const [last, setLast] = useState(answer)
  if (answer !== null && answer !== last) setLast(answer)
  return last instanceof CallFailure ? none : last
}
