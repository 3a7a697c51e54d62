import type { CommandBus } from '@mimic/engine/commands'
import { composeDiffs, isEmptyDiff, noDiff, type Diff } from '@mimic/engine/document'
import type { DraftShelf } from './drafts.ts'
import { StepLog } from './keptSteps.ts'

/** Edits are on the disk within a second: gathered this long, then written. */
const gatherMs = 600
/** After so many steps the draft begins anew, so that opening one never plays a long list. */
const stepsAtMost = 200

export interface DraftOwner {
  readonly key: string
  readonly drawingId: string
  readonly account: string
}

/**
 * Keeps a drawing's unsaved work, and what can be undone of it, in the browser while it is edited. A crash, a closed tab or a lost session then cost
 * a second at most. When the browser refuses, it says so once and stops.
 */
export class DraftKeeper {
  readonly #shelf: DraftShelf
  readonly #owner: DraftOwner
  readonly #bus: CommandBus
  readonly #log = new StepLog()
  readonly #onRefused: () => void
  #revision: number
  #waiting: Diff = noDiff
  #sequence = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #writing: Promise<void> = Promise.resolve()
  #isOver = false

  constructor(shelf: DraftShelf, owner: DraftOwner, bus: CommandBus, revision: number, onRefused: () => void) {
    this.#shelf = shelf
    this.#owner = owner
    this.#bus = bus
    this.#revision = revision
    this.#onRefused = onRefused
  }

  note(diff: Diff): void {
    if (this.#isOver) return
    this.#waiting = composeDiffs(this.#waiting, diff)
    this.#timer ??= setTimeout(() => this.flush(), gatherMs)
  }

  /** Writes what waits, at once: the page is about to be hidden. */
  flush(): void {
    this.#stopTimer()
    const diff = this.#waiting
    this.#waiting = noDiff
    if (this.#isOver) return
    if (this.#sequence === 0 || this.#sequence > stepsAtMost) return isEmptyDiff(diff) ? undefined : this.begin()
    // Done and undone within one stretch, the drawing is the same and the steps are not.
    const kept = this.#log.since(this.#bus.steps)
    if (isEmptyDiff(diff) && !kept) return
    const step = { key: this.#owner.key, sequence: ++this.#sequence, at: Date.now(), diff, ...(kept && { kept }) }
    this.#queue(() => this.#shelf.append(step))
  }

  /** Writes the whole drawing: the base that later steps are played upon. Once it is on the disk, the draft `replaced` goes. */
  begin(replaced?: string): void {
    this.#waiting = noDiff
    this.#sequence = 1
    const drawing = this.#bus.document.toDrawing()
    const draft = { ...this.#owner, revision: this.#revision, at: Date.now(), drawing, kept: this.#log.whole(this.#bus.steps) }
    this.#queue(async () => {
      await this.#shelf.begin(draft)
      // Left behind, it is only offered once more: no reason to stop keeping drafts.
      if (replaced !== undefined) await this.#shelf.remove(replaced).catch((refusal: unknown) => console.error(refusal))
    })
  }

  /** Everything is on the server, at this revision: the draft has done its work. */
  clear(revision: number): void {
    this.#revision = revision
    this.#waiting = noDiff
    this.#sequence = 0
    this.#stopTimer()
    this.#queue(() => this.#shelf.remove(this.#owner.key))
  }

  /** Settles when all that was handed over so far is on the disk. */
  async written(): Promise<void> {
    await this.#writing
  }

  destroy(): void {
    this.flush()
    this.#isOver = true
  }

  #queue(write: () => Promise<void>): void {
    this.#writing = this.#writing.then(write).catch((refusal: unknown) => {
      console.error(refusal)
      if (!this.#isOver) this.#onRefused()
      this.#isOver = true
    })
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
