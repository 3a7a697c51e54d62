import type { Component, Diff, DrawingDocument, Id } from '../document/index.ts'

/**
 * Which components the editor acts on, in the order they were chosen. An empty selection means the layer. `scope`
 * is the group that was entered: clicks choose among its members until a click lands outside it.
 */
export interface Selection {
  readonly ids: readonly Id[]
  readonly scope: Id | null
  has(id: Id): boolean
  set(ids: readonly Id[]): void
  toggle(id: Id): void
  clear(): void
  enter(group: Id | null): void
  /** The selected records, back to front is not promised. */
  components(): Component[]
  onChange(listener: () => void): () => void
  destroy(): void
}

/** A selection over a document: what is deleted leaves it by itself, so that no command has to remember. */
export function createSelection(document: DrawingDocument): Selection {
  const listeners = new Set<() => void>()
  let chosen: ReadonlySet<Id> = new Set()
  let ids: readonly Id[] = []
  let scope: Id | null = null

  const write = (next: readonly Id[], nextScope: Id | null): void => {
    const known = [...new Set(next)].filter((id) => document.get(id))
    const same = nextScope === scope && known.length === ids.length && known.every((id, index) => id === ids[index])
    if (same) return
    ids = known
    chosen = new Set(known)
    scope = nextScope
    for (const listener of listeners) listener()
  }

  const forget = document.onChange((diff: Diff) => {
    if (!diff.removed.length) return
    write(ids, scope && document.get(scope) ? scope : null)
  })

  return {
    get ids() { return ids },
    get scope() { return scope },
    has: (id) => chosen.has(id),
    set: (next) => write(next, scope),
    toggle: (id) => write(chosen.has(id) ? ids.filter((other) => other !== id) : [...ids, id], scope),
    clear: () => write([], scope),
    enter: (group) => write([], group),
    components: () => ids.flatMap((id) => document.get(id) ?? []),
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
