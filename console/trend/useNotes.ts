import { useMemo, useState } from 'react'
import { trendNote } from '../../contract/platform/trend.ts'
import { useRights } from '../crud/config/useRights.ts'
import { CallFailure } from '../net/failure.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { useStores } from '../stores/root.ts'
import { groupByProject, loadNotes, type LoadedNotes, selectNotes, type TrendNote } from './noteList.ts'
import type { TrendStore } from './trendStore.ts'

/** Annotations are loaded for whole steps of time, so that a moving period does not load them each second. */
const stepMs = 600_000
const none: readonly LoadedNotes[] = []

interface DisplayedNotes {
  readonly notes: readonly TrendNote[]
  /** There are older annotations in the displayed period. */
  readonly hasMore: boolean
  /** Loads the annotations again after a change. */
  readonly reload: () => void
}

/** Annotations of the displayed tags and period, at most the newest of each project. Call in an observer. */
export function useNotes(store: TrendStore): DisplayedNotes {
  const { entities } = useStores()
  const may = useRights(trendNote)
  const [round, setRound] = useState(0)
  const { client } = entities.of(trendNote)
  const { period } = store
  const tags = store.pens.map(({ tag }) => tag).join(',')
  const span = period.to - period.from
  // An annotation of a period may begin before the displayed time.
  const from = Math.max(0, Math.floor((period.from - span) / stepMs) * stepMs)
  const to = Math.ceil(period.to / stepMs) * stepMs
  const readable = [...groupByProject(tags === '' ? [] : tags.split(','))].filter(([project]) => may('list', project))
  const loaded = useRequest(readable.length > 0 ? JSON.stringify([readable, from, to, round]) : null, (signal) =>
    Promise.all(
      readable.map(([project, own]) => loadNotes(client, { project, tags: own, from, to }, { signal, quiet: true })),
    ),
  )
  const [last, setLast] = useState<readonly LoadedNotes[]>(none)
  const current = loaded instanceof CallFailure || loaded === null ? null : loaded
  // Keep the annotations while others load.
  if (current !== null && current !== last) setLast(current)
  const shown = current ?? last
  const notes = useMemo(
    () =>
      selectNotes(
        shown.flatMap((each) => each.notes),
        { from: period.from, to: period.to },
        tags.split(','),
      ),
    [shown, period.from, period.to, tags],
  )
  return {
    notes,
    hasMore: shown.some(({ missingBefore }) => missingBefore !== null && missingBefore >= period.from),
    reload: () => setRound((count) => count + 1),
  }
}
