/** Limits of one child process and of each run in it. */
export interface Limits {
  /** Largest memory of the engine, for all scripts of a child together, in MB. */
  readonly memoryMb: number
  /** Memory of one script, in MB. */
  readonly scriptMemoryMb: number
  /** Steps of a run: loop passes and calls, counted in ten thousands. */
  readonly steps: number
  /** Time of a run in milliseconds, after which the engine ends it. */
  readonly timeMs: number
  /** Time in milliseconds after which the parent kills a child that does not answer. */
  readonly killMs: number
  /** Scripts that a child holds ready; the least recently used one is unloaded. */
  readonly scripts: number
  /**
   * A script that was stopped answers its waiting runs as `skipped` until it is loaded again, so that the runner can
   * move them to another child.
   */
  readonly isSkipping: boolean
}

export const defaultLimits: Limits = {
  memoryMb: 128,
  scriptMemoryMb: 24,
  steps: 20_000_000,
  timeMs: 1_000,
  killMs: 5_000,
  scripts: 48,
  isSkipping: false,
}
