import { reaction } from 'mobx'
import { useCallback, useSyncExternalStore } from 'react'
import { useStores } from '../root.ts'
import type { TagSample } from '../live/tagSamples.ts'

/** Latest value of `project/device/point`, subscribed while the component is mounted, sampled at 4 Hz. */
export function useTag(tag: string): TagSample {
  const { telemetry } = useStores()
  const subscribe = useCallback(
    (changed: () => void) => reaction(() => telemetry.sample(tag), changed),
    [telemetry, tag],
  )
  const snapshot = useCallback(() => telemetry.sample(tag), [telemetry, tag])
  return useSyncExternalStore(subscribe, snapshot)
}
