import { telemetryLimits } from '../../../contract/telemetry/index.ts'

/**
 * Minimum silence in milliseconds before a device is offline, because going offline is logged and raises an alarm.
 * Values become stale earlier.
 */
const minOfflineTimeoutMs = 15_000

/** Milliseconds of silence after which a device reporting every `every` ms is offline. */
export const getOfflineTimeoutMs = (intervalMs: number): number =>
  Math.max(minOfflineTimeoutMs, telemetryLimits.stale.silentIntervals * intervalMs)
