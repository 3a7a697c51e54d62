/**
 * Milliseconds by a clock that nobody sets: for how long something lasts or is silent. It says nothing of the time of day, and nothing
 * across a restart.
 */
export const steadyNow = (): number => performance.now()
