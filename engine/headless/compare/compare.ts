import { groupByParent, getOwnComponents } from '../../document/index.ts'
import type { Component, Drawing, Id, SymbolDefinition } from '../../document/index.ts'

/** A difference: a dotted key with its old and new value; undefined if absent. */
export interface KeyChange {
  readonly key: string
  readonly from: unknown
  readonly to: unknown
}

/** A component that exists in both drawings, with the differences between its two versions. */
export interface ComponentChange {
  readonly before: Component
  readonly after: Component
  readonly changes: readonly KeyChange[]
}

/** Differences between two drawings, as returned by `compareDrawings`. */
export interface Comparison {
  /** Changes of the drawing itself: `name`, `layer.width`, `symbols.pump`. */
  readonly drawing: readonly KeyChange[]
  /** Symbols present in both drawings that differ, each compared like a drawing. */
  readonly symbols: readonly { readonly symbol: SymbolDefinition; readonly comparison: Comparison }[]
  readonly added: readonly Component[]
  readonly removed: readonly Component[]
  readonly changed: readonly ComponentChange[]
}

/**
 * Compares two drawings by component id. Ranks matter only by the order they define, so inserting a component changes
 * no siblings, even in files without ranks. Members of symbol instances are not compared, but their symbols are.
 */
export function compareDrawings(before: Drawing, after: Drawing): Comparison {
  const oldSymbols = new Map(before.symbols?.map((symbol) => [symbol.id, symbol]))
  const symbols = (after.symbols ?? []).flatMap((symbol) => {
    const earlier = oldSymbols.get(symbol.id)
    const comparison = earlier && compareLists(earlier.components, symbol.components, partChanges(earlier, symbol))
    return comparison && !isEqual(comparison) ? [{ symbol, comparison }] : []
  })
  return { ...compareLists(getOwnComponents(before), getOwnComponents(after), drawingChanges(before, after)), symbols }
}

function compareLists(
  before: readonly Component[],
  after: readonly Component[],
  drawing: readonly KeyChange[],
): Comparison {
  const old = new Map(before.map((component) => [component.id, component]))
  const now = new Map(after.map((component) => [component.id, component]))
  const moves = findReordered(before, after)
  const changed = after.flatMap((component) => {
    const earlier = old.get(component.id)
    if (!earlier) return []
    const move = moves.get(component.id)
    const changes = [...componentChanges(earlier, component), ...(move ? [move] : [])]
    return changes.length > 0 ? [{ before: earlier, after: component, changes }] : []
  })
  return {
    drawing,
    symbols: [],
    added: after.filter(({ id }) => !old.has(id)),
    removed: before.filter(({ id }) => !now.has(id)),
    changed,
  }
}

/** Returns true if a comparison contains no difference. */
export function isEqual({ drawing, symbols, added, removed, changed }: Comparison): boolean {
  return drawing.length + symbols.length + added.length + removed.length + changed.length === 0
}

/** Keys whose object values are compared key by key. */
const comparedKeys: ReadonlySet<string> = new Set([
  'props',
  'layer',
  'animation',
  'action',
  'extras',
  'link',
  'paramProps',
  'origin',
])

/** Includes added and removed symbols by name; the other symbols are compared separately. */
function drawingChanges(before: Drawing, after: Drawing): KeyChange[] {
  const getNames = ({ symbols = [] }: Drawing, other: Drawing) =>
    Object.fromEntries(
      symbols
        .filter(({ id }) => !other.symbols?.some((symbol) => symbol.id === id))
        .map(({ id, name }) => [`symbols.${id}`, name]),
    )
  return partChanges(
    { ...before, symbols: undefined, ...getNames(before, after) },
    { ...after, symbols: undefined, ...getNames(after, before) },
  )
}

/** Changes of a drawing or symbol without its components. */
function partChanges(before: object, after: object): KeyChange[] {
  return keyChanges(
    { ...before, components: undefined, version: undefined },
    { ...after, components: undefined, version: undefined },
  )
}

function componentChanges(before: Component, after: Component): KeyChange[] {
  const { rank: _, bindings: oldBindings, ...old } = before
  const { rank: __, bindings: newBindings, ...now } = after
  const byProp = (bindings: Component['bindings']) =>
    Object.fromEntries(bindings.map((binding) => [binding.prop, { tag: binding.tag, via: binding.via }]))
  return [...keyChanges(old, now), ...keyChanges(byProp(oldBindings), byProp(newBindings), 'bindings.', false)]
}

function keyChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  prefix = '',
  isDeep = true,
): KeyChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): KeyChange[] => {
    const [from, to] = [before[key], after[key]]
    if (isSame(from, to)) return []
    if (isDeep && prefix === '' && comparedKeys.has(key) && isRecord(from) && isRecord(to))
      return keyChanges(from, to, `${key}.`, false)
    return [{ key: prefix + key, from: from ?? undefined, to: to ?? undefined }]
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => isSame(item, b[i]))
  if (!isRecord(a) || !isRecord(b)) return false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key], b[key]))
}

/** The minimum set of siblings to move from the old to the new order, with positions from 1. */
function findReordered(before: readonly Component[], after: readonly Component[]): Map<Id, KeyChange> {
  const moves = new Map<Id, KeyChange>()
  const old = getPlaces(before)
  const now = getPlaces(after)
  for (const [parent, family] of groupByParent(after)) {
    const stayed = family.filter(({ id }) => old.get(id)?.parent === parent)
    const unmoved = findLongestIncreasing(stayed.map(({ id }) => old.get(id)?.place ?? 0))
    for (const [i, { id }] of stayed.entries()) {
      if (!unmoved.has(i)) moves.set(id, { key: 'order', from: old.get(id)?.place, to: now.get(id)?.place })
    }
  }
  return moves
}

function getPlaces(components: readonly Component[]): Map<Id, { readonly parent: Id | null; readonly place: number }> {
  return new Map(
    [...groupByParent(components)].flatMap(([parent, family]) =>
      family.map(({ id }, i) => [id, { parent, place: i + 1 }] as const),
    ),
  )
}

/** Indexes of a longest increasing subsequence. */
function findLongestIncreasing(values: readonly number[]): Set<number> {
  const tails: number[] = []
  const previous = values.map(() => -1)
  for (const [i, value] of values.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[i] = tails[low - 1] ?? -1
    tails[low] = i
  }
  const unmoved = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) unmoved.add(at)
  return unmoved
}
