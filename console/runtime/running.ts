import type { Runner, Stage } from '@mimic/engine'
import type { Fitted } from '../kit/drawing/fitOnResize.ts'

/** Objects of a running drawing. */
export interface Running {
  readonly stage: Stage
  readonly runner: Runner
  /** Pan and zoom of the drawing. */
  readonly view: Fitted
}
