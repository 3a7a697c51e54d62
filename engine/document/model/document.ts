import { drawingVersion } from './drawing.ts'
import { noSymbols } from './symbolMap.ts'
import { record } from './record.ts'
import { updateSiblings, getSiblingIndex } from './siblingOrder.ts'
import { getDescendants, groupByParent } from './tree.ts'
import type { Component, Id, Layer } from './component.ts'
import type { Diff } from './diff.ts'
import type { Drawing } from './drawing.ts'
import type { SymbolDefinition } from './symbol.ts'
import type { DrawingView } from './tree.ts'

/**
 * Mutable holder of a drawing's frozen records. The component map is updated in place, because copying 100,000 entries
 * takes tens of milliseconds per change. All changes are made by `apply(diff)` and reported to listeners as the same
 * diff.
 *
 * ```ts
 * const document = new DrawingDocument(drawing)
 * const unsubscribe = document.onChange((diff) => repaint(diff))
 * ```
 */
export class DrawingDocument implements DrawingView {
  #name: string
  #layer: Layer
  #symbols: readonly SymbolDefinition[]
  readonly #components = new Map<Id, Component>()
  readonly #childrenByParent: Map<Id | null, Component[]>
  /**
   * Ids whose records in the sibling lists are outdated. Updated lazily, because the order is rarely needed after a
   * move.
   */
  readonly #outdated = new Set<Id>()
  readonly #listeners = new Set<(diff: Diff) => void>()
  /** Built on first use; most documents never need it. */
  #names: Map<string, number> | null = null
  #isNotifying = false

