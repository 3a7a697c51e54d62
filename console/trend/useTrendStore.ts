import { useEffect, useState } from 'react'
import type { TrendDefinition } from '../../contract/platform/trendDefinition.ts'
import { useStores } from '../stores/root.ts'
import { TrendStore } from './trendStore.ts'

/** A trend for the life of the component. `definition`: its initial content. */
export function useTrendStore(definition?: TrendDefinition): TrendStore {
  const { client, telemetry, zones } = useStores()
  const [store] = useState(
    () => new TrendStore({ client, now: () => zones.now(), sample: (tag) => telemetry.sample(tag) }, definition),
  )
  useEffect(() => () => store.destroy(), [store])
  return store
}
