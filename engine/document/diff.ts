import type { Component, Diff, Id } from './component.ts'

/** Before and after of one component; null where it is not there. */
export type Change = readonly [before: Component | null, after: Component | null]

export const noDiff: Diff = Object.freeze({ added: [], updated: [], removed: [] })

export function isEmptyDiff(diff: Diff): boolean {
  return recordsIn(diff) === 0 && !diff.name && !diff.layer
}

/** How many records a diff keeps alive beside the document's own: an update holds one that the document no longer has. */
export function recordsIn(diff: Diff): number {
  return diff.added.length + diff.updated.length + diff.removed.length
}

/** The diff that takes back a diff. */
export function invertDiff(diff: Diff): Diff {
  return {
    added: diff.removed,
    updated: diff.updated.map(([before, after]) => [after, before] as const),
    removed: diff.added,
    ...(diff.name && { name: [diff.name[1], diff.name[0]] as const }),
    ...(diff.layer && { layer: [diff.layer[1], diff.layer[0]] as const }),
  }
}

/** One diff with the effect of two after another. */
export function composeDiffs(first: Diff, second: Diff): Diff {
  const changes = new Map<Id, Change>()
  for (const change of changesOf(first)) changes.set(idOf(change), change)
  for (const change of changesOf(second)) {
    const earlier = changes.get(idOf(change))
    changes.set(idOf(change), earlier ? [earlier[0], change[1]] : change)
  }
  return makeDiff(changes.values(), joined(first.name, second.name), joined(first.layer, second.layer))
}

/** Sorts changes into a diff; what ends as it began is left out. */
export function makeDiff(changes: Iterable<Change>, name?: Diff['name'], layer?: Diff['layer']): Diff {
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
    added, updated, removed,
    ...(name && name[0] !== name[1] && { name }),
    ...(layer && layer[0] !== layer[1] && { layer }),
  }
}

function isUpdate(change: Change): change is readonly [Component, Component] {
  return change[0] !== null && change[1] !== null
}

function* changesOf(diff: Diff): Generator<Change> {
  for (const component of diff.removed) yield [component, null]
  yield* diff.updated
  for (const component of diff.added) yield [null, component]
}

function idOf([before, after]: Change): Id {
  const component = before ?? after
  if (!component) throw new Error('a change needs a record on one side')
  return component.id
}

function joined<T>(first: readonly [T, T] | undefined, second: readonly [T, T] | undefined): readonly [T, T] | undefined {
  return first && second ? [first[0], second[1]] : first ?? second
}
