import { reaction } from 'mobx'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStores } from '../stores/root.ts'
import type { Spoken } from '../stores/liveBoard.ts'
import { Overview } from './overview.ts'
import { type Live, useLiveStates } from '../stores/useLiveStates.ts'
import { useOwn } from './useOwn.ts'

/** How often a home page asks anew for what it counts. */
export const refreshMs = 30_000

export interface Home {
  readonly overview: Overview
  /** Undefined: all that the account sees. */
  readonly project: string | undefined
  readonly setProject: (project: string | undefined) => void
}

/**
 * What every home page says at a glance, of the project that its address names, refreshed while the page is looked at. `isCounting`: the
 * project's facilities are counted; a page that counts its own asks for none.
 */
export function useHome({ isCounting = true }: { readonly isCounting?: boolean } = {}): Home {
  const { entities } = useStores()
  const overview = useOwn(Overview)
  const [params, setParams] = useSearchParams()
  const project = params.get('project') ?? undefined
  useEffect(() => {
    overview.show(project, isCounting)
    const timer = setInterval(() => { if (!document.hidden) overview.refresh() }, refreshMs)
    return () => {
      clearInterval(timer)
      overview.stop()
    }
  }, [overview, project, isCounting])
  // An alarm that the server tells of stands here at once.
  useEffect(() => reaction(() => entities.turnOf('alarm'), () => overview.refreshAlarms()), [entities, overview])
  return { overview, project, setProject: (next) => setParams(next === undefined ? {} : { project: next }) }
}

/** How what the page shows is now, with the alarms of its devices that are not over. */
export const useLive = (overview: Overview, spoken: readonly Spoken[]): Live => useLiveStates(spoken, overview.alarmed)
