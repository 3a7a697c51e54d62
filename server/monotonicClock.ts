/**
 * Milliseconds from a monotonic clock. Use it for durations and timeouts, not for dates; not comparable across
 * restarts.
 */
export const monotonicNow = (): number => performance.now()

/** Converts a monotonic time to the current wall clock, in milliseconds since 1970. For display only. */
export const toWallClock = (monotonicMs: number): number => Date.now() + monotonicMs - monotonicNow()
