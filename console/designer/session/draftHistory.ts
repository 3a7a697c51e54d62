import type { HistoryEntry, HistorySteps } from '@mimic/engine/commands'

/** The newest so many steps are kept with a draft, each way, and all together in so many characters. */
const stepsAtMost = 100
const charactersAtMost = 5_000_000

/** What undo and redo held: what was new since the last writing, by number, and by their numbers all that stood then. */
export interface DraftHistory {
  readonly fresh: readonly (readonly [number: number, step: unknown])[]
  readonly done: readonly number[]
  readonly undone: readonly number[]
}

/** The steps themselves, not yet checked: `CommandBus.restoreSteps` does. */
export interface DetachedSteps {
  readonly done: readonly unknown[]
  readonly undone: readonly unknown[]
}

/** Knows which steps are written already, so that keeping them costs what was edited, not what can be undone. */
export class StepLog {
  readonly #weights = new WeakMap<HistoryEntry, number>()
  #numbers: ReadonlyMap<HistoryEntry, number> = new Map()
  /** The numbers as they stood at the last writing. */
  #standing = ''
  #next = 0

  /** All of them, for a draft that begins. */
  whole(steps: HistorySteps): DraftHistory {
    this.#numbers = new Map()
    return this.#taken(steps)
  }

  /** What is to be written now; null when nothing is other than at the last time. */
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

  /** The last of a list, for as long as there is room: a step without those after it is of no use. */
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
 * Puts the steps together again as they stood at the last writing. One that is missing ends its list: those beyond it
 * lead nowhere. A writing that is none is passed over: what the browser kept is input from outside.
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
