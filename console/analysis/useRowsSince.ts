import { useState } from 'react'
import { entityOf } from '../../contract/entities.ts'
import type { CallFailure } from '../net/failure.ts'
import { type AllRows, allRows } from '../stores/allRows.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/useRequest.ts'

export interface Since {
  readonly entity: string
  /** The field that says when. */
  readonly since: string
  /** Null while it is not known: then nothing is asked. */
  readonly span: { readonly from: number; readonly to: number } | null
  readonly project: string | undefined
  readonly filter?: Readonly<Record<string, string>>
}

export interface Loaded {
  /** Null while they come. */
  readonly answer: AllRows | CallFailure | null
  /** Asks once more. */
  readonly again: () => void
}

/** All rows from one moment to another, for sums over them; in a component that observes. */
export function useRowsSince(since: Since): Loaded {
  const { entities, projects } = useStores()
  const [turn, setTurn] = useState(0)
  const { span } = since
  const answer = useRequest(span && JSON.stringify({ since, turn }), (signal) => {
    const { entity, span: _span, ...query } = since
    return allRows(entities.of(entityOf(entity)).client, { ...query, ...span }, { signal, quiet: true })
  })
  // Without the projects' clocks nobody knows when their days begin.
  return span ? { answer, again: () => setTurn((before) => before + 1) } : { answer: projects.failure, again: () => void projects.load() }
}
