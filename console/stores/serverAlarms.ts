import type { ServerAlarm } from '../../contract/routes.ts'
import { usePolled } from './polled.ts'
import { useStores } from './root.ts'

/** The server's alarms about itself, read at intervals (milliseconds). */
export function useServerAlarms(everyMs: number) {
  const { client } = useStores()
  return usePolled<readonly ServerAlarm[]>('serverAlarms', everyMs, (signal) => client.call('monitor.alarms', {}, { signal, quiet: true }))
}
