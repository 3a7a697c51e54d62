import { byRank } from '../../document/index.ts'
import type { Change, Component, Diff, DrawingView, Id, Layer, SymbolDefinition } from '../../document/index.ts'

/** A drawing view with some records replaced: the working state of a transaction, or the start state of a gesture. */
export class Overlay implements DrawingView {
  name: string
  layer: Layer
  symbols: readonly SymbolDefinition[]
  size: number
  readonly #base: DrawingView
  readonly #changes = new Map<Id, [before: Component | null, after: Component | null]>()
  /** Difference to the base in the number of components per name. */
  readonly #names = new Map<string, number>()
  readonly #touched = new Set<Id | null>()
  readonly #joined = new Map<Id | null, Set<Id>>()

  constructor(base: DrawingView) {
    this.#base = base
    this.name = base.name
    this.layer = base.layer
    this.symbols = base.symbols
    this.size = base.size
  }

  get(id: Id): Component | undefined {
    const change = this.#changes.get(id)
    return change === undefined ? this.#base.get(id) : (change[1] ?? undefined)
  }

  countByName(name: string): number {
    return this.#base.countByName(name) + (this.#names.get(name) ?? 0)
  }

  all(): Iterable<Component> {
    return this.#changes.size === 0 ? this.#base.all() : this.#allChanged()
  }

  children(parent: Id | null): readonly Component[] {
    const family = this.#base.children(parent)
    if (!this.#touched.has(parent)) return family
    const now: Component[] = []
    for (const { id } of family) {
      const component = this.get(id)
      if (component?.parent === parent) now.push(component)
    }
    for (const id of this.#joined.get(parent) ?? []) {
      const component = this.get(id)
      if (component?.parent === parent) now.push(component)
    }
    return now.sort(byRank)
  }

  /**
   * Replaces the record `before` (null to add) by `after` (null to remove). `before` must be the record returned by
   * `get`.
   */
  put(before: Component | null, after: Component | null): void {
    const id = (after ?? before)?.id
    if (id === undefined) return
    const change = this.#changes.get(id)
    if (change) change[1] = after
    else this.#changes.set(id, [before, after])
    if (before?.name !== after?.name) {
      if (before) this.#names.set(before.name, (this.#names.get(before.name) ?? 0) - 1)
      if (after) this.#names.set(after.name, (this.#names.get(after.name) ?? 0) + 1)
    }
    this.size += (after ? 1 : 0) - (before ? 1 : 0)
    if (before) this.#touched.add(before.parent)
    if (!after) return
    this.#touched.add(after.parent)
    const origin = change ? change[0] : before
    if (origin?.parent !== after.parent) this.#join(after)
  }

  /** Applies a diff to the overlay. */
  putDiff(diff: Diff): void {
    for (const component of diff.removed) this.put(component, null)
    for (const [before, after] of diff.updated) this.put(before, after)
    for (const component of diff.added) this.put(null, component)
    if (diff.name) this.name = diff.name[1]
    if (diff.layer) this.layer = diff.layer[1]
    if (diff.symbols) this.symbols = diff.symbols[1]
  }

  /**
   * Returns every changed record as a pair of base and current record. Both are the same if the change was reverted.
   */
  changes(): Iterable<Change> {
    return this.#changes.values()
  }

  *#allChanged(): Generator<Component> {
    for (const component of this.#base.all()) if (!this.#changes.has(component.id)) yield component
    for (const [, after] of this.#changes.values()) if (after) yield after
  }

  #join(record: Component): void {
    const joined = this.#joined.get(record.parent)
    if (joined) joined.add(record.id)
    else this.#joined.set(record.parent, new Set([record.id]))
  }
}
