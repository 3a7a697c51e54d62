import type { Parsed } from '@mimic/engine/schema'
import type { CheckedDrawing } from './checkDrawing.ts'

/**
 * Result of validating a large request's drawing in the worker pool. Replaces the drawing in the body. Clients cannot
 * forge it, because parsing JSON never creates an instance of this class.
 */
export class DrawingInBody {
  readonly checked: Parsed<CheckedDrawing>

  constructor(checked: Parsed<CheckedDrawing>) {
    this.checked = checked
  }
}
