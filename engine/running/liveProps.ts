import type { BoundComponent, Operand, Quality, Resolver, Route, Router, TagTable } from '../bindings/index.ts'
import { asQuality, quality, invalid } from '../bindings/index.ts'
import type { Feed } from '../components/define.ts'
import type { Id } from '../document/component.ts'
import type { FieldValue } from '../schema/index.ts'
import { isAnswer } from './feeds.ts'

export type LiveProps = Record<string, FieldValue>

/** The properties that feeds write, by component. */
export type Fed = ReadonlyMap<Id, readonly Pick<Feed, 'prop' | 'kind'>[]>

/** Where a component's live values are shown. */
export interface LiveSide {
  /** Its row for values that go straight; absent: it has none. */
  readonly row?: number
  /** Puts one value over the component's own. */
  set(prop: string, value: FieldValue): void
  /** Shows what was set, as doubtful as this. */
  show(mark: Quality): void
}

/** What a refresh came to: nothing that shows; values, as doubtful as they were; how doubtful they are, too. */
export const news = { none: 0, values: 1, doubt: 2 } as const
type News = (typeof news)[keyof typeof news]

/** What feeds have brought a component. */
interface FedState {
  readonly brought: Map<string, FieldValue>
  /** Properties that feeds write and whose value is not, or no longer, known; with how doubtful that makes the whole. */
  readonly unfed: Map<string, Quality>
  /** Whether a feed has brought something that is not shown yet. */
  isFed: boolean
}

/**
 * The live values of all bound and fed components of a drawing, by place. What a refresh looks at lies in columns, side
 * by side: of ten thousand components a thousand change a frame, and fetching scattered objects would cost more than
 * the work itself.
 */
export class LiveTable {
  /** Whose values stand at each place: what is bound, in the router's order, then what is only fed. */
  readonly ids: readonly Id[]
  readonly #tags: TagTable
  readonly #marks: Uint8Array
  /** By place, the first of its routes; one entry more than places. */
  readonly #firsts: Uint32Array
  readonly #routes: Route[]
  readonly #props: string[] = []
  readonly #tagOf: Uint32Array
  readonly #resolvers: Resolver[] = []
  /** Whether a route reads its own tag and nothing else, and shows what it last knew when that is not known any more. */
  readonly #isPlain: Uint8Array
  /** What each route shows now. */
  readonly #shown: FieldValue[] = []
  /** Whether a route shows what stands for a value that nobody knows. */
  readonly #isUnknown: Uint8Array
  readonly #fed = new Map<number, FedState>()
  #route: Route | undefined
  /** Worst quality of what the expression being worked out has used so far. */
  #used: Quality = quality.good

  /** What is fed is stale until its first value comes; what is asked for is not there until then. */
  constructor(router: Router, tags: TagTable, fed: Fed = new Map()) {
    const bound = partsOf(router, fed)
    this.#tags = tags
    this.ids = bound.map(({ id }) => id)
    this.#marks = new Uint8Array(bound.length)
    this.#firsts = new Uint32Array(bound.length + 1)
    this.#routes = bound.flatMap(({ routes }) => routes)
    this.#tagOf = new Uint32Array(this.#routes.length)
    this.#isPlain = new Uint8Array(this.#routes.length)
    this.#isUnknown = new Uint8Array(this.#routes.length)
    this.#fill(bound)
    if (fed.size > 0) this.#awaitFeeds(fed)
  }

