import type { Disabled } from '@mimic/engine'
import type { Id } from '@mimic/engine/document'
import { useCallback, useSyncExternalStore } from 'react'
import type { Running } from './running.ts'

/** Whether a component is off duty, and by what: an interlock may trip while something is said or asked of it. */
export function useDisabled({ stage, runner }: Running, id: Id | undefined): Disabled | null {
  const subscribe = useCallback((tell: () => void) => stage.onLive((shown) => { if (shown === id) tell() }), [stage, id])
  return useSyncExternalStore(subscribe, () => (id === undefined ? null : runner.offDuty(id)))
}
