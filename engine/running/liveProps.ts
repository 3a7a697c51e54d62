import type { BoundComponent, Operand, Quality, Route, Router, TagTable } from '../bindings/index.ts'
import { asQuality, quality, unusable } from '../bindings/index.ts'
import type { Id } from '../document/component.ts'
import type { FieldValue } from '../schema/index.ts'

export type LiveProps = Record<string, FieldValue>

/** A bound component while it runs: one object of live values from the start, changed in place. */
export interface LivePart {
  readonly bound: BoundComponent
  readonly live: LiveProps
  mark: Quality
  /** Properties that feeds write and whose value is not, or no longer, known; null: nothing feeds it. */
  readonly unfed: Set<string> | null
  /** Whether a feed has brought something that is not shown yet. */
  isFed: boolean
}

/** The properties that feeds write, by component. */
export type Fed = ReadonlyMap<Id, readonly { readonly prop: string }[]>

/** The parts of what is bound and of what is fed; a fed one is stale until its first value comes. */
export function livePartsOf(router: Router, fed: Fed = new Map()): LivePart[] {
  const isBound = new Set(router.components.map(({ id }) => id))
  const unbound = [...fed.keys()].filter((id) => !isBound.has(id)).map((id): BoundComponent => ({ id, routes: [], tags: [], weighed: [] }))
  return [...router.components, ...unbound].map((bound) => {
    const feeds = fed.get(bound.id)
    return {
      bound,
      live: Object.fromEntries(bound.routes.map((route) => [route.prop, route.own])),
      mark: quality.good,
      unfed: feeds ? new Set(feeds.map(({ prop }) => prop)) : null,
      isFed: false,
    }
  })
}

/**
 * Brings parts up to date with a table of tags, without garbage of its own: once for a picture, each frame while running.
 * A component is as doubtful as the worst of its tags; an expression that asks for quality only as what it then used.
 */
export class LiveReader {
  readonly #tags: TagTable
  #route: Route | undefined
  /** Worst quality of what the expression being worked out has used so far. */
  #used: Quality = quality.good

  constructor(tags: TagTable) {
    this.#tags = tags
  }

  /** Whether anything that shows has changed. */
  refresh(part: LivePart): boolean {
    const { live, bound } = part
    const { values, texts } = this.#tags
    let mark: Quality = part.unfed && part.unfed.size > 0 ? quality.stale : this.#worst(bound.weighed)
    let isChanged = part.isFed
    part.isFed = false
    for (let entry = 0; entry < bound.routes.length; entry++) {
      const route = bound.routes[entry]
      if (!route) continue
      this.#route = route
      this.#used = quality.good
      const result = route.resolve(values[route.tag] ?? NaN, texts[route.tag], this.#readTag, route.asksQuality ? this.#sense : undefined)
      if (this.#used > mark) mark = this.#used
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

  #sense = (slot: number, isUsed: boolean): Quality => {
    const tag = slot < 0 ? this.#route?.tag : this.#route?.others[slot]
    const mark = tag === undefined ? quality.stale : asQuality(this.#tags.qualities[tag])
    if (isUsed && mark > this.#used) this.#used = mark
    return mark
  }
}