  /** One walk for all columns: opening a large drawing is paid by the walk, for its routes lie scattered in memory. */
  #fill(bound: readonly Pick<BoundComponent, 'routes'>[]): void {
    let at = 0
    for (let place = 0; place < bound.length; place++) {
      for (const { prop, tag, resolve, others, asksQuality, first, unknown } of bound[place]?.routes ?? []) {
        this.#props.push(prop)
        this.#resolvers.push(resolve)
        this.#shown.push(first)
        this.#tagOf[at] = tag
        this.#isPlain[at] = others.length === 0 && !asksQuality && unknown === undefined ? 1 : 0
        at++
      }
      this.#firsts[place + 1] = at
    }
  }

  #awaitFeeds(fed: Fed): void {
    for (const [place, id] of this.ids.entries()) {
      const feeds = fed.get(id)
      const brought = new Map(feeds?.filter((feed) => isAnswer(feed) && !this.#isBound(place, feed.prop)).map(({ prop }) => [prop, '']))
      if (feeds) this.#fed.set(place, { brought, unfed: new Map(feeds.map(({ prop }) => [prop, quality.stale])), isFed: false })
    }
  }

  get size(): number { return this.ids.length }

  /** Whether one route is all there is at a place. */
  isSingle(place: number): boolean {
    return (this.#firsts[place + 1] ?? 0) - (this.#firsts[place] ?? 0) === 1 && !this.#fed.has(place)
  }

  /** Whether all that is known of a place is good. */
  isGood(place: number): boolean {
    return this.#marks[place] === quality.good
  }

  /** What the first route of a place shows now. */
  firstShown(place: number): FieldValue | undefined {
    return this.#shown[this.#firsts[place] ?? 0]
  }

  /** Whether what a tag makes of a property is shown in the stead of a value that nobody knows. */
  isUnknown(id: Id, prop: string): boolean {
    const place = this.ids.indexOf(id)
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++) if (this.#props[at] === prop) return this.#isUnknown[at] === 1
    return false
  }

  /** Shows a component's values as they were last refreshed. */
  show(place: number, side: LiveSide): void {
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++) {
      const value = this.#shown[at]
      if (value !== undefined) side.set(this.#props[at] ?? '', value)
    }
    if (this.#fed.size > 0) for (const [prop, value] of this.#fed.get(place)?.brought ?? noValues) side.set(prop, value)
    side.show(asQuality(this.#marks[place]))
  }

  /**
   * Brings a component up to date with the tags; answers what of that shows. It is as doubtful as
   * the worst of its tags; an expression that asks for quality only as what it then used.
   */
  refresh(place: number): News {
    const { values, texts, qualities } = this.#tags
    const fed = this.#fed.size > 0 ? this.#fed.get(place) : undefined
    let worst: number = quality.good
    if (fed) for (const mark of fed.unfed.values()) worst = Math.max(worst, mark)
    let isChanged = fed?.isFed ?? false
    if (fed) fed.isFed = false
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++) {
      const tag = this.#tagOf[at] ?? 0
      let result
      if (this.#isPlain[at] === 1) {
        worst = Math.max(worst, qualities[tag] ?? quality.stale)
        result = this.#resolvers[at]?.(values[tag] ?? NaN, texts[tag], this.#readTag)
      } else {
        result = this.#resolveExpression(at)
        worst = Math.max(worst, this.#used, result === invalid ? quality.bad : quality.good)
        const unknown = this.#routes[at]?.unknown
        if (unknown !== undefined) {
          this.#isUnknown[at] = result === invalid || this.#used >= quality.bad ? 1 : 0
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
    if (mark === this.#marks[place]) return isChanged ? news.values : news.none
    this.#marks[place] = mark
    return news.doubt
  }

  /** Takes what a feed brought; null: it is no longer known, undefined: there is none. Answers whether anything feeds that component. */
  feed(place: number, prop: string, given: FieldValue | null | undefined): boolean {
    const fed = this.#fed.get(place)
    if (!fed) return false
    if (given === null) {
      fed.unfed.set(prop, quality.stale)
      return true
    }
    const value = given ?? ''
    if (given === undefined) fed.unfed.set(prop, quality.bad)
    else fed.unfed.delete(prop)
    if (fed.brought.get(prop) === value || this.#isBound(place, prop)) return true
    fed.brought.set(prop, value)
    fed.isFed = true
    return true
  }

  /** What a tag drives, no feed writes. */
  #isBound(place: number, prop: string): boolean {
    for (let at = this.#firsts[place] ?? 0, end = this.#firsts[place + 1] ?? 0; at < end; at++) if (this.#props[at] === prop) return true
    return false
  }

  /** Resolves a route that reads other tags or asks for quality; `#used` is then how doubtful the result is. */
  #resolveExpression(at: number): ReturnType<Resolver> {
    const route = this.#routes[at]
    if (!route) return undefined
    this.#route = route
    this.#used = quality.good
    if (!route.asksQuality) this.#weigh(route)
    return route.resolve(this.#tags.values[route.tag] ?? NaN, this.#tags.texts[route.tag], this.#readTag, route.asksQuality ? this.#sense : undefined)
  }

  #weigh({ tag, others }: Route): void {
    this.#used = this.#tags.qualityAt(tag)
    for (const other of others) this.#used = asQuality(Math.max(this.#used, this.#tags.qualityAt(other)))
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

const noValues: ReadonlyMap<string, FieldValue> = new Map()

/** What is bound, and what is only fed. */
function partsOf(router: Router, fed: Fed): readonly Pick<BoundComponent, 'id' | 'routes'>[] {
  if (fed.size === 0) return router.components
  const isBound = new Set(router.components.map(({ id }) => id))
  return [...router.components, ...[...fed.keys()].filter((id) => !isBound.has(id)).map((id) => ({ id, routes: [] }))]
}
