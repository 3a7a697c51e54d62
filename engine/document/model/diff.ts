import type { Component, Id, Layer } from './component.ts'
import type { SymbolDefinition } from './symbol.ts'

/** The changes of a transaction. Sent to listeners and, inverted, used for undo. */
export interface Diff {
  readonly added: readonly Component[]
  readonly updated: readonly (readonly [before: Component, after: Component])[]
  readonly removed: readonly Component[]
  readonly name?: readonly [before: string, after: string]
  readonly layer?: readonly [before: Layer, after: Layer]
  readonly symbols?: readonly [before: readonly SymbolDefinition[], after: readonly SymbolDefinition[]]
}

/** A component before and after a change; null if it does not exist. */
export type Change = readonly [before: Component | null, after: Component | null]

export const noDiff: Diff = Object.freeze({ added: [], updated: [], removed: [] })

/** Returns true if a diff contains no change. */
export function isEmptyDiff(diff: Diff): boolean {
  return recordsIn(diff) === 0 && !diff.name && !diff.layer && !diff.symbols
}

/**
 * Returns the number of additional records that a diff keeps in memory: one per changed component, and all records of
 * changed symbols.
 */
export function recordsIn(diff: Diff): number {
  return (
    diff.added.length +
    diff.updated.length +
    diff.removed.length +
    (diff.symbols ? countSymbolRecords(...diff.symbols) : 0)
  )
}

/** Returns the inverse diff. */
export function invertDiff(diff: Diff): Diff {
  return {
    added: diff.removed,
    updated: diff.updated.map(([before, after]) => [after, before] as const),
    removed: diff.added,
    ...(diff.name && { name: [diff.name[1], diff.name[0]] as const }),
    ...(diff.layer && { layer: [diff.layer[1], diff.layer[0]] as const }),
    ...(diff.symbols && { symbols: [diff.symbols[1], diff.symbols[0]] as const }),
  }
}

/** Returns a single diff equivalent to two consecutive diffs. */
export function composeDiffs(first: Diff, second: Diff): Diff {
  const changes = new Map<Id, Change>()
  for (const change of listChanges(first)) changes.set(getId(change), change)
  for (const change of listChanges(second)) {
    const earlier = changes.get(getId(change))
    changes.set(getId(change), earlier ? [earlier[0], change[1]] : change)
  }
  return makeDiff(
    changes.values(),
    joinPairs(first.name, second.name),
    joinPairs(first.layer, second.layer),
    joinPairs(first.symbols, second.symbols),
  )
}

/** Creates a diff from changes; unchanged records are omitted. */
export function makeDiff(
  changes: Iterable<Change>,
  name?: Diff['name'],
  layer?: Diff['layer'],
  symbols?: Diff['symbols'],
): Diff {
  const added: Component[] = []
  const updated: (readonly [Component, Component])[] = []
  const removed: Component[] = []
  for (const change of changes) {
    const [before, after] = change
    if (before === after) continue
    if (isUpdate(change)) updated.push(change)
    else if (after) added.push(after)
    else if (before) removed.push(before)
  }
  return {
    added,
    updated,
    removed,
    ...(name && name[0] !== name[1] && { name }),
    ...(layer && layer[0] !== layer[1] && { layer }),
    ...(symbols && symbols[0] !== symbols[1] && { symbols }),
  }
}

/** Counts the records of symbols that are on one side only. */
function countSymbolRecords(before: readonly SymbolDefinition[], after: readonly SymbolDefinition[]): number {
  const shared = new Set(before.filter((symbol) => after.includes(symbol)))
  return [...before, ...after].reduce((sum, symbol) => (shared.has(symbol) ? sum : sum + symbol.components.length), 0)
}

function isUpdate(change: Change): change is readonly [Component, Component] {
  return change[0] !== null && change[1] !== null
}

function* listChanges(diff: Diff): Generator<Change> {
  for (const component of diff.removed) yield [component, null]
  yield* diff.updated
  for (const component of diff.added) yield [null, component]
}

function getId([before, after]: Change): Id {
  const component = before ?? after
  if (!component) throw new Error('a change needs a record on one side')
  return component.id
}

function joinPairs<T>(
  first: readonly [T, T] | undefined,
  second: readonly [T, T] | undefined,
): readonly [T, T] | undefined {
  return first && second ? [first[0], second[1]] : (first ?? second)
}
