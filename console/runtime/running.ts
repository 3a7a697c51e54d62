import type { Runner, Stage } from '@mimic/engine'
import type { Fitted } from '../kit/fitOnResize.ts'

/** What stands on the stage while the drawing runs. */
export interface Running {
  readonly stage: Stage
  readonly runner: Runner
  /** How the drawing is looked at. */
  readonly view: Fitted
}
