import { useMemo, useState } from 'react'
import { trendNote } from '../../contract/platform/trend.ts'
import { useRights } from '../crud/config/useRights.ts'
import { CallFailure } from '../net/failure.ts'
import { maxPageSize } from '../stores/entities/allPages.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { readNote, selectNotes, type TrendNote } from './noteList.ts'
import type { TrendStore } from './trendStore.ts'

/** Annotations are loaded for whole steps of time, so that a moving period does not load them each second. */
const stepMs = 600_000
const none: readonly TrendNote[] = []

/**
 * Annotations of the displayed tags and period, at most the newest 50. Call in an observer. `reload` loads them again
 * after a change.
 */
export function useNotes(store: TrendStore): { readonly notes: readonly TrendNote[]; readonly reload: () => void } {
  const { entities } = useStores()
  const may = useRights(trendNote)
  const [round, setRound] = useState(0)
  const { client } = entities.of(trendNote)
  const { project, period } = store
  const span = period.to - period.from
  // An annotation of a period may begin before the displayed time.
  const from = Math.max(0, Math.floor((period.from - span) / stepMs) * stepMs)
  const to = Math.ceil(period.to / stepMs) * stepMs
  const mayRead = project !== undefined && may('list', project)
  const loaded = useRequest(mayRead ? JSON.stringify([project, from, to, round]) : null, async (signal) => {
    const { rows } = await client.list(
      { page: 1, pageSize: maxPageSize, project, since: 'at', from, to, sort: '-at' },
      { signal, quiet: true },
    )
    return rows.map(readNote)
  })
  const [last, setLast] = useState<readonly TrendNote[]>(none)
  const current = loaded instanceof CallFailure || loaded === null ? null : loaded
  // Keep the annotations while others load.
  if (current !== null && current !== last) setLast(current)
  const tags = store.pens.map(({ tag }) => tag).join(',')
  const shown = current ?? last
  const notes = useMemo(
    () => selectNotes(shown, { from: period.from, to: period.to }, tags.split(',')),
    [shown, period.from, period.to, tags],
  )
  return { notes, reload: () => setRound((count) => count + 1) }
}
