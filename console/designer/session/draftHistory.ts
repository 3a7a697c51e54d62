import type { HistoryEntry, HistorySteps } from '@mimic/engine/commands'

/** Maximum number of undo and of redo steps in a draft, and maximum total size in characters. */
const stepsAtMost = 100
const charactersAtMost = 5_000_000

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
  #standing = ''
  #next = 0

  /** All steps, for the start of a draft. */
  whole(steps: HistorySteps): DraftHistory {
    this.#numbers = new Map()
    return this.#taken(steps)
  }

  /** Changes since the last write; `null` if there are none. */
  since(steps: HistorySteps): DraftHistory | null {
    const before = this.#standing
    const kept = this.#taken(steps)
    return this.#standing === before ? null : kept
  }

  #taken({ done, undone }: HistorySteps): DraftHistory {
    const known = this.#numbers
    const left = { characters: charactersAtMost }
    const near = [this.#nearest(done, left), this.#nearest(undone, left)] as const
    this.#numbers = new Map(near.flat().map((entry) => [entry, known.get(entry) ?? this.#next++]))
    const numberOf = (entry: HistoryEntry): number => this.#numbers.get(entry) ?? -1
    const fresh = near.flat().filter((entry) => !known.has(entry)).map((entry) => [numberOf(entry), plain(entry)] as const)
    const kept = { fresh, done: near[0].map(numberOf), undone: near[1].map(numberOf) }
    this.#standing = `${kept.done.join()}/${kept.undone.join()}`
    return kept
  }

  /** Most recent steps that fit. An older step is useless without all newer ones. */
  #nearest(list: readonly HistoryEntry[], left: { characters: number }): HistoryEntry[] {
    const near: HistoryEntry[] = []
    for (const entry of list.slice(-stepsAtMost).reverse()) {
      left.characters -= this.#weightOf(entry)
      if (left.characters < 0) break
      near.unshift(entry)
    }
    return near
  }

  #weightOf(entry: HistoryEntry): number {
    const known = this.#weights.get(entry)
    if (known !== undefined) return known
    const weight = JSON.stringify(entry.diff).length
    this.#weights.set(entry, weight)
    return weight
  }
}

/**
 * Reconstructs the steps of the last write. A missing step drops all steps before it, which depend on it. Invalid
 * records are ignored, because browser storage is untrusted input.
 */
export function stepsOf(written: readonly unknown[]): DetachedSteps {
  const kept = written.filter(isKept)
  const steps = new Map(kept.flatMap(({ fresh }) => fresh))
  const last = kept.at(-1)
  const standing = (numbers: readonly number[] = []): unknown[] => numbers.slice(numbers.findLastIndex((number) => !steps.has(number)) + 1).map((number) => steps.get(number))
  return { done: standing(last?.done), undone: standing(last?.undone) }
}

function isKept(value: unknown): value is DraftHistory {
  return typeof value === 'object' && value !== null && 'fresh' in value && 'done' in value && 'undone' in value
    && Array.isArray(value.fresh) && value.fresh.every(Array.isArray) && Array.isArray(value.done) && Array.isArray(value.undone)
}

function plain({ label, diff, selectionBefore, selectionAfter }: HistoryEntry): unknown {
  return { label, diff, selectionBefore, selectionAfter }
}
