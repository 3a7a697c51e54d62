import type { BoundComponent, Operand, Quality, Resolver, Route, Router, TagTable } from '../bindings/index.ts'
import { asQuality, quality, invalid } from '../bindings/index.ts'
import type { Feed } from '../components/define.ts'
import type { Id } from '../document/model/component.ts'
import type { FieldValue } from '../schema/index.ts'
import { isResponse } from './feeds.ts'

/** Live values of one component by property. */
export type LiveProps = Record<string, FieldValue>

/** Properties written by feeds, by component. */
export type FedProps = ReadonlyMap<Id, readonly Pick<Feed, 'prop' | 'kind'>[]>

/** Receives the live values of one component. */
export interface LiveHandle {
  /** Row for fast updates of a single value; absent if not supported. */
  readonly row?: number
  /** Sets a live value over the component's own. */
  set(prop: string, value: FieldValue): void
  /** Shows the values set before, with this quality. */
  show(mark: Quality): void
}

/** Result of a refresh: no visible change, changed values with the same quality, or a changed quality. */
export const refreshResult = { none: 0, values: 1, doubt: 2 } as const
type RefreshResult = (typeof refreshResult)[keyof typeof refreshResult]

/** State of the feeds of a component. */
interface FeedState {
  readonly delivered: Map<string, FieldValue>
  /** Properties whose feed has no current value, with the resulting quality of the component. */
  readonly missing: Map<string, Quality>
  /** Whether a feed has delivered a value that is not shown yet. */
  hasNewValue: boolean
}

/**
 * Live values of all components with bindings or feeds, stored in columns and indexed by place. With 10,000 components
 * of which 1,000 change per frame, access to scattered objects would take longer than the calculation.
 */
export class LiveTable {
  /** Component at each place: components with bindings in the router's order, then components with feeds only. */
  readonly ids: readonly Id[]
  readonly #tags: TagTable
  readonly #marks: Uint8Array
  /** Index of the first route of each place, with one additional entry at the end. */
  readonly #firsts: Uint32Array
  readonly #routes: Route[]
  readonly #props: string[] = []
  readonly #tagByRoute: Uint32Array
  readonly #resolvers: Resolver[] = []
  /** Whether a route reads only its own tag and keeps the last known value. */
  readonly #isPlain: Uint8Array
  /** Current value of each route. */
  readonly #shown: FieldValue[] = []
  /** Whether a route shows its fallback because the tag's value is unknown. */
  readonly #isUnknown: Uint8Array
  readonly #feedStates = new Map<number, FeedState>()
  #route: Route | undefined
  /** Worst quality used so far by the expression being evaluated. */
  #usedQuality: Quality = quality.good

  /** Feeds start as stale. Properties that wait for a response (`isAnswer`) start empty. */
  constructor(router: Router, tags: TagTable, fed: FedProps = new Map()) {
    const bound = listParts(router, fed)
    this.#tags = tags
    this.ids = bound.map(({ id }) => id)
    this.#marks = new Uint8Array(bound.length)
    this.#firsts = new Uint32Array(bound.length + 1)
    this.#routes = bound.flatMap(({ routes }) => routes)
    this.#tagByRoute = new Uint32Array(this.#routes.length)
    this.#isPlain = new Uint8Array(this.#routes.length)
    this.#isUnknown = new Uint8Array(this.#routes.length)
    this.#fill(bound)
    if (fed.size > 0) this.#awaitFeeds(fed)
  }

