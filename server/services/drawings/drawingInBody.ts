import type { Parsed } from '@mimic/engine/schema'
import type { CheckedDrawing } from './checkDrawing.ts'

/**
 * The result of checking the drawing of a large request in the worker pool. It takes the place of the drawing in the body. A client cannot
 * forge it: parsing JSON never creates an instance of this class.
 */
export class DrawingInBody {
  readonly checked: Parsed<CheckedDrawing>

  constructor(checked: Parsed<CheckedDrawing>) {
    this.checked = checked
  }
}
