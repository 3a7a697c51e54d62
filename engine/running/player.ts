import type { TagTable } from '../bindings/index.ts'
import { Router } from '../bindings/index.ts'
import type { Component, Id } from '../document/model/component.ts'
import type { Fields, FieldValue } from '../schema/index.ts'
import type { FedProps, LiveHandle } from './liveProps.ts'
import { LiveTable, refreshResult } from './liveProps.ts'

/**
 * Applies tag values to the bound components. Once per frame it drains changed tags, evaluates the affected bindings
 * and overrides components whose picture changes, in drawing order, which is also memory order. It creates no garbage.
 */
export class Player {
  readonly router: Router
  readonly #tags: TagTable
  readonly #live: LiveTable
  readonly #handles: readonly LiveHandle[]
  /** Row for fast updates of a place with a single text or colour; -1 if there is none. */
  readonly #rows: Int32Array
  readonly #showFast: (row: number, value: string) => boolean
  readonly #placeById = new Map<Id, number>()
  /** Bit set of places to refresh. */
  readonly #moved: Uint32Array
  /** Places whose picture changes in this frame. */
  readonly #changed: Uint32Array
  #changedCount = 0

  /**
   * `getHandle` is called once per component with bindings or feeds. `showFast` shows a single text or colour by the
   * row of a handle; it returns false if this is not possible.
   */
  constructor(
    components: Iterable<Component>,
    tags: TagTable,
    types: { get(type: string): { readonly fields: Fields } | undefined },
    getHandle: (id: Id) => LiveHandle,
    fed?: FedProps,
    showFast: (row: number, value: string) => boolean = () => false,
  ) {
    this.router = new Router(components, tags, types)
    this.#tags = tags
    this.#live = new LiveTable(this.router, tags, fed)
    this.#handles = this.#live.ids.map(getHandle)
    this.#rows = Int32Array.from(this.#handles, ({ row = -1 }, place) => (this.#live.isSingle(place) ? row : -1))
    this.#showFast = showFast
    if (fed && fed.size > 0)
      for (const [place, id] of this.#live.ids.entries()) if (fed.has(id)) this.#placeById.set(id, place)
    this.#moved = new Uint32Array(Math.ceil(this.#live.size / 32))
    this.#changed = new Uint32Array(this.#live.size)
    for (let place = 0; place < this.#live.size; place++) this.#move(place)
  }

  /** Updates all changed components and returns how many were overridden. */
  play(): number {
    this.#tags.drain(this.#tagMoved)
    const shown = this.#refresh()
    const count = this.#changedCount
    for (let entry = 0; entry < count; entry++) {
      const place = this.#changed[entry] ?? 0
      const handle = this.#handles[place]
      if (handle) this.#live.show(place, handle)
    }
    return shown + count
  }

  /** Whether a bound property shows its fallback because the tag's value is unknown. */
  isUnknown(id: Id, prop: string): boolean {
    return this.#live.isUnknown(id, prop)
  }

  /**
   * Applies a value of a feed in the next frame: null marks the last value as stale, undefined means that there is
   * none.
   */
  feed(id: Id, prop: string, value: FieldValue | null | undefined): void {
    const place = this.#placeById.get(id)
    if (place !== undefined && this.#live.feed(place, prop, value)) this.#move(place)
  }

  /**
   * Refreshes changed places, shows single values by the fast path and lists all others in `#changed`. Uses columns
   * only. Returns how many it showed.
   */
  #refresh(): number {
    const moved = this.#moved
    let shown = 0
    let count = 0
    for (let word = 0; word < moved.length; word++) {
      let bits = moved[word] ?? 0
      if (bits === 0) continue
      moved[word] = 0
      for (; bits !== 0; bits &= bits - 1) {
        const place = word * 32 + 31 - Math.clz32(bits & -bits)
        const result = this.#live.refresh(place)
        if (result === refreshResult.values && this.#tryShowFast(place)) shown++
        else if (result !== refreshResult.none) this.#changed[count++] = place
      }
    }
    this.#changedCount = count
    return shown
  }

  #tryShowFast(place: number): boolean {
    const row = this.#rows[place] ?? -1
    if (row < 0 || !this.#live.isGood(place)) return false
    const shown = this.#live.firstShown(place)
    return typeof shown === 'string' && this.#showFast(row, shown)
  }

  #tagMoved = (tag: number): void => this.router.eachMovedBy(tag, this.#move)

  #move = (place: number): void => {
    this.#moved[place >>> 5] |= 1 << (place & 31)
  }
}
