import { reaction } from 'mobx'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { entityOf } from '../../contract/entities.ts'
import type { Row } from '../../contract/entity/define.ts'
import { useStores } from '../stores/root.ts'
import { Overview } from './overview.ts'
import { Places } from './places.ts'

const refreshMs = 30_000

export interface Home {
  readonly overview: Overview
  readonly places: Places
  /** Undefined: all that the account sees. */
  readonly project: string | undefined
  readonly setProject: (project: string | undefined) => void
}

/** The stores of a home page, shown the project that its address names and refreshed while the page is looked at. */
export function useHome(): Home {
  const { entities } = useStores()
  const [{ overview, places }] = useState(() => {
    const clientOf = (name: string) => entities.of(entityOf(name)).client
    return { overview: new Overview(clientOf), places: new Places(clientOf) }
  })
  const [params, setParams] = useSearchParams()
  const project = params.get('project') ?? undefined
  useEffect(() => {
    overview.show(project)
    void places.show(project)
    const timer = setInterval(() => { if (!document.hidden) overview.refresh() }, refreshMs)
    return () => {
      clearInterval(timer)
      overview.stop()
      places.stop()
    }
  }, [overview, places, project])
  // An alarm that the server tells of stands here at once.
  useEffect(() => reaction(() => entities.turnOf('alarm'), () => overview.refreshAlarms()), [entities, overview])
  return { overview, places, project, setProject: (next) => setParams(next === undefined ? {} : { project: next }) }
}

/** `project/device` of each open alarm. */
export function useAlarmed(alarms: readonly Row[]): ReadonlySet<string> {
  return useMemo(() => new Set(alarms.flatMap((row) => {
    const { device }: Readonly<Record<string, unknown>> = { ...row }
    return typeof device === 'string' ? [`${row.project ?? ''}/${device}`] : []
  })), [alarms])
}
