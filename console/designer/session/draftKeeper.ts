import type { CommandBus } from '@mimic/engine/commands'
import { composeDiffs, isEmptyDiff, noDiff, type Diff, type Id } from '@mimic/engine/document'
import { type DraftShelf, type NewDraft, symbolKeyOf } from './drafts.ts'
import { StepLog } from './draftHistory.ts'
import { savedStepsOf } from './savedSteps.ts'
import type { WriteQueue } from './writeQueue.ts'

/** Edits are on the disk within a second: gathered this long, then written. */
const gatherMs = 600
/** After so many steps the draft begins anew, so that opening one never plays a long list. */
const stepsAtMost = 200

export interface DraftOwner {
  readonly key: string
  readonly drawingId: string
  readonly account: string
  /** The symbol of that drawing that is edited by itself. */
  readonly symbol?: Id
}

/**
 * Keeps a drawing's unsaved work, and what can be undone of it, in the browser while it is edited. A crash, a closed tab or a lost session then cost
 * a second at most.
 */
export class DraftKeeper {
  readonly #shelf: DraftShelf
  readonly #owner: DraftOwner
  readonly #bus: CommandBus
  readonly #log = new StepLog()
  readonly #queue: WriteQueue
  /** Of the drawing whose symbol this one keeps. */
  readonly #drawing: DraftKeeper | null
  #revision: number
  #waiting: Diff = noDiff
  #sequence = 0
  /** How often the draft was found gone: what was handed over before that has gone into what was written then. */
  #losses = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #isOver = false

  constructor(shelf: DraftShelf, owner: DraftOwner, bus: CommandBus, revision: number, queue: WriteQueue, drawing: DraftKeeper | null = null) {
    this.#shelf = shelf
    this.#owner = owner
    this.#bus = bus
    this.#revision = revision
    this.#queue = queue
    this.#drawing = drawing
  }

  /** The keeper of a symbol that is taken out of this drawing. It writes after this one, so that its draft never lies there alone. */
  ofSymbol(symbol: Id, bus: CommandBus): DraftKeeper {
    const { key, ...owner } = this.#owner
    return new DraftKeeper(this.#shelf, { ...owner, key: symbolKeyOf(key), symbol }, bus, this.#revision, this.#queue, this)
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
    const losses = this.#losses
    this.#queue.add(async () => {
      if (losses === this.#losses && !(await this.#shelf.append(step))) await this.#beginAnew()
    })
  }

  /** Writes the drawing if it is not there yet, edited or not: a symbol's draft belongs to it. */
  hold(): void {
    if (this.#sequence === 0 && !this.#isOver) this.begin()
  }

  /** Writes the whole drawing: the base that later steps are played upon. Once it is on the disk, the draft `replaced` goes. */
  begin(replaced?: string): void {
    const draft = this.#whole()
    const losses = this.#losses
    this.#queue.add(async () => {
      if (losses === this.#losses) await this.#shelf.begin(draft)
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
    const losses = this.#losses
    // Found gone before this comes to pass, it was begun anew, with what has been edited since.
    this.#queue.add(async () => {
      if (losses === this.#losses) await this.#shelf.remove(this.#owner.key)
    })
  }

  /** As `clear`, where the drawing here is the server's, of that hash: what can be undone stays kept beside the revision. */
  settle(revision: number, hash: string): void {
    this.clear(revision)
    if (this.#isOver) return
    const saved = savedStepsOf(this.#bus, this.#owner, revision, hash)
    // Without them undo ends at a reload, as it did: drafts are worth more and go on.
    this.#queue.add(() => this.#shelf.keepSteps(saved).catch((refusal: unknown) => console.error(refusal)))
  }

  /** Settles when all that was handed over so far is on the disk. */
  async written(): Promise<void> {
    await this.#queue.written()
  }

  destroy(): void {
    this.flush()
    this.#isOver = true
  }

  /** Another tab took this draft for lost work and removed it, which it may where no lock says whose it is: all of it is written again. */
  async #beginAnew(): Promise<void> {
    if (this.#sequence === 0) return
    if (this.#drawing) await this.#drawing.#beginAnew()
    // Meanwhile all of it may have come to the server.
    if (this.#sequence === 0) return
    this.#losses++
    await this.#shelf.begin(this.#whole())
  }

  /** The draft as it begins now, with what waits. */
  #whole(): NewDraft {
    this.#waiting = noDiff
    this.#sequence = 1
    return { ...this.#owner, revision: this.#revision, at: Date.now(), drawing: this.#bus.document.toDrawing(), kept: this.#log.whole(this.#bus.steps) }
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
