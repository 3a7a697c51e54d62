import { composeDiffs, invertDiff, isEmptyDiff, noDiff } from '../document/index.ts'
import { Overlay } from './overlay.ts'
import { Rejection, reject } from './result.ts'
import { Transaction } from './transaction.ts'
import type { Diff, DrawingDocument, DrawingLimits, DrawingView } from '../document/index.ts'
import type { AttachmentIndex } from './attachmentIndex.ts'
import type { Problem } from '../schema/index.ts'
import type { Rejected, Result } from './result.ts'

/** What a gesture does to a drawing: written anew at every step, from the drawing as it was when the gesture began. */
export type GestureRecipe = (tx: Transaction, start: DrawingView) => void

/**
 * A drag, from press to release: shown at every step, one undo step in the end. Each update replaces the one before and
 * is computed from the start records, so that a thousand small steps land where one large step would.
 */
export class Gesture {
  readonly #document: DrawingDocument
  readonly #limits: DrawingLimits
  readonly #attachments: AttachmentIndex
  readonly #check: (step: Diff) => void
  readonly #end: (diff: Diff, leftOut: readonly Problem[], refused: Rejected | null) => void
  #shown: Diff = noDiff
  #leftOut: readonly Problem[] = []
  #refused: Rejected | null = null
  #isOver = false

  /** `check` throws the refusal of what brings too much. `end` is told once what stays in the document, what was left out of it, and why its last step was refused: nothing after `cancel`. */
  constructor(document: DrawingDocument, limits: DrawingLimits, attachments: AttachmentIndex, check: (step: Diff) => void, end: (diff: Diff, leftOut: readonly Problem[], refused: Rejected | null) => void) {
    this.#document = document
    this.#limits = limits
    this.#attachments = attachments
    this.#check = check
    this.#end = end
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** What it has done to the drawing so far. */
  get shown(): Diff {
    return this.#shown
  }

  /** Shows what the recipe makes of the start. Refused (out of limits), the step before stays. */
  update(recipe: GestureRecipe): Result {
    if (this.#isOver) return reject('command.gestureOver', [{ path: '', code: 'command.gestureOver', message: 'the gesture is over' }])
    const start = new Overlay(this.#document)
    start.putDiff(invertDiff(this.#shown))
    const tx = new Transaction(start, this.#limits, this.#attachments)
    try {
      recipe(tx, start)
      const diff = tx.finish()
      const step = this.#stepTo(diff)
      // What is dragged without being copied grows by a few digits at most.
      if (step.added.length > 0) this.#check(step)
      this.#show(diff, tx.leftOut, step)
      this.#refused = null
      return { ok: true }
    } catch (error) {
      if (error instanceof Rejection) return (this.#refused = error.answer)
      throw error
    }
  }

  /** Ends the gesture as one step of the history; one that changed nothing leaves none. */
  commit(): void {
    this.#finish()
  }

  /** Brings the start back. */
  cancel(): void {
    if (!this.#isOver) this.#show(noDiff, [])
    this.#refused = null
    this.#finish()
  }

  /** From what is shown to what is to be shown. */
  #stepTo(diff: Diff): Diff {
    return composeDiffs(invertDiff(this.#shown), diff)
  }

  #show(diff: Diff, leftOut: readonly Problem[], step = this.#stepTo(diff)): void {
    this.#leftOut = leftOut
    this.#shown = diff
    if (!isEmptyDiff(step)) this.#document.apply(step)
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#end(this.#shown, this.#leftOut, this.#refused)
  }
}
