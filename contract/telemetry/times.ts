import { telemetryLimits } from './limits.ts'

const { earliestAt, latestAt, everyMs, maxEveryMs } = telemetryLimits.frame

/**
 * Parses a source time: milliseconds since 1970, or seconds if it has ten digits. Returns null for a time outside 2000
 * to 2099, which indicates a broken clock.
 */
export function readTime(at: unknown): number | null {
  if (typeof at !== 'number') return null
  const ms = at >= 1e9 && at < 1e10 ? at * 1000 : at
  return ms >= earliestAt && ms <= latestAt ? ms : null
}

/** Parses a declared interval. Missing or 0 returns the default; returns null unless it is a positive number. */
export function readEvery(every: unknown): number | null {
  if (every === undefined || every === 0) return everyMs
  return typeof every === 'number' && every > 0 && every <= maxEveryMs ? every : null
}
