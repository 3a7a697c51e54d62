import { composeDiffs, invertDiff, isEmptyDiff, noDiff } from '../../document/index.ts'
import { Overlay } from '../base/overlay.ts'
import { Rejection, reject } from '../base/result.ts'
import { Transaction } from './transaction.ts'
import type { Diff, DrawingDocument, DrawingLimits, DrawingView } from '../../document/index.ts'
import type { AttachmentIndex } from '../settle/attachmentIndex.ts'
import type { Problem } from '../../schema/index.ts'
import type { Rejected, Result } from '../base/result.ts'

/** Computes the effect of a gesture. Called at every step with the drawing as it was when the gesture began. */
export type GestureRecipe = (tx: Transaction, start: DrawingView) => void

/**
 * A drag from press to release: shown at every step, recorded as one undo step. Each update replaces the previous one
 * and is computed from the start records, so that rounding errors do not accumulate.
 */
export class Gesture {
  readonly #document: DrawingDocument
  readonly #limits: DrawingLimits
  readonly #attachments: AttachmentIndex
  readonly #check: (step: Diff) => void
  readonly #end: (diff: Diff, leftOut: readonly Problem[], refused: Rejected | null) => void
  #shown: Diff = noDiff
  #omitted: readonly Problem[] = []
  #rejection: Rejected | null = null
  #isOver = false

  /**
   * `check` throws if a step exceeds a limit. `end` is called once with the final diff, the dropped components and the
   * rejection of the last step; the diff is empty after `cancel`.
   */
  constructor(
    document: DrawingDocument,
    limits: DrawingLimits,
    attachments: AttachmentIndex,
    check: (step: Diff) => void,
    end: (diff: Diff, leftOut: readonly Problem[], refused: Rejected | null) => void,
  ) {
    this.#document = document
    this.#limits = limits
    this.#attachments = attachments
    this.#check = check
    this.#end = end
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The current diff from the start of the gesture. */
  get shown(): Diff {
    return this.#shown
  }

  /** Applies the recipe to the start state. If it is rejected, for example out of limits, the previous step remains. */
  update(recipe: GestureRecipe): Result {
    if (this.#isOver)
      return reject('command.gestureOver', [
        { path: '', code: 'command.gestureOver', message: 'the gesture has already ended' },
      ])
    const start = new Overlay(this.#document)
    start.putDiff(invertDiff(this.#shown))
    const tx = new Transaction(start, this.#limits, this.#attachments)
    try {
      recipe(tx, start)
      const diff = tx.finish()
      const step = this.#stepTo(diff)
      // Moving existing components changes only a few digits in the file.
      if (step.added.length > 0) this.#check(step)
      this.#show(diff, tx.omitted, step)
      this.#rejection = null
      return { ok: true }
    } catch (error) {
      if (error instanceof Rejection) return (this.#rejection = error.answer)
      throw error
    }
  }

  /** Ends the gesture and records one undo step, unless nothing changed. */
  commit(): void {
    this.#finish()
  }

  /** Ends the gesture and restores the start state. */
  cancel(): void {
    if (!this.#isOver) this.#show(noDiff, [])
    this.#rejection = null
    this.#finish()
  }

  /** Returns the diff from the shown state to the new one. */
  #stepTo(diff: Diff): Diff {
    return composeDiffs(invertDiff(this.#shown), diff)
  }

  #show(diff: Diff, leftOut: readonly Problem[], step = this.#stepTo(diff)): void {
    this.#omitted = leftOut
    this.#shown = diff
    if (!isEmptyDiff(step)) this.#document.apply(step)
  }

  #finish(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#end(this.#shown, this.#omitted, this.#rejection)
  }
}
