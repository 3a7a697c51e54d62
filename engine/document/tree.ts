import { groupType } from './component.ts'
import type { Component, Id, Layer } from './component.ts'
import type { SymbolDefinition } from './symbol.ts'

/** What can be read of a drawing, be it the document or a transaction's view of it. */
export interface DrawingView {
  readonly name: string
  readonly layer: Layer
  readonly symbols: readonly SymbolDefinition[]
  /** How many components there are. */
  readonly size: number
  get(id: Id): Component | undefined
  /** How many components are called so. The first question costs a walk over the drawing, all others nothing. */
  countOfName(name: string): number
  /** Every component, in no order. */
  all(): Iterable<Component>
  /** By rank, back to front; to be read at once: the list may change with the next change of the drawing. */
  children(parent: Id | null): readonly Component[]
}

/** Order among siblings. Equal ranks cannot come from a file or a command; the id keeps even those in one order. */
export function byRank(a: Component, b: Component): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Components by their parent, each list by rank. */
export function familiesOf(components: Iterable<Component>): Map<Id | null, Component[]> {
  const families = new Map<Id | null, Component[]>()
  for (const component of components) {
    const family = families.get(component.parent)
    if (family) family.push(component)
    else families.set(component.parent, [component])
  }
  for (const family of families.values()) if (!isInOrder(family)) family.sort(byRank)
  return families
}

/** All members below a parent (null: the whole drawing), depth first, a group before its members. Without recursion. */
export function descendantsOf(view: Pick<DrawingView, 'children'>, parent: Id | null): Component[] {
  const found: Component[] = []
  const open = [{ family: view.children(parent), next: 0 }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const component = level.family[level.next++]
    if (!component) {
      open.pop()
      continue
    }
    found.push(component)
    if (component.type === groupType) open.push({ family: view.children(component.id), next: 0 })
  }
  return found
}

/** The groups around a component, nearest first. */
export function ancestorsOf(view: Pick<DrawingView, 'get'>, component: Component): Component[] {
  const ancestors: Component[] = []
  for (let parent = component.parent; parent !== null;) {
    const group = view.get(parent)
    if (!group) break
    ancestors.push(group)
    parent = group.parent
  }
  return ancestors
}

/** The named components less those whose group is named too, in paint order. Names that are not there are passed over. */
export function rootsAmong(view: DrawingView, ids: Iterable<Id>): Component[] {
  const chosen = [...new Set(ids)].map((id) => view.get(id)).filter((component) => component !== undefined)
  return inPaintOrder(view, rootsOf(view, chosen))
}

/** Components less those whose group is there too, in the order given. */
export function rootsOf(view: Pick<DrawingView, 'get'>, components: readonly Component[]): Component[] {
  const groups = new Set(components.filter((component) => component.type === groupType))
  if (groups.size === 0) return [...components]
  return components.filter((component) => component.parent === null || !ancestorsOf(view, component).some((group) => groups.has(group)))
}

/** Sorts components by the ranks of the way down to each: no walk over the drawing. */
export function inPaintOrder(view: Pick<DrawingView, 'get'>, components: readonly Component[]): Component[] {
  if (components.every((component) => component.parent === null)) return components.toSorted(byRank)
  const ways = new Map(components.map((component) => [component, [...ancestorsOf(view, component).reverse(), component]]))
  return components.toSorted((a, b) => byWay(ways.get(a) ?? [], ways.get(b) ?? []))
}

function byWay(a: readonly Component[], b: readonly Component[]): number {
  for (let i = 0; ; i++) {
    const [left, right] = [a[i], b[i]]
    if (!left || !right) return a.length - b.length
    if (left.id !== right.id) return byRank(left, right)
  }
}

function isInOrder(family: readonly Component[]): boolean {
  for (let i = 1; i < family.length; i++) {
    const [before, after] = [family[i - 1], family[i]]
    if (before && after && byRank(before, after) > 0) return false
  }
  return true
}
