/**
 * Milliseconds by a clock that nobody sets: for how long something lasts or is silent. It says nothing of the time of day, and nothing
 * across a restart.
 */
export const monotonicNow = (): number => performance.now()

/** What the clock shows when the steady one says this: milliseconds since 1970, as the clock is set now. For people to read. */
export const toWallClock = (steadyMs: number): number => Date.now() + steadyMs - monotonicNow()
