import type { Quality, TagTable } from '../bindings/index.ts'
import { Router } from '../bindings/index.ts'
import type { Component, Id } from '../document/component.ts'
import type { Fields, FieldValue } from '../schema/index.ts'
import type { Fed, LivePart, LiveProps } from './liveProps.ts'
import { livePartsOf, LiveReader } from './liveProps.ts'

/** Shows live values on a component; the object is the same one each time, changed in place. */
export type Override = (id: Id, props: Readonly<LiveProps>, mark: Quality) => void

/**
 * Plays tag values on the components bound to them: once a frame it drains the dirty tags, resolves the bindings
 * of the components they move and overrides those whose picture changes. It makes no garbage of its own: each
 * component has one object of live values from the start.
 */
export class Player {
  readonly router: Router
  #tags: TagTable
  #override: Override
  #parts: LivePart[]
  #reader: LiveReader
  #isMoved: Uint8Array
  #moved: Uint32Array
  #movedCount = 0
  #placeOf = new Map<Id, number>()

  constructor(
    components: Iterable<Component>, tags: TagTable, types: { get(type: string): { readonly fields: Fields } | undefined }, override: Override, fed?: Fed,
  ) {
    this.router = new Router(components, tags, types)
    this.#tags = tags
    this.#override = override
    this.#parts = livePartsOf(this.router, fed)
    for (const [place, { bound, unfed }] of this.#parts.entries()) if (unfed) this.#placeOf.set(bound.id, place)
    this.#reader = new LiveReader(tags)
    this.#isMoved = new Uint8Array(this.#parts.length)
    this.#moved = new Uint32Array(this.#parts.length)
    for (let place = 0; place < this.#parts.length; place++) this.#move(place)
  }

  /** Brings every component up to date with the table; returns how many were overridden. */
  play(): number {
    this.#tags.drain(this.#tagMoved)
    const count = this.#movedCount
    this.#movedCount = 0
    let overridden = 0
    for (let entry = 0; entry < count; entry++) {
      const place = this.#moved[entry] ?? 0
      this.#isMoved[place] = 0
      const part = this.#parts[place]
      if (!part || !this.#reader.refresh(part)) continue
      this.#override(part.bound.id, part.live, part.mark)
      overridden++
    }
    return overridden
  }

  /** Shows what a feed brought with the next frame; null: it is no longer known. */
  feed(id: Id, prop: string, value: FieldValue | null): void {
    const place = this.#placeOf.get(id)
    const part = place === undefined ? undefined : this.#parts[place]
    if (place === undefined || !part?.unfed) return
    if (value === null) part.unfed.add(prop)
    else {
      part.unfed.delete(prop)
      part.isFed ||= part.live[prop] !== value
      part.live[prop] = value
    }
    this.#move(place)
  }

  #tagMoved = (tag: number): void => {
    const places = this.router.componentsOf(tag)
    for (let entry = 0; entry < places.length; entry++) this.#move(places[entry] ?? 0)
  }

  #move(place: number): void {
    if (this.#isMoved[place] === 1) return
    this.#isMoved[place] = 1
    this.#moved[this.#movedCount++] = place
  }
}
