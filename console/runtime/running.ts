import type { Runner, Stage } from '@mimic/engine'

/** What stands on the stage while the drawing runs. */
export interface Running {
  readonly stage: Stage
  readonly runner: Runner
  /** Shows the whole drawing again, and keeps it whole when the window changes. */
  readonly fit: () => void
}
