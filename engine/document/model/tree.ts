import { groupType } from './component.ts'
import type { Component, Id, Layer } from './component.ts'
import type { SymbolDefinition } from './symbol.ts'

/** Read access to a drawing: a document or a transaction's view of it. */
export interface DrawingView {
  readonly name: string
  readonly layer: Layer
  readonly symbols: readonly SymbolDefinition[]
  /** Number of components. */
  readonly size: number
  get(id: Id): Component | undefined
  /** Returns the number of components with this name. The first call scans the drawing. */
  countByName(name: string): number
  /** Returns all components in undefined order. */
  all(): Iterable<Component>
  /**
   * Returns the children of a group, or of the drawing for null, by rank from back to front. The list is live: do not
   * keep it, because later changes modify it.
   */
  children(parent: Id | null): readonly Component[]
}

/**
 * Compares siblings by rank. Equal ranks do not occur in valid drawings; ids make the order deterministic even then.
 */
export function byRank(a: Component, b: Component): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Groups components by parent, each list sorted by rank. */
export function groupByParent(components: Iterable<Component>): Map<Id | null, Component[]> {
  const families = new Map<Id | null, Component[]>()
  for (const component of components) {
    const family = families.get(component.parent)
    if (family) family.push(component)
    else families.set(component.parent, [component])
  }
  for (const family of families.values()) if (!isInOrder(family)) family.sort(byRank)
  return families
}

/**
 * Returns all members below a parent (null: the whole drawing), depth first, groups before their members. Not
 * recursive.
 */
export function getDescendants(view: Pick<DrawingView, 'children'>, parent: Id | null): Component[] {
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

/** Returns the groups around a component, nearest first. */
export function getAncestors(view: Pick<DrawingView, 'get'>, component: Component): Component[] {
  const ancestors: Component[] = []
  for (let parent = component.parent; parent !== null;) {
    const group = view.get(parent)
    if (!group) break
    ancestors.push(group)
    parent = group.parent
  }
  return ancestors
}

/** Returns the named components without members of named groups, in paint order. Unknown ids are ignored. */
export function rootsAmong(view: DrawingView, ids: Iterable<Id>): Component[] {
  const chosen = [...new Set(ids)].map((id) => view.get(id)).filter((component) => component !== undefined)
  return inPaintOrder(view, getRoots(view, chosen))
}

/** Returns the components without members of groups in the list, in the given order. */
export function getRoots(view: Pick<DrawingView, 'get'>, components: readonly Component[]): Component[] {
  const groups = new Set(components.filter((component) => component.type === groupType))
  if (groups.size === 0) return [...components]
  return components.filter(
    (component) => component.parent === null || !getAncestors(view, component).some((group) => groups.has(group)),
  )
}

/** Sorts components in paint order by the ranks on their paths, without scanning the drawing. */
export function inPaintOrder(view: Pick<DrawingView, 'get'>, components: readonly Component[]): Component[] {
  if (components.every((component) => component.parent === null)) return components.toSorted(byRank)
  const ancestries = new Map(
    components.map((component) => [component, [...getAncestors(view, component).reverse(), component]]),
  )
  return components.toSorted((a, b) => compareAncestry(ancestries.get(a) ?? [], ancestries.get(b) ?? []))
}

function compareAncestry(a: readonly Component[], b: readonly Component[]): number {
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
