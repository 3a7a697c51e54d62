import { useState } from 'react'
import { getEntity } from '../../../contract/entities.ts'
import type { EntityClient } from '../../net/entityClient.ts'
import { type RootStore, useStores } from '../../stores/root.ts'

/** Returns the client of an entity by name. */
export type GetClient = (entity: string) => EntityClient

/** Time zones of the projects, and a promise that resolves once they are loaded. */
export interface Calendars {
  readonly zones: Pick<RootStore['zones'], 'lastWholeDay' | 'span' | 'calendar'>
  readonly projects: Pick<RootStore['projects'], 'waitUntilLoaded'>
}

/** Creates a store that lives as long as the component. */
export function useHomeData<Store>(Kind: new (getClient: GetClient, calendars: Calendars) => Store): Store {
  const { entities, zones, projects } = useStores()
  const [store] = useState(() => new Kind((name) => entities.of(getEntity(name)).client, { zones, projects }))
  return store
}
