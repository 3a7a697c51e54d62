import { groupType } from '../model/component.ts'
import type { Id } from '../model/component.ts'
import type { DrawingLimits } from '../values/limits.ts'
import type { SymbolMap } from '../model/symbolMap.ts'

/** Computes the number of members per symbol without generating them, because a small file could request billions. */
export class SymbolSizes {
  readonly #symbols: SymbolMap
  readonly #limits: DrawingLimits
  readonly #cache = new Map<Id, { readonly count: number; readonly height: number }>()
  readonly #open = new Set<Id>()

  constructor(symbols: SymbolMap, limits: DrawingLimits) {
    this.#symbols = symbols
    this.#limits = limits
  }

  /**
   * Returns the number of members and nesting levels of an instance. The height is Infinity for a symbol that contains
   * itself.
   */
  of(id: Id): { readonly count: number; readonly height: number } {
    const cached = this.#cache.get(id)
    const symbol = this.#symbols.get(id)
    if (cached || !symbol) return cached ?? { count: 0, height: 0 }
    if (this.#open.has(id) || this.#open.size > this.#limits.nesting) return { count: 0, height: Infinity }
    this.#open.add(id)
    const depths = new Map<Id, number>()
    let count = symbol.components.length
    let height = 1
    for (const { id: own, parent, type, link } of symbol.components) {
      const depth = parent === null ? 1 : (depths.get(parent) ?? 0) + 1
      if (type === groupType) depths.set(own, depth)
      const inner = link ? this.of(link.symbol) : { count: 0, height: 0 }
      count = Math.min(Number.MAX_SAFE_INTEGER, count + inner.count)
      height = Math.max(height, depth + inner.height)
    }
    this.#open.delete(id)
    const size = { count, height }
    this.#cache.set(id, size)
    return size
  }
}
