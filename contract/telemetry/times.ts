import { telemetryLimits } from './limits.ts'

const { earliestAt, latestAt, everyMs, longestEveryMs } = telemetryLimits.frame

/**
 * Reads a source time: milliseconds since 1970, or seconds when it has ten digits. A time outside this century
 * is a device with a broken clock and comes back as null.
 */
export function readTime(at: unknown): number | null {
  if (typeof at !== 'number') return null
  const ms = at >= 1e9 && at < 1e10 ? at * 1000 : at
  return ms >= earliestAt && ms <= latestAt ? ms : null
}

/** Reads the declared interval: absent or 0 is the usual one, anything but a positive number is null. */
export function readEvery(every: unknown): number | null {
  if (every === undefined || every === 0) return everyMs
  return typeof every === 'number' && every > 0 && every <= longestEveryMs ? every : null
}
