import { telemetryLimits } from '../../../contract/telemetry/index.ts'

/** Who sends more often is still given this long: offline is written down and raises an alarm. Values are stale before that. */
const leastSilenceMs = 15_000

/** Silent for longer than this, a device that sends every so many milliseconds is offline. */
export const offlineAfterMs = (every: number): number => Math.max(leastSilenceMs, telemetryLimits.stale.silentIntervals * every)