  constructor(drawing: Drawing) {
    this.#name = drawing.name
    this.#layer = Object.freeze(drawing.layer)
    this.#symbols = drawing.symbols ?? noSymbols
    for (const component of drawing.components) {
      if (this.#components.has(component.id)) throw new Error(`duplicate component id ${component.id}`)
      this.#components.set(component.id, Object.isFrozen(component) ? component : record(component))
    }
    this.#childrenByParent = groupByParent(this.#components.values())
  }

  get name(): string {
    return this.#name
  }

  get layer(): Layer {
    return this.#layer
  }

  get symbols(): readonly SymbolDefinition[] {
    return this.#symbols
  }

  get size(): number {
    return this.#components.size
  }

  get components(): ReadonlyMap<Id, Component> {
    return this.#components
  }

  /** Returns the current record of a component, or undefined. */
  get(id: Id): Component | undefined {
    return this.#components.get(id)
  }

  all(): Iterable<Component> {
    return this.#components.values()
  }

  countByName(name: string): number {
    if (!this.#names) {
      this.#names = new Map()
      for (const component of this.#components.values()) countName(this.#names, component.name, 1)
    }
    return this.#names.get(name) ?? 0
  }

  children(parent: Id | null): readonly Component[] {
    return this.#upToDate().get(parent) ?? noChildren
  }

  /** Returns all components in paint order: back to front, groups before their members. */
  paintOrder(): Component[] {
    return getDescendants(this, null)
  }

  /** Returns all direct and indirect members of a group in paint order; empty for other components. */
  descendants(id: Id): Component[] {
    return getDescendants(this, id)
  }

  /** Returns the component painted directly before this one, or null for the first. */
  previousInPaint(id: Id): Component | null {
    const component = this.#components.get(id)
    if (!component) return null
    const family = this.children(component.parent)
    let previous = family[getSiblingIndex(family, component) - 1]
    if (!previous) return component.parent === null ? null : (this.#components.get(component.parent) ?? null)
    for (let last = this.children(previous.id).at(-1); last; last = this.children(last.id).at(-1)) previous = last
    return previous
  }

  /**
   * Applies a diff and notifies the listeners.
   *
   * @throws Error if the diff does not match the document or a listener calls it. The document is then unchanged.
   */
  apply(diff: Diff): void {
    if (this.#isNotifying) throw new Error('a listener of the document must not change it')
    this.#check(diff)
    if (movesFamilies(diff)) this.#upToDate()
    const moves = new FamilyMoves()
    for (const component of diff.removed) {
      this.#components.delete(component.id)
      moves.leave(component)
    }
    for (const [before, after] of diff.updated) {
      this.#components.set(after.id, after)
      if (before.parent === after.parent && before.rank === after.rank) this.#outdated.add(after.id)
      else moves.move(before, after)
    }
    for (const component of diff.added) {
      this.#components.set(component.id, component)
      moves.join(component)
    }
    moves.write(this.#childrenByParent)
    if (this.#names) countNames(this.#names, diff)
    if (diff.name) this.#name = diff.name[1]
    if (diff.layer) this.#layer = diff.layer[1]
    if (diff.symbols) this.#symbols = diff.symbols[1]
    this.#notify(diff)
  }

  /** Subscribes to changes. Listeners must not change the document. Returns a function that unsubscribes. */
  onChange(listener: (diff: Diff) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the drawing as plain data in paint order. */
  toDrawing(): Drawing {
    const drawing = {
      version: drawingVersion,
      name: this.#name,
      layer: this.#layer,
      components: this.paintOrder(),
    } as const
    return this.#symbols.length > 0 ? { ...drawing, symbols: this.#symbols } : drawing
  }

  #check(diff: Diff): void {
    for (const component of diff.removed)
      if (this.#components.get(component.id) !== component)
        throw new Error(`component ${component.id} to remove does not match or does not exist`)
    for (const [before] of diff.updated)
      if (this.#components.get(before.id) !== before)
        throw new Error(`component ${before.id} to update does not match or does not exist`)
    for (const component of diff.added)
      if (this.#components.has(component.id)) throw new Error(`component ${component.id} to add already exists`)
  }

  #upToDate(): Map<Id | null, Component[]> {
    for (const id of this.#outdated) {
      const component = this.#components.get(id)
      const family = component && this.#childrenByParent.get(component.parent)
      if (family) family[getSiblingIndex(family, component)] = component
    }
    this.#outdated.clear()
    return this.#childrenByParent
  }

  /** Notifies all listeners. An error in a listener is reported as uncaught; the change remains. */
  #notify(diff: Diff): void {
    this.#isNotifying = true
    for (const listener of this.#listeners) {
      try {
        listener(diff)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
    this.#isNotifying = false
  }
}

function movesFamilies({ removed, added, updated }: Diff): boolean {
  return (
    removed.length > 0 ||
    added.length > 0 ||
    updated.some(([before, after]) => before.parent !== after.parent || before.rank !== after.rank)
  )
}

function countNames(counts: Map<string, number>, { removed, added, updated }: Diff): void {
  for (const { name } of removed) countName(counts, name, -1)
  for (const { name } of added) countName(counts, name, 1)
  for (const [before, after] of updated) {
    if (before.name === after.name) continue
    countName(counts, before.name, -1)
    countName(counts, after.name, 1)
  }
}

function countName(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by
  if (count > 0) counts.set(name, count)
  else counts.delete(name)
}

const noChildren: readonly Component[] = Object.freeze([])

/** Collects moves between sibling lists, so that each list is rewritten at most once per diff. */
class FamilyMoves {
  readonly #leaving = new Map<Id | null, Component[]>()
  readonly #joining = new Map<Id | null, Component[]>()

  leave(component: Component): void {
    addToList(this.#leaving, component)
  }

  join(component: Component): void {
    addToList(this.#joining, component)
  }

  move(before: Component, after: Component): void {
    this.leave(before)
    this.join(after)
  }

  write(families: Map<Id | null, Component[]>): void {
    for (const parent of new Set([...this.#leaving.keys(), ...this.#joining.keys()])) {
      const family = updateSiblings(
        families.get(parent) ?? [],
        this.#leaving.get(parent) ?? [],
        this.#joining.get(parent) ?? [],
      )
      if (family.length > 0) families.set(parent, family)
      else families.delete(parent)
    }
  }
}

function addToList(lists: Map<Id | null, Component[]>, component: Component): void {
  const list = lists.get(component.parent)
  if (list) list.push(component)
  else lists.set(component.parent, [component])
}
