import { useState } from 'react'
import { getEntity } from '../../contract/entities.ts'
import type { CallFailure } from '../net/failure.ts'
import { type AllRows, allRows } from '../stores/entities/allRows.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'

export interface RowsQuery {
  readonly entity: string
  /** Field that holds the timestamp. */
  readonly since: string
  /** Null while the range is not determined; no request is sent. */
  readonly span: { readonly from: number; readonly to: number } | null
  readonly project: string | undefined
  readonly filter?: Readonly<Record<string, string>>
}

export interface Loaded {
  /** Null while loading. */
  readonly answer: AllRows | CallFailure | null
  /** Repeats the request. */
  readonly again: () => void
}

/** Loads all rows of a time range. Call it inside an observer component. */
export function useRowsSince(since: RowsQuery): Loaded {
  const { entities, projects } = useStores()
  const [reloadKey, setReloadKey] = useState(0)
  const { span } = since
  const answer = useRequest(span && JSON.stringify({ since, turn: reloadKey }), (signal) => {
    const { entity, span: _span, ...query } = since
    return allRows(entities.of(getEntity(entity)).client, { ...query, ...span }, { signal, quiet: true })
  })
  // Without the time zones of the projects the start of a day is unknown.
  return span
    ? { answer, again: () => setReloadKey((before) => before + 1) }
    : { answer: projects.failure, again: () => void projects.load() }
}
