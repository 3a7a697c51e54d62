import { composeDiffs, invertDiff, isEmptyDiff, recordsIn } from '../document/index.ts'
import { InternedTexts } from './internedTexts.ts'
import type { Diff, DrawingDocument, Id } from '../document/index.ts'

export interface HistoryOptions {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  readonly maxEntries: number
  /** Records kept alive by all entries together: one deletion of 10,000 weighs as much as 10,000 moves. */
  readonly maxRecords: number
  /** Bytes of long texts (pictures, data) kept alive by all entries together, each text once; one page's picture may be 4 MB. */
  readonly maxTextBytes: number
  /** Typing into one field pauses less than this between two steps. */
  readonly mergeWithinMs: number
}

export const historyDefaults: HistoryOptions = {
  now: () => performance.now(), maxEntries: 500, maxRecords: 200_000, maxTextBytes: 64 * 1024 * 1024, mergeWithinMs: 500,
}

/** What the editor has selected, so that undo and redo bring it back with the drawing. */
export interface SelectionAccess {
  readonly get: () => readonly Id[]
  readonly set: (ids: readonly Id[]) => void
}

export interface HistoryEntry {
  /** The command or gesture. */
  readonly label: string
  readonly diff: Diff
  readonly selectionBefore: readonly Id[]
  readonly selectionAfter: readonly Id[]
  /** Entries of the same text may merge. */
  readonly merges?: string
}

/** Steps as plain data, oldest first; of the undone ones the last is the next to redo. */
export interface HistorySteps {
  readonly done: readonly HistoryEntry[]
  readonly undone: readonly HistoryEntry[]
}

/** Undo and redo: diffs, applied backwards and forwards. */
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

  /** `interrupt` ends what is in progress; it answers whether that was something to take back. */
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

  /** What undo would take back, null for nothing. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null
  }

  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null
  }

  get steps(): HistorySteps {
    return { done: [...this.#done], undone: [...this.#undone] }
  }

  /** Takes these steps in place of its own; they must fit the document (`readSteps`). */
  restore({ done, undone }: HistorySteps): void {
    this.#done = [...done]
    this.#undone = [...undone]
    this.#records = 0
    this.#texts.clear()
    for (const entry of [...done, ...undone]) this.#hold(entry)
    this.#mergeUntilMs = -Infinity
    this.#trim()
    this.#tell()
  }

  /** Whether anything was undone. A gesture in progress is what undo takes back first. */
  undo(): boolean {
    if (this.#interrupt()) return true
    const entry = this.#done.pop()
    if (!entry) return false
    this.#undone.push(entry)
    this.#go(invertDiff(entry.diff), entry.selectionBefore)
    return true
  }

  /** Does again what was undone last; false when there is nothing. */
  redo(): boolean {
    this.#interrupt()
    const entry = this.#undone.pop()
    if (!entry) return false
    this.#done.push(entry)
    this.#go(entry.diff, entry.selectionAfter)
    return true
  }

  /** Takes note of what was done to the document, and lets go of what was undone. */
  push(entry: HistoryEntry): void {
    for (const gone of this.#undone) this.#release(gone)
    this.#undone = []
    const last = this.#done.at(-1)
    if (last && entry.merges !== undefined && entry.merges === last.merges && entry.label === last.label && this.#options.now() <= this.#mergeUntilMs) {
      this.#merge(last, entry)
    } else {
      this.#done.push(entry)
      this.#hold(entry)
    }
    this.#mergeUntilMs = this.#options.now() + this.#options.mergeWithinMs
    this.#trim()
    this.#tell()
  }

  /** Forgets everything. */
  clear(): void {
    this.#done = []
    this.#undone = []
    this.#records = 0
    this.#texts.clear()
    this.#tell()
  }

  /** Whose selection is kept with each step and brought back by undo and redo; null: nobody's. */
  trackSelection(access: SelectionAccess | null): void {
    this.#selection = access
  }

  /** Called when what can be undone or redone is something else; answers how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #go(diff: Diff, selection: readonly Id[]): void {
    this.#mergeUntilMs = -Infinity
    this.#document.apply(diff)
    this.#selection?.set(selection)
    this.#tell()
  }

  #merge(last: HistoryEntry, entry: HistoryEntry): void {
    this.#done.pop()
    this.#release(last)
    const diff = composeDiffs(last.diff, entry.diff)
    if (isEmptyDiff(diff)) return
    const merged = { ...entry, diff, selectionBefore: last.selectionBefore }
    this.#done.push(merged)
    this.#hold(merged)
  }

  #hold({ diff }: HistoryEntry): void {
    this.#records += recordsIn(diff)
    this.#texts.add(diff)
  }

  #release({ diff }: HistoryEntry): void {
    this.#records -= recordsIn(diff)
    this.#texts.drop(diff)
  }

  /** The oldest go first; the newest stays, however large it is. */
  #trim(): void {
    const { maxEntries, maxRecords, maxTextBytes } = this.#options
    let gone = 0
    for (const entry of this.#done.slice(0, -1)) {
      if (this.#done.length - gone <= maxEntries && this.#records <= maxRecords && this.#texts.bytes <= maxTextBytes) break
      this.#release(entry)
      gone++
    }
    if (gone > 0) this.#done.splice(0, gone)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
