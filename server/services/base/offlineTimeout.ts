import { telemetryLimits } from '../../../contract/telemetry/index.ts'

/**
 * Minimum silence in milliseconds before a device is offline, because going offline is logged and raises an alarm.
 * Values become stale earlier.
 */
const leastSilenceMs = 15_000

/** Milliseconds of silence after which a device reporting every `every` ms is offline. */
export const offlineAfterMs = (every: number): number => Math.max(leastSilenceMs, telemetryLimits.stale.silentIntervals * every)
