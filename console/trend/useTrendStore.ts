import { useEffect, useState } from 'react'
import { useStores } from '../stores/root.ts'
import type { PenTag } from './axes.ts'
import { TrendStore } from './trendStore.ts'

/**
 * A trend for the life of the component.
 *
 * @param isReversed Whether a switch is inverted: 0 is on.
 */
export function useTrendStore(isReversed?: (tag: PenTag) => boolean): TrendStore {
  const { client, telemetry, zones } = useStores()
  const [store] = useState(
    () => new TrendStore({ client, now: () => zones.now(), sample: (tag) => telemetry.sample(tag), isReversed }),
  )
  useEffect(() => () => store.destroy(), [store])
  return store
}
