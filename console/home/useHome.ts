import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStores } from '../stores/root.ts'
import type { AnnouncedState } from '../stores/liveStates.ts'
import { Overview } from './overview.ts'
import { type Live, useLiveStates } from '../stores/useLiveStates.ts'
import { useHomeData } from './useHomeData.ts'

/** How often a home page asks anew for what it counts. */
export const refreshMs = 30_000

export interface Home {
  readonly overview: Overview
  /** The one chosen; undefined: all that the account sees. */
  readonly project: string | undefined
  /** Of which what is counted, alarms and energy are; undefined: all. */
  readonly told: string | undefined
  readonly setProject: (project: string | undefined) => void
}

/**
 * What every home page says at a glance, of the project that its address names, refreshed while the page is looked at. `isCounting`: the
 * project's facilities are counted; a page that counts its own asks for none. `within`: where none is chosen, the
 * project of the one thing that the page is about; null while that is not known yet.
 */
export function useHome({ isCounting = true, within }: { readonly isCounting?: boolean; readonly within?: string | null | undefined } = {}): Home {
  const { entities } = useStores()
  const overview = useHomeData(Overview)
  const [params, setParams] = useSearchParams()
  const project = params.get('project') ?? undefined
  const told = project ?? within ?? undefined
  const isKnown = project !== undefined || within !== null
  useEffect(() => {
    if (!isKnown) return
    overview.show(told, isCounting)
    const timer = setInterval(() => { if (!document.hidden) overview.refresh() }, refreshMs)
    return () => {
      clearInterval(timer)
      overview.stop()
    }
  }, [overview, told, isKnown, isCounting])
  // An alarm that the server tells of stands here at once.
  useEffect(() => reaction(() => entities.turnOf('alarm'), () => overview.refreshAlarms()), [entities, overview])
  return { overview, project, told, setProject: (next) => setParams(next === undefined ? {} : { project: next }) }
}

/** How what the page shows is now, with the alarms of its devices that are not over. */
export const useLive = (overview: Overview, spoken: readonly AnnouncedState[]): Live => useLiveStates(spoken, overview.alarmed)
