import { readAttachment } from './attachments.ts'
import { ObstacleIndex } from './obstacles.ts'
import type { Component, Diff, DrawingDocument, Id } from '../document/index.ts'
import type { EndFields } from './attachments.ts'
import type { Catalog } from './catalog.ts'

/**
 * Knows which lines stick to a component, so that moving one asks nobody else. Made at the first question by one walk
 * over the drawing, then kept by its diffs; a drawing without such lines pays a look at each changed record's type.
 */
export class AttachmentIndex {
  readonly #document: DrawingDocument
  readonly #catalog: Catalog
  /** What such lines get around. */
  readonly obstacles: ObstacleIndex
  #lines: Map<Id, Set<Id>> | null = null

  constructor(document: DrawingDocument, catalog: Catalog) {
    this.#document = document
    this.#catalog = catalog
    this.obstacles = new ObstacleIndex(document, catalog)
    document.onChange((diff) => this.#note(diff))
  }

  /** The component types that it knows lines by. */
  get types(): Catalog {
    return this.#catalog
  }

  /** The fields of a line whose ends stick; undefined for everything else. */
  endsOf(component: Component): EndFields | undefined {
    return this.#catalog.get(component.type)?.ends
  }

  /** What a component's property is: its own value, or its type's default. */
  valueOf(component: Component, field: string): unknown {
    return component.props[field] ?? this.#catalog.get(component.type)?.fields[field]?.default
  }

  /** Lines of the document as it is shown now that stick to a component. */
  linesAt(id: Id): Iterable<Id> {
    return this.#whole().get(id) ?? none
  }

  /** Whether any line of the document sticks to anything. */
  get hasLines(): boolean {
    return this.#whole().size > 0
  }

  #whole(): Map<Id, Set<Id>> {
    if (this.#lines) return this.#lines
    this.#lines = new Map()
    for (const component of this.#document.all()) this.#put(component)
    return this.#lines
  }

  #note(diff: Diff): void {
    if (!this.#lines) return
    for (const component of diff.removed) this.#take(component)
    for (const [before, after] of diff.updated) {
      if (before.props === after.props) continue
      this.#take(before)
      this.#put(after)
    }
    for (const component of diff.added) this.#put(component)
  }

  #put(component: Component): void {
    for (const id of this.#targetsOf(component)) {
      const lines = this.#lines?.get(id)
      if (lines) lines.add(component.id)
      else this.#lines?.set(id, new Set([component.id]))
    }
  }

  #take(component: Component): void {
    for (const id of this.#targetsOf(component)) {
      const lines = this.#lines?.get(id)
      lines?.delete(component.id)
      if (lines?.size === 0) this.#lines?.delete(id)
    }
  }

  #targetsOf(component: Component): Id[] {
    const ends = this.endsOf(component)
    if (!ends) return []
    return [component.props[ends.from], component.props[ends.to]].flatMap((text) => readAttachment(text)?.id ?? [])
  }
}

const none: readonly Id[] = []
