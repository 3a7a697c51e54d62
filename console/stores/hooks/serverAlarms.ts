import { useEffect } from 'react'
import { routes } from '../../../contract/routes.ts'
import type { ServerAlarmStore } from '../live/serverAlarmStore.ts'
import { useStores } from '../root.ts'

/**
 * Polls the server's own alarms while the component is mounted. Returns null if the account may not see them. Call it
 * inside an observer.
 */
export function useServerAlarms(): ServerAlarmStore | null {
  const { serverAlarms, session } = useStores()
  const isAllowed = session.mayCall(routes['monitor.alarms'].policy)
  useEffect(() => (isAllowed ? serverAlarms.start() : undefined), [isAllowed, serverAlarms])
  return isAllowed ? serverAlarms : null
}
