import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStores } from '../../stores/root.ts'
import type { StateSource } from '../../stores/live/liveStates.ts'
import { Overview } from '../model/overview.ts'
import { type Live, useLiveStates } from '../../stores/hooks/useLiveStates.ts'
import { useHomeData } from '../model/useHomeData.ts'

/** Refresh interval of the home pages in milliseconds. */
export const refreshMs = 30_000

export interface Home {
  readonly overview: Overview
  /** Selected project; undefined: all. */
  readonly project: string | undefined
  /** Project of the counts, alarms and energy; undefined: all. */
  readonly countedProject: string | undefined
  readonly setProject: (project: string | undefined) => void
}

/**
 * Summary data of a home page for the project in its URL; refreshed while the page is visible.
 *
 * - `isCounting`: count the project's facilities. Pages that count their own pass false.
 * - `within`: project to use if none is selected, for example that of the displayed tunnel; null while it is unknown.
 */
export function useHome({
  isCounting = true,
  within,
}: { readonly isCounting?: boolean; readonly within?: string | null | undefined } = {}): Home {
  const { entities } = useStores()
  const overview = useHomeData(Overview)
  const [params, setParams] = useSearchParams()
  const project = params.get('project') ?? undefined
  const countedProject = project ?? within ?? undefined
  const isKnown = project !== undefined || within !== null
  useEffect(() => {
    if (!isKnown) return
    overview.show(countedProject, isCounting)
    const timer = setInterval(() => {
      if (!document.hidden) overview.refresh()
    }, refreshMs)
    return () => {
      clearInterval(timer)
      overview.stop()
    }
  }, [overview, countedProject, isKnown, isCounting])
  // Show alarms as soon as the server announces them.
  useEffect(
    () =>
      reaction(
        () => entities.getChangeCount('alarm'),
        () => overview.refreshAlarms(),
      ),
    [entities, overview],
  )
  return {
    overview,
    project,
    countedProject,
    setProject: (next) => setParams(next === undefined ? {} : { project: next }),
  }
}

/** Live states of the displayed devices, combined with their uncleared alarms. */
export const useLive = (overview: Overview, stateSources: readonly StateSource[]): Live =>
  useLiveStates(stateSources, overview.alarmed)
