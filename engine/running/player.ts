import type { BoundComponent, Operand, Quality, Route, TagTable } from '../bindings/index.ts'
import { asQuality, quality, Router, unusable } from '../bindings/index.ts'
import type { Component, Id } from '../document/component.ts'
import type { Fields, FieldValue } from '../schema/index.ts'

export type LiveProps = Record<string, FieldValue>
/** Shows live values on a component; the object is the same one each time, changed in place. */
export type Override = (id: Id, props: Readonly<LiveProps>, mark: Quality) => void

interface Part {
  readonly bound: BoundComponent
  readonly live: LiveProps
  mark: Quality
}

/**
 * Plays tag values on the components bound to them: once a frame it drains the dirty tags, resolves the bindings
 * of the components they move and overrides those whose picture changes. It makes no garbage of its own: each
 * component has one object of live values from the start.
 */
export class Player {
  readonly router: Router
  #tags: TagTable
  #override: Override
  #parts: Part[]
  #isMoved: Uint8Array
  #moved: Uint32Array
  #movedCount = 0
  #route: Route | undefined

  constructor(components: Iterable<Component>, tags: TagTable, types: { get(type: string): { readonly fields: Fields } | undefined }, override: Override) {
    this.router = new Router(components, tags, types)
    this.#tags = tags
    this.#override = override
    this.#parts = this.router.components.map((bound) => ({
      bound,
      live: Object.fromEntries(bound.routes.map((route) => [route.prop, route.own])),
      mark: quality.good,
    }))
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
      if (!part || !this.#refresh(part)) continue
      this.#override(part.bound.id, part.live, part.mark)
      overridden++
    }
    return overridden
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

  /** Whether anything that shows has changed. */
  #refresh(part: Part): boolean {
    const { live, bound } = part
    const { values, texts } = this.#tags
    let mark = this.#worst(bound.tags)
    let isChanged = false
    for (let entry = 0; entry < bound.routes.length; entry++) {
      const route = bound.routes[entry]
      if (!route) continue
      this.#route = route
      const result = route.resolve(values[route.tag] ?? NaN, texts[route.tag], this.#readTag)
      if (result === unusable && mark < quality.bad) mark = quality.bad
      const shown = result === undefined || result === unusable ? route.own : result
      if (live[route.prop] === shown) continue
      live[route.prop] = shown
      isChanged = true
    }
    if (mark === part.mark) return isChanged
    part.mark = mark
    return true
  }

  #worst(tags: readonly number[]): Quality {
    const { qualities } = this.#tags
    let worst = 0
    for (let entry = 0; entry < tags.length; entry++) worst = Math.max(worst, qualities[tags[entry] ?? 0] ?? quality.stale)
    return asQuality(worst)
  }

  /** One reader for all expressions: it looks at the route being resolved, so that none is made for each. */
  #readTag = (slot: number): Operand => {
    const tag = this.#route?.others[slot]
    if (tag === undefined) return undefined
    const text = this.#tags.texts[tag]
    if (text !== undefined) return text
    const value = this.#tags.values[tag]
    return value === undefined || Number.isNaN(value) ? undefined : value
  }
}
