import { useState } from 'react'
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
  readonly to: number
  readonly project: string | undefined
  readonly filter?: Readonly<Record<string, string>>
}

export interface Loaded {
  /** Null while they come. */
  readonly answer: AllRows | CallFailure | null
  /** Asks once more. */
  readonly again: () => void
}

/** All rows from one moment to another, for sums over them. */
export function useRowsSince(since: Since): Loaded {
  const { entities } = useStores()
  const [turn, setTurn] = useState(0)
  const answer = useAnswer(JSON.stringify({ since, turn }), (signal) => {
    const { entity, ...query } = since
    return allRows(entities.of(entityOf(entity)).client, query, { signal, quiet: true })
  })
  return { answer, again: () => setTurn((before) => before + 1) }
}
