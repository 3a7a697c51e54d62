import { useState } from 'react'
import { entityOf } from '../../contract/entities.ts'
import type { EntityClient } from '../net/entityClient.ts'
import { useStores } from '../stores/root.ts'

/** The calls of an entity by its name: a home page asks of many. */
export type ClientOf = (entity: string) => EntityClient

/** A store that lives as long as what shows it. */
export function useOwn<Store>(Kind: new (clientOf: ClientOf) => Store): Store {
  const { entities } = useStores()
  const [store] = useState(() => new Kind((name) => entities.of(entityOf(name)).client))
  return store
}
