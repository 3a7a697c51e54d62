import { copyGroup } from '../commands/index.ts'
import { groupType } from '../document/index.ts'
import type { Component, Diff, DrawingDocument, DrawingView, Id } from '../document/index.ts'

/**
 * Selected components in the order of selection. With an empty selection the editor acts on the layer. `scope` is the
 * entered group: clicks select its members until a click hits outside it.
 */
export interface Selection {
  readonly ids: readonly Id[]
  readonly scope: Id | null
  /** Whether the component itself is selected; false for members of a selected group. */
  has(id: Id): boolean
  /** Replaces the selection. Unknown ids are ignored. */
  set(ids: readonly Id[]): void
  /**
   * Replaces the selection with distinct components and their ids in the same order. Avoids lookups for very large
   * selections (100,000). The selection keeps both arrays, so do not modify them.
   */
  replace(components: readonly Component[], ids: readonly Id[]): void
  /** Adds or removes a component. */
  toggle(id: Id): void
  /** Clears the selection; the entered group remains. */
  clear(): void
  /** Enters a group (null: leaves all groups) and clears the selection. */
  enter(group: Id | null): void
  /** Returns the selected components in no particular order. */
  components(): Component[]
  /** Subscribes to changes of the selection or the entered group. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
  /** Stops following the document. */
  destroy(): void
}

const indexBatchSize = 4096

/** Creates a selection. Deleted components are removed from it automatically. */
export function createSelection(document: DrawingDocument): Selection {
  const listeners = new Set<() => void>()
  let ids: readonly Id[] = []
  let scope: Id | null = null
  /**
   * The first `counted` ids, added incrementally by `has`, because building a set of 100,000 ids takes longer than a
   * frame.
   */
  let chosen = new Set<Id>()
  let counted = 0
  let records: readonly Component[] | null = null
  const isChosen = (id: Id): boolean => {
    for (const end = Math.min(ids.length, counted + indexBatchSize); counted < end; counted++) chosen.add(ids[counted])
    return chosen.has(id) || (counted < ids.length && ids.includes(id, counted))
  }

  const write = (next: readonly Id[], nextScope: Id | null): void => {
    const requested = new Set(next)
    const existing = [...requested].filter((id) => document.get(id))
    const same =
      nextScope === scope && existing.length === ids.length && existing.every((id, index) => id === ids[index])
    if (same) return
    ids = existing
    chosen = existing.length === requested.size ? requested : new Set(existing)
    counted = existing.length
    records = null
    scope = nextScope
    for (const listener of listeners) listener()
  }

  const forget = document.onChange((diff: Diff) => {
    records = null
    if (!diff.removed.length) return
    write(ids, scope && document.get(scope) ? scope : null)
  })

  return {
    get ids() {
      return ids
    },
    get scope() {
      return scope
    },
    has: isChosen,
    set: (next) => write(next, scope),
    replace(components, next) {
      if (next.length === ids.length && next.every((id, index) => id === ids[index])) return
      ids = next
      chosen = new Set()
      counted = 0
      records = components
      for (const listener of listeners) listener()
    },
    toggle: (id) => write(isChosen(id) ? ids.filter((other) => other !== id) : [...ids, id], scope),
    clear: () => write([], scope),
    enter: (group) => write([], group),
    components() {
      records ??= ids.flatMap((id) => document.get(id) ?? [])
      return [...records]
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    destroy() {
      forget()
      listeners.clear()
    },
  }
}

/**
 * Returns the id that a click on `component` selects: its outermost group, or its ancestor inside the entered group.
 * `left` is true if the click is outside the entered group.
 */
export function pick(document: DrawingDocument, component: Component, scope: Id | null): { id: Id; left: boolean } {
  let current = component
  for (;;) {
    if (current.parent === scope) return { id: current.id, left: false }
    const parent = current.parent ? document.get(current.parent) : undefined
    if (!parent) return { id: current.id, left: scope !== null }
    current = parent
  }
}

type Tree = Pick<DrawingView, 'children'>

/** Returns all children of the entered group, or of the drawing, that are neither hidden nor locked. */
export function selectAll(view: Tree, scope: Id | null): Id[] {
  return view
    .children(scope)
    .filter(isOpen)
    .map(({ id }) => id)
}

/** Returns the result of `selectAll` without the selected ids. */
export function selectInverse(view: Tree, ids: readonly Id[], scope: Id | null): Id[] {
  const chosen = new Set(ids)
  return selectAll(view, scope).filter((id) => !chosen.has(id))
}

/**
 * Returns all components of the given types, including those in groups, back to front. Hidden and locked components are
 * skipped with their descendants.
 */
export function selectType(view: Tree, types: Iterable<string>, scope: Id | null): Id[] {
  const accepted = new Set(types)
  return selectWhere(view, ({ type }) => accepted.has(type), scope)
}

/**
 * Returns all copies of the same originals as the given components, including the originals. Skips components like
 * `selectType`.
 */
export function selectCopies(view: Tree, chosen: Iterable<Component>, scope: Id | null): Id[] {
  const accepted = new Set([...chosen].map(copyGroup))
  return selectWhere(view, (component) => accepted.has(copyGroup(component)), scope)
}

function selectWhere(view: Tree, accepts: (component: Component) => boolean, scope: Id | null): Id[] {
  const found: Id[] = []
  const open = [...view.children(scope)].reverse()
  for (let component = open.pop(); component; component = open.pop()) {
    if (!isOpen(component)) continue
    if (accepts(component)) found.push(component.id)
    else if (component.type === groupType) open.push(...[...view.children(component.id)].reverse())
  }
  return found
}

const isOpen = ({ visible, locked }: Component): boolean => visible && !locked
