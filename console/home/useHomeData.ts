import { useState } from 'react'
import { entityOf } from '../../contract/entities.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { type RootStore, useStores } from '../stores/root.ts'

/** The calls of an entity by its name: a home page asks of many. */
export type ClientOf = (entity: string) => EntityClient

/** By whose calendar days begin, and when that is known. */
export interface Calendars {
  readonly zones: Pick<RootStore['zones'], 'lastWholeDay' | 'span' | 'calendar'>
  readonly projects: Pick<RootStore['projects'], 'known'>
}

/** A store that lives as long as what shows it. */
export function useHomeData<Store>(Kind: new (clientOf: ClientOf, calendars: Calendars) => Store): Store {
  const { entities, zones, projects } = useStores()
  const [store] = useState(() => new Kind((name) => entities.of(entityOf(name)).client, { zones, projects }))
  return store
}
