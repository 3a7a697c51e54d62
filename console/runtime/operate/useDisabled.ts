import type { Disabled } from '@mimic/engine'
import type { Id } from '@mimic/engine/document'
import { useCallback, useSyncExternalStore } from 'react'
import type { Running } from '../running.ts'

/** Returns the reason why a component is disabled, or null. Updates when an interlock trips. */
export function useDisabled({ stage, runner }: Running, id: Id | undefined): Disabled | null {
  const subscribe = useCallback(
    (notify: () => void) =>
      stage.onLive((shown) => {
        if (shown === id) notify()
      }),
    [stage, id],
  )
  return useSyncExternalStore(subscribe, () => (id === undefined ? null : runner.getDisabledReason(id)))
}
