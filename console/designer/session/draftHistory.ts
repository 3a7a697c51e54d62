import type { HistoryEntry, HistorySteps } from '@mimic/engine/commands'

/** Maximum number of undo and of redo steps in a draft, and maximum total size in characters. */
const maxSteps = 100
const maxCharacters = 5_000_000

/**
 * Undo and redo steps of one write: the new steps with their numbers, and the numbers of all steps that existed then.
 */
export interface DraftHistory {
  readonly fresh: readonly (readonly [number: number, step: unknown])[]
  readonly done: readonly number[]
  readonly undone: readonly number[]
}

/** Unverified steps; `CommandBus.restoreSteps` validates them. */
export interface DetachedSteps {
  readonly done: readonly unknown[]
  readonly undone: readonly unknown[]
}

/** Tracks which steps have been written, so that a write contains only new ones. */
export class StepLog {
  readonly #weights = new WeakMap<HistoryEntry, number>()
  #numbers: ReadonlyMap<HistoryEntry, number> = new Map()
  /** Step numbers at the last write. */
  #lastNumbers = ''
  #next = 0

  /** All steps, for the start of a draft. */
  snapshot(steps: HistorySteps): DraftHistory {
    this.#numbers = new Map()
    return this.#collect(steps)
  }

  /** Changes since the last write; `null` if there are none. */
  changes(steps: HistorySteps): DraftHistory | null {
    const before = this.#lastNumbers
    const history = this.#collect(steps)
    return this.#lastNumbers === before ? null : history
  }

  #collect({ done, undone }: HistorySteps): DraftHistory {
    const numbered = this.#numbers
    const left = { characters: maxCharacters }
    const near = [this.#collectRecent(done, left), this.#collectRecent(undone, left)] as const
    this.#numbers = new Map(near.flat().map((entry) => [entry, numbered.get(entry) ?? this.#next++]))
    const getNumber = (entry: HistoryEntry): number => this.#numbers.get(entry) ?? -1
    const fresh = near
      .flat()
      .filter((entry) => !numbered.has(entry))
      .map((entry) => [getNumber(entry), toRecord(entry)] as const)
    const history = { fresh, done: near[0].map(getNumber), undone: near[1].map(getNumber) }
    this.#lastNumbers = `${history.done.join()}/${history.undone.join()}`
    return history
  }

  /** Most recent steps that fit. An older step is useless without all newer ones. */
  #collectRecent(list: readonly HistoryEntry[], left: { characters: number }): HistoryEntry[] {
    const near: HistoryEntry[] = []
    for (const entry of list.slice(-maxSteps).reverse()) {
      left.characters -= this.#getWeight(entry)
      if (left.characters < 0) break
      near.unshift(entry)
    }
    return near
  }

  #getWeight(entry: HistoryEntry): number {
    const numbered = this.#weights.get(entry)
    if (numbered !== undefined) return numbered
    const weight = JSON.stringify(entry.diff).length
    this.#weights.set(entry, weight)
    return weight
  }
}

/**
 * Reconstructs the steps of the last write. A missing step drops all steps before it, which depend on it. Invalid
 * records are ignored, because browser storage is untrusted input.
 */
export function restoreSteps(written: readonly unknown[]): DetachedSteps {
  const history = written.filter(isDraftHistory)
  const steps = new Map(history.flatMap(({ fresh }) => fresh))
  const last = history.at(-1)
  const toSteps = (numbers: readonly number[] = []): unknown[] =>
    numbers.slice(numbers.findLastIndex((number) => !steps.has(number)) + 1).map((number) => steps.get(number))
  return { done: toSteps(last?.done), undone: toSteps(last?.undone) }
}

function isDraftHistory(value: unknown): value is DraftHistory {
  return (
    typeof value === 'object' &&
    value !== null &&
    'fresh' in value &&
    'done' in value &&
    'undone' in value &&
    Array.isArray(value.fresh) &&
    value.fresh.every(Array.isArray) &&
    Array.isArray(value.done) &&
    Array.isArray(value.undone)
  )
}

function toRecord({ label, diff, selectionBefore, selectionAfter }: HistoryEntry): unknown {
  return { label, diff, selectionBefore, selectionAfter }
}
