import { drawingVersion } from '@mimic/engine/document'
import type { Component, Diff, Drawing, DrawingDocument, Id } from '@mimic/engine/document'

/**
 * Tracks whether a document differs from the server's version. Records are frozen and undo restores the same objects,
 * so it compares identities of changed components only: exact after undo, and fast for large drawings.
 */
export class UnsavedTracker {
  readonly #document: DrawingDocument
  readonly #changed = new Set<Id>()
  #saved: ReadonlyMap<Id, Component> = new Map()
  #page: Pick<Drawing, 'name' | 'layer' | 'symbols'>

  constructor(document: DrawingDocument, saved: Drawing = document.toDrawing()) {
    this.#document = document
    this.#page = saved
    this.markSaved(saved)
  }

  get isDirty(): boolean {
    return (
      this.#changed.size > 0 ||
      this.#page.name !== this.#document.name ||
      !isSameLayer(this.#page.layer, this.#document.layer) ||
      !isSameList(this.#page.symbols ?? [], this.#document.symbols)
    )
  }

  /** Marks this drawing, taken from the document earlier, as saved. */
  markSaved(drawing: Drawing): void {
    this.#saved = new Map(drawing.components.map((component) => [component.id, component]))
    this.#page = drawing
    this.#changed.clear()
    for (const id of new Set([...this.#saved.keys(), ...this.#document.components.keys()])) this.#compare(id)
  }

  /** Marks everything as unsaved, for a restored draft or an import into a new drawing. */
  markAllUnsaved(): void {
    this.markSaved({ version: drawingVersion, name: '', layer: this.#document.layer, components: [] })
  }

  update(diff: Diff): void {
    for (const component of diff.added) this.#compare(component.id)
    for (const component of diff.removed) this.#compare(component.id)
    for (const [before] of diff.updated) this.#compare(before.id)
  }

  #compare(id: Id): void {
    if (this.#saved.get(id) === this.#document.get(id)) this.#changed.delete(id)
    else this.#changed.add(id)
  }
}

function isSameLayer(a: Drawing['layer'], b: Drawing['layer']): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** Unchanged symbols are identical objects, because they are frozen. */
function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || (a.length === b.length && a.every((one, i) => one === b[i]))
}
