import { composeDiffs, invertDiff, isEmptyDiff, recordsIn } from '../../document/index.ts'
import { InternedTexts } from './internedTexts.ts'
import type { Diff, DrawingDocument, Id } from '../../document/index.ts'

/** Clock and memory limits of the undo history. Defaults: `historyDefaults`. */
export interface HistoryOptions {
  /** Monotonic clock in milliseconds. */
  readonly now: () => number
  readonly maxEntries: number
  /** Maximum number of records held by all entries. Deleting 10,000 components counts the same as moving 10,000. */
  readonly maxRecords: number
  /**
   * Maximum bytes of long texts (images, data) held by all entries. Each distinct text counts once; one background
   * image may be 4 MB.
   */
  readonly maxTextBytes: number
  /** Maximum pause in milliseconds between two steps that merge, for example while typing into one field. */
  readonly mergeWithinMs: number
}

export const historyDefaults: HistoryOptions = {
  now: () => performance.now(),
  maxEntries: 500,
  maxRecords: 200_000,
  maxTextBytes: 64 * 1024 * 1024,
  mergeWithinMs: 500,
}

/** Access to the editor's selection, so that undo and redo can restore it. */
export interface SelectionAccess {
  readonly get: () => readonly Id[]
  readonly set: (ids: readonly Id[]) => void
}

/** One undo step: its diff and the selection before and after it. */
export interface HistoryEntry {
  /** Name of the command or gesture. */
  readonly label: string
  readonly diff: Diff
  readonly selectionBefore: readonly Id[]
  readonly selectionAfter: readonly Id[]
  /** Entries with equal values may merge. */
  readonly merges?: string
}

/** Steps as plain data, oldest first. The last entry of `undone` is the next one to redo. */
export interface HistorySteps {
  readonly done: readonly HistoryEntry[]
  readonly undone: readonly HistoryEntry[]
}

/** Undo and redo history: diffs applied backwards and forwards. */
export class History {
  readonly #document: DrawingDocument
  readonly #options: HistoryOptions
  readonly #interrupt: () => boolean
  readonly #listeners = new Set<() => void>()
  #done: HistoryEntry[] = []
  #undone: HistoryEntry[] = []
  #records = 0
  readonly #texts = new InternedTexts()
  #mergeUntilMs = -Infinity
  #selection: SelectionAccess | null = null

  /** `interrupt` ends an open gesture and returns true if it was undone by that. */
  constructor(document: DrawingDocument, options: HistoryOptions, interrupt: () => boolean) {
    this.#document = document
    this.#options = options
    this.#interrupt = interrupt
  }

  get canUndo(): boolean {
    return this.#done.length > 0
  }

  get canRedo(): boolean {
    return this.#undone.length > 0
  }

  /** Label of the next step to undo, or null if there is none. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null
  }

  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null
  }

  get steps(): HistorySteps {
    return { done: [...this.#done], undone: [...this.#undone] }
  }

  /** Replaces the history by these steps. They must fit the document; validate them with `readSteps`. */
  restore({ done, undone }: HistorySteps): void {
    this.#done = [...done]
    this.#undone = [...undone]
    this.#records = 0
    this.#texts.clear()
    for (const entry of [...done, ...undone]) this.#retain(entry)
    this.#mergeUntilMs = -Infinity
    this.#trim()
    this.#notify()
  }

  /** Undoes the last step, or cancels an open gesture. Returns false if there is nothing to undo. */
  undo(): boolean {
    if (this.#interrupt()) return true
    const entry = this.#done.pop()
    if (!entry) return false
    this.#undone.push(entry)
    this.#apply(invertDiff(entry.diff), entry.selectionBefore)
    return true
  }

  /** Redoes the last undone step. Returns false if there is none. */
  redo(): boolean {
    this.#interrupt()
    const entry = this.#undone.pop()
    if (!entry) return false
    this.#done.push(entry)
    this.#apply(entry.diff, entry.selectionAfter)
    return true
  }

  /** Records a completed step and discards all undone steps. */
  push(entry: HistoryEntry): void {
    for (const dropped of this.#undone) this.#release(dropped)
    this.#undone = []
    const last = this.#done.at(-1)
    if (
      last &&
      entry.merges !== undefined &&
      entry.merges === last.merges &&
      entry.label === last.label &&
      this.#options.now() <= this.#mergeUntilMs
    ) {
      this.#merge(last, entry)
    } else {
      this.#done.push(entry)
      this.#retain(entry)
    }
    this.#mergeUntilMs = this.#options.now() + this.#options.mergeWithinMs
    this.#trim()
    this.#notify()
  }

  /** Removes all entries, so that nothing can be undone or redone. */
  clear(): void {
    this.#done = []
    this.#undone = []
    this.#records = 0
    this.#texts.clear()
    this.#notify()
  }

  /** Sets the selection that is stored with each step and restored by undo and redo; null disables this. */
  trackSelection(access: SelectionAccess | null): void {
    this.#selection = access
  }

  /** Subscribes to changes of the undo and redo steps. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #apply(diff: Diff, selection: readonly Id[]): void {
    this.#mergeUntilMs = -Infinity
    this.#document.apply(diff)
    this.#selection?.set(selection)
    this.#notify()
  }

  #merge(last: HistoryEntry, entry: HistoryEntry): void {
    this.#done.pop()
    this.#release(last)
    const diff = composeDiffs(last.diff, entry.diff)
    if (isEmptyDiff(diff)) return
    const merged = { ...entry, diff, selectionBefore: last.selectionBefore }
    this.#done.push(merged)
    this.#retain(merged)
  }

  #retain({ diff }: HistoryEntry): void {
    this.#records += recordsIn(diff)
    this.#texts.add(diff)
  }

  #release({ diff }: HistoryEntry): void {
    this.#records -= recordsIn(diff)
    this.#texts.drop(diff)
  }

  /** Drops the oldest entries until all limits are met. The newest entry is always kept. */
  #trim(): void {
    const { maxEntries, maxRecords, maxTextBytes } = this.#options
    let dropped = 0
    for (const entry of this.#done.slice(0, -1)) {
      if (this.#done.length - dropped <= maxEntries && this.#records <= maxRecords && this.#texts.bytes <= maxTextBytes)
        break
      this.#release(entry)
      dropped++
    }
    if (dropped > 0) this.#done.splice(0, dropped)
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
