import { copyGroup } from '../commands/index.ts'
import { groupType } from '../document/index.ts'
import type { Component, Diff, DrawingDocument, DrawingView, Id } from '../document/index.ts'

/**
 * Which components the editor acts on, in the order they were chosen. An empty selection means the layer. `scope`
 * is the group that was entered: clicks choose among its members until a click lands outside it.
 */
export interface Selection {
  readonly ids: readonly Id[]
  readonly scope: Id | null
  /** Whether it is selected itself, not by way of its group. */
  has(id: Id): boolean
  /** Selects these and no others; who is not in the drawing is passed over. */
  set(ids: readonly Id[]): void
  /**
   * Selects these records of the drawing, each once and no others, and these ids of them in the same order: of a hundred
   * thousand it would be seen if anything were looked up. Both lists are the selection's from now on.
   */
  take(components: readonly Component[], ids: readonly Id[]): void
  /** Adds it, or takes it out. */
  toggle(id: Id): void
  /** Selects nothing; an entered group stays entered. */
  clear(): void
  /** Goes into a group, or out of all with null; nothing is selected then. */
  enter(group: Id | null): void
  /** The selected records, back to front is not promised. */
  components(): Component[]
  /** Called when selection or entered group is another; answers how to stop listening. */
  onChange(listener: () => void): () => void
  /** Stops following the document. */
  destroy(): void
}

const countedAtOnce = 4096

/** A selection over a document: what is deleted leaves it by itself, so that no command has to remember. */
export function createSelection(document: DrawingDocument): Selection {
  const listeners = new Set<() => void>()
  let ids: readonly Id[] = []
  let scope: Id | null = null
  /** The first so many of the ids. Made bit by bit, at questions: of a hundred thousand a set takes longer than a frame. */
  let chosen = new Set<Id>()
  let counted = 0
  let records: readonly Component[] | null = null
  const isChosen = (id: Id): boolean => {
    for (const end = Math.min(ids.length, counted + countedAtOnce); counted < end; counted++) chosen.add(ids[counted])
    return chosen.has(id) || (counted < ids.length && ids.includes(id, counted))
  }

  const write = (next: readonly Id[], nextScope: Id | null): void => {
    const wished = new Set(next)
    const known = [...wished].filter((id) => document.get(id))
    const same = nextScope === scope && known.length === ids.length && known.every((id, index) => id === ids[index])
    if (same) return
    ids = known
    chosen = known.length === wished.size ? wished : new Set(known)
    counted = known.length
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
    get ids() { return ids },
    get scope() { return scope },
    has: isChosen,
    set: (next) => write(next, scope),
    take(components, next) {
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
 * What a click on `component` means: its outermost group, or, inside the entered group, the member of that group
 * that holds it. `left` tells that the click landed outside the entered group.
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

/** All that can be worked with in the entered group, or in the drawing: what is hidden or locked is passed over. */
export function selectAll(view: Tree, scope: Id | null): Id[] {
  return view.children(scope).filter(isOpen).map(({ id }) => id)
}

/** What `selectAll` chooses, less what is chosen now. */
export function selectInverse(view: Tree, ids: readonly Id[], scope: Id | null): Id[] {
  const chosen = new Set(ids)
  return selectAll(view, scope).filter((id) => !chosen.has(id))
}

/** All components of some types, also within groups, back to front; what is hidden or locked is passed over with all that is in it. */
export function selectType(view: Tree, types: Iterable<string>, scope: Id | null): Id[] {
  const wanted = new Set(types)
  return selectWhere(view, ({ type }) => wanted.has(type), scope)
}

/** All copies of the same originals as some components, these and the originals themselves; elsewhere as `selectType`. */
export function selectCopies(view: Tree, chosen: Iterable<Component>, scope: Id | null): Id[] {
  const wanted = new Set([...chosen].map(copyGroup))
  return selectWhere(view, (component) => wanted.has(copyGroup(component)), scope)
}

function selectWhere(view: Tree, isWanted: (component: Component) => boolean, scope: Id | null): Id[] {
  const found: Id[] = []
  const open = [...view.children(scope)].reverse()
  for (let component = open.pop(); component; component = open.pop()) {
    if (!isOpen(component)) continue
    if (isWanted(component)) found.push(component.id)
    else if (component.type === groupType) open.push(...[...view.children(component.id)].reverse())
  }
  return found
}

const isOpen = ({ visible, locked }: Component): boolean => visible && !locked
