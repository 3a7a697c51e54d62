import type { CommandBus } from '@mimic/engine/commands'
import { composeDiffs, isEmptyDiff, noDiff, type Diff, type Id } from '@mimic/engine/document'
import { type DraftStorage, type NewDraft, toSymbolKey } from './drafts.ts'
import { StepLog } from './draftHistory.ts'
import { createSavedSteps } from './savedSteps.ts'
import type { WriteQueue } from './writeQueue.ts'

/** Edits are collected for this time before a write, so they are on disk within a second. */
const gatherMs = 600
/** Maximum number of steps before the draft is rewritten, to limit the steps to replay when opening. */
const maxSteps = 200

export interface DraftOwner {
  readonly key: string
  readonly drawingId: string
  readonly account: string
  /** Edited symbol of that drawing. */
  readonly symbol?: Id
}

/**
 * Stores the unsaved work and undo steps of a drawing in the browser during editing. A crash, closed tab or lost
 * session loses at most one second.
 */
export class DraftKeeper {
  readonly #storage: DraftStorage
  readonly #owner: DraftOwner
  readonly #bus: CommandBus
  readonly #log = new StepLog()
  readonly #queue: WriteQueue
  /** Keeper of the drawing, if this one keeps a symbol. */
  readonly #drawing: DraftKeeper | null
  #revision: number
  #pending: Diff = noDiff
  #sequence = 0
  /**
   * Number of times the draft was missing. Queued writes from before the last loss are part of the rewritten draft and
   * are skipped.
   */
  #losses = 0
  #timer: ReturnType<typeof setTimeout> | null = null
  #isOver = false

  constructor(
    storage: DraftStorage,
    owner: DraftOwner,
    bus: CommandBus,
    revision: number,
    queue: WriteQueue,
    drawing: DraftKeeper | null = null,
  ) {
    this.#storage = storage
    this.#owner = owner
    this.#bus = bus
    this.#revision = revision
    this.#queue = queue
    this.#drawing = drawing
  }

  /**
   * Creates the keeper of a symbol of this drawing. It uses the same queue after this one, so that a symbol draft never
   * exists alone.
   */
  ofSymbol(symbol: Id, bus: CommandBus): DraftKeeper {
    const { key, ...owner } = this.#owner
    return new DraftKeeper(
      this.#storage,
      { ...owner, key: toSymbolKey(key), symbol },
      bus,
      this.#revision,
      this.#queue,
      this,
    )
  }

  note(diff: Diff): void {
    if (this.#isOver) return
    this.#pending = composeDiffs(this.#pending, diff)
    this.#timer ??= setTimeout(() => this.flush(), gatherMs)
  }

  /** Writes pending edits immediately, because the page is about to be hidden. */
  flush(): void {
    this.#stopTimer()
    const diff = this.#pending
    this.#pending = noDiff
    if (this.#isOver) return
    if (this.#sequence === 0 || this.#sequence > maxSteps) return isEmptyDiff(diff) ? undefined : this.begin()
    // An edit undone within the interval leaves the drawing unchanged, but not the steps.
    const history = this.#log.changes(this.#bus.steps)
    if (isEmptyDiff(diff) && !history) return
    const step = {
      key: this.#owner.key,
      sequence: ++this.#sequence,
      at: Date.now(),
      diff,
      ...(history && { kept: history }),
    }
    const losses = this.#losses
    this.#queue.add(async () => {
      if (losses === this.#losses && !(await this.#storage.append(step))) await this.#rewrite()
    })
  }

  /** Ensures that the drawing's draft exists, even without edits, because a symbol draft belongs to it. */
  ensureDraft(): void {
    if (this.#sequence === 0 && !this.#isOver) this.begin()
  }

  /** Writes the whole drawing as base for later steps, then removes the draft `replaced`. */
  begin(replaced?: string): void {
    const draft = this.#createDraft()
    const losses = this.#losses
    this.#queue.add(async () => {
      if (losses === this.#losses) await this.#storage.begin(draft)
      // A draft that could not be removed is only offered again; continue.
      if (replaced !== undefined)
        await this.#storage.remove(replaced).catch((refusal: unknown) => console.error(refusal))
    })
  }

  /** Removes the draft after everything was saved at this revision. */
  clear(revision: number): void {
    this.#revision = revision
    this.#pending = noDiff
    this.#sequence = 0
    this.#stopTimer()
    const losses = this.#losses
    // If the draft was lost and rewritten meanwhile, it contains newer edits and must remain.
    this.#queue.add(async () => {
      if (losses === this.#losses) await this.#storage.remove(this.#owner.key)
    })
  }

  /**
   * Like `clear`, for a drawing that equals the server's version with this hash: also stores the undo steps for the
   * revision.
   */
  settle(revision: number, hash: string): void {
    this.clear(revision)
    if (this.#isOver) return
    const saved = createSavedSteps(this.#bus, this.#owner, revision, hash)
    // Without stored steps, undo only ends at a reload; drafts must continue to work.
    this.#queue.add(() => this.#storage.keepSteps(saved).catch((refusal: unknown) => console.error(refusal)))
  }

  /** Resolves when all writes so far are on disk. */
  async written(): Promise<void> {
    await this.#queue.written()
  }

  destroy(): void {
    this.flush()
    this.#isOver = true
  }

  /** Rewrites the whole draft after another tab removed it. That is possible where the browser has no locks. */
  async #rewrite(): Promise<void> {
    if (this.#sequence === 0) return
    if (this.#drawing) await this.#drawing.#rewrite()
    // Everything may have been saved to the server meanwhile.
    if (this.#sequence === 0) return
    this.#losses++
    await this.#storage.begin(this.#createDraft())
  }

  /** Current drawing as start of a draft, including pending edits. */
  #createDraft(): NewDraft {
    this.#pending = noDiff
    this.#sequence = 1
    return {
      ...this.#owner,
      revision: this.#revision,
      at: Date.now(),
      drawing: this.#bus.document.toDrawing(),
      kept: this.#log.snapshot(this.#bus.steps),
    }
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }
}