  /**
   * Fills all columns in one pass, because the routes of a large drawing are scattered in memory and each pass is
   * expensive.
   */
  #fill(bound: readonly Pick<BoundComponent, 'routes'>[]): void {
    let at = 0
    for (let place = 0; place < bound.length; place++) {
      for (const { prop, tag, resolve, others, usesQuality, first, unknown } of bound[place]?.routes ?? []) {
        this.#props.push(prop)
        this.#resolvers.push(resolve)
        this.#shown.push(first)
        this.#tagByRoute[at] = tag
        this.#isPlain[at] = others.length === 0 && !usesQuality && unknown === undefined ? 1 : 0
        at++
      }
      this.#firsts[place + 1] = at
    }
  }

  #awaitFeeds(fed: FedProps): void {
    for (const [place, id] of this.ids.entries()) {
      const feeds = fed.get(id)
      const delivered = new Map(
        feeds?.filter((feed) => isResponse(feed) && !this.#isBound(place, feed.prop)).map(({ prop }) => [prop, '']),
      )
      if (feeds)
        this.#feedStates.set(place, {
          delivered,
          missing: new Map(feeds.map(({ prop }) => [prop, quality.stale])),
          hasNewValue: false,
        })
    }
  }

  get size(): number {
    return this.ids.length
  }

  /** Whether the place has exactly one route and no feed. */
  isSingle(place: number): boolean {
    return (this.#firsts[place + 1] ?? 0) - (this.#firsts[place] ?? 0) === 1 && !this.#feedStates.has(place)
  }

  /** Whether the quality at a place is good. */
  isGood(place: number): boolean {
    return this.#marks[place] === quality.good
  }

  /** Returns the current value of the place's first route. */
  firstShown(place: number): FieldValue | undefined {
    return this.#shown[this.#firsts[place] ?? 0]
  }

  /** Whether a bound property shows its fallback because the tag's value is unknown. */
  isUnknown(id: Id, prop: string): boolean {
    const place = this.ids.indexOf(id)
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++)
      if (this.#props[at] === prop) return this.#isUnknown[at] === 1
    return false
  }

  /** Passes the values of the last refresh to the handle of the component. */
  show(place: number, handle: LiveHandle): void {
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++) {
      const value = this.#shown[at]
      if (value !== undefined) handle.set(this.#props[at] ?? '', value)
    }
    if (this.#feedStates.size > 0)
      for (const [prop, value] of this.#feedStates.get(place)?.delivered ?? noValues) handle.set(prop, value)
    handle.show(asQuality(this.#marks[place]))
  }

  /**
   * Updates a component from its tags and returns which part of it has changed. Its quality is the worst of its tags;
   * an expression that tests quality counts only the tags that it used.
   */
  refresh(place: number): RefreshResult {
    const { values, texts, qualities } = this.#tags
    const fed = this.#feedStates.size > 0 ? this.#feedStates.get(place) : undefined
    let worst: number = quality.good
    if (fed) for (const mark of fed.missing.values()) worst = Math.max(worst, mark)
    let isChanged = fed?.hasNewValue ?? false
    if (fed) fed.hasNewValue = false
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++) {
      const tag = this.#tagByRoute[at] ?? 0
      let result
      if (this.#isPlain[at] === 1) {
        worst = Math.max(worst, qualities[tag] ?? quality.stale)
        result = this.#resolvers[at]?.(values[tag] ?? NaN, texts[tag], this.#readTag)
      } else {
        result = this.#resolveExpression(at)
        worst = Math.max(worst, this.#usedQuality, result === invalid ? quality.bad : quality.good)
        const unknown = this.#routes[at]?.unknown
        if (unknown !== undefined) {
          this.#isUnknown[at] = result === invalid || this.#usedQuality >= quality.bad ? 1 : 0
          if (this.#isUnknown[at] === 1) result = unknown
        }
      }
      if (result === invalid) worst = Math.max(worst, quality.bad)
      if (result === undefined) result = this.#routes[at]?.own
      if (result === undefined || result === invalid || this.#shown[at] === result) continue
      this.#shown[at] = result
      isChanged = true
    }
    const mark = asQuality(worst)
    if (mark === this.#marks[place]) return isChanged ? refreshResult.values : refreshResult.none
    this.#marks[place] = mark
    return refreshResult.doubt
  }

  /**
   * Applies a value of a feed: null marks the last value as stale, undefined means that there is none. Returns false if
   * the component has no feeds.
   */
  feed(place: number, prop: string, input: FieldValue | null | undefined): boolean {
    const fed = this.#feedStates.get(place)
    if (!fed) return false
    if (input === null) {
      fed.missing.set(prop, quality.stale)
      return true
    }
    const value = input ?? ''
    if (input === undefined) fed.missing.set(prop, quality.bad)
    else fed.missing.delete(prop)
    if (fed.delivered.get(prop) === value || this.#isBound(place, prop)) return true
    fed.delivered.set(prop, value)
    fed.hasNewValue = true
    return true
  }

  /** Whether a tag drives the property; a binding takes precedence over a feed. */
  #isBound(place: number, prop: string): boolean {
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++)
      if (this.#props[at] === prop) return true
    return false
  }

  /** Evaluates a route that reads other tags or tests quality. `#usedQuality` is then the quality of the result. */
  #resolveExpression(at: number): ReturnType<Resolver> {
    const route = this.#routes[at]
    if (!route) return undefined
    this.#route = route
    this.#usedQuality = quality.good
    if (!route.usesQuality) this.#addTagQualities(route)
    return route.resolve(
      this.#tags.values[route.tag] ?? NaN,
      this.#tags.texts[route.tag],
      this.#readTag,
      route.usesQuality ? this.#readQuality : undefined,
    )
  }

  #addTagQualities({ tag, others }: Route): void {
    this.#usedQuality = this.#tags.qualityAt(tag)
    for (const other of others) this.#usedQuality = asQuality(Math.max(this.#usedQuality, this.#tags.qualityAt(other)))
  }

  /** Shared by all expressions; reads the tags of the route being evaluated, to avoid one closure per route. */
  #readTag = (slot: number): Operand => {
    const tag = this.#route?.others[slot]
    if (tag === undefined) return undefined
    const text = this.#tags.texts[tag]
    if (text !== undefined) return text
    const value = this.#tags.values[tag]
    return value === undefined || Number.isNaN(value) ? undefined : value
  }

  #readQuality = (slot: number, isUsed: boolean): Quality => {
    const tag = slot < 0 ? this.#route?.tag : this.#route?.others[slot]
    const mark = tag === undefined ? quality.stale : asQuality(this.#tags.qualities[tag])
    if (isUsed && mark > this.#usedQuality) this.#usedQuality = mark
    return mark
  }
}

const noValues: ReadonlyMap<string, FieldValue> = new Map()

/** Components with bindings, followed by those with feeds only. */
function listParts(router: Router, fed: FedProps): readonly Pick<BoundComponent, 'id' | 'routes'>[] {
  if (fed.size === 0) return router.components
  const isBound = new Set(router.components.map(({ id }) => id))
  return [...router.components, ...[...fed.keys()].filter((id) => !isBound.has(id)).map((id) => ({ id, routes: [] }))]
}
