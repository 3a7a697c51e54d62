import { readAttachment } from '../base/attachments.ts'
import { ObstacleIndex } from './obstacles.ts'
import type { Component, Diff, DrawingDocument, Id } from '../../document/index.ts'
import type { EndFields } from '../base/attachments.ts'
import type { Catalog } from '../base/catalog.ts'

/**
 * Index of lines by the components they are attached to. Built on first use by one pass over the drawing, then updated
 * from document diffs. Drawings without attached lines only pay for a type lookup per changed record.
 */
export class AttachmentIndex {
  readonly #document: DrawingDocument
  readonly #catalog: Catalog
  /** Obstacles for automatic routing. */
  readonly obstacles: ObstacleIndex
  #lines: Map<Id, Set<Id>> | null = null

  constructor(document: DrawingDocument, catalog: Catalog) {
    this.#document = document
    this.#catalog = catalog
    this.obstacles = new ObstacleIndex(document, catalog)
    document.onChange((diff) => this.#note(diff))
  }

  get types(): Catalog {
    return this.#catalog
  }

  /** Returns the end fields of a line type; undefined for other types. */
  getEnds(component: Component): EndFields | undefined {
    return this.#catalog.get(component.type)?.ends
  }

  /** Returns the value of a property, or the default of the component's type. */
  getValue(component: Component, field: string): unknown {
    return component.props[field] ?? this.#catalog.get(component.type)?.fields[field]?.default
  }

  /** Returns the ids of lines attached to a component in the current document. */
  linesAt(id: Id): Iterable<Id> {
    return this.#whole().get(id) ?? none
  }

  /** True if any line of the document is attached to a component. */
  get hasLines(): boolean {
    return this.#whole().size > 0
  }

  #whole(): Map<Id, Set<Id>> {
    if (this.#lines) return this.#lines
    this.#lines = new Map()
    for (const component of this.#document.all()) this.#add(component)
    return this.#lines
  }

  #note(diff: Diff): void {
    if (!this.#lines) return
    for (const component of diff.removed) this.#remove(component)
    for (const [before, after] of diff.updated) {
      if (before.props === after.props) continue
      this.#remove(before)
      this.#add(after)
    }
    for (const component of diff.added) this.#add(component)
  }

  #add(component: Component): void {
    for (const id of this.#getTargets(component)) {
      const lines = this.#lines?.get(id)
      if (lines) lines.add(component.id)
      else this.#lines?.set(id, new Set([component.id]))
    }
  }

  #remove(component: Component): void {
    for (const id of this.#getTargets(component)) {
      const lines = this.#lines?.get(id)
      lines?.delete(component.id)
      if (lines?.size === 0) this.#lines?.delete(id)
    }
  }

  #getTargets(component: Component): Id[] {
    const ends = this.getEnds(component)
    if (!ends) return []
    return [component.props[ends.from], component.props[ends.to]].flatMap((text) => readAttachment(text)?.id ?? [])
  }
}

const none: readonly Id[] = []
