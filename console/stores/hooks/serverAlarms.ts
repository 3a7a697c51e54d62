import type { ServerAlarm } from '../../../contract/routes.ts'
import { usePolling } from '../entities/polling.ts'
import { useStores } from '../root.ts'

/** Polls the server's own alarms; the interval is in milliseconds. */
export function useServerAlarms(everyMs: number) {
  const { client } = useStores()
  return usePolling<readonly ServerAlarm[]>('serverAlarms', everyMs, (signal) =>
    client.call('monitor.alarms', {}, { signal, quiet: true }),
  )
}
