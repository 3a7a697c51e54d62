import { entityOf } from '../../contract/entities.ts'
import type { CallFailure } from '../net/failure.ts'
import { type AllRows, allRows } from '../stores/allRows.ts'
import { useStores } from '../stores/root.ts'
import { useAnswer } from '../stores/useAnswer.ts'

export interface Since {
  readonly entity: string
  /** The field that says when. */
  readonly since: string
  readonly from: number
  readonly project: string | undefined
  readonly filter?: Readonly<Record<string, string>>
}

/** All rows since a moment, for sums over them; null while they come. */
export function useRowsSince(since: Since): AllRows | CallFailure | null {
  const { entities } = useStores()
  return useAnswer(JSON.stringify(since), (signal) => {
    const { entity, ...query } = since
    return allRows(entities.of(entityOf(entity)).client, query, { signal, quiet: true })
  })
}
