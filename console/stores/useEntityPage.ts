import { useState } from 'react'
import type { Entity } from '../../contract/entity/define.ts'
import type { EntityPage, EntityQuery } from '../net/entityClient.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from './root.ts'
import { useAnswer } from './useAnswer.ts'

const nothing: EntityPage = { rows: [], total: 0 }

/** One page of an entity's rows for a list within a dialog; the last one stays while the next one comes, and what cannot be had is empty. Null: none yet. Another `turn` asks again. */
export function useEntityPage(entity: Entity, query: EntityQuery, turn = 0): EntityPage | null {
  const { entities } = useStores()
  const answer = useAnswer(JSON.stringify([entity.name, query, turn]), (signal) => entities.of(entity).client.list(query, { signal, quiet: true }))
  const [last, setLast] = useState(answer)
  if (answer !== null && answer !== last) setLast(answer)
  return last instanceof CallFailure ? nothing : last
}
