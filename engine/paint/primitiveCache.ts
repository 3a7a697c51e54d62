import type { AnyComponentType } from '../components/define.ts'
import type { FieldValue } from '../schema/index.ts'

/** Records of a component as it was drawn upright in a box whose corner is at (0, 0). */
export interface CachedPrimitives {
  readonly words: Uint32Array
  readonly isFlowing: boolean
  readonly isSimple: boolean
}

/** Words kept of what was asked for lately; as many again of what was asked for before that. */
const mostWords = 1 << 19

/**
 * Drawings of types that say they repeat (`isRepeated`), by all their fields and their size: symbols of a library are many
 * and have few states, and drawing one anew costs thirty times as much as copying its records. What was not asked for
 * since as much again came is forgotten.
 */
export class PrimitiveCache {
  private young = new Map<string, CachedPrimitives>()
  private old = new Map<string, CachedPrimitives>()
  private youngWords = 0
  private readonly limit: number

  /** `limit` in words; a generation larger than this begins another. */
  constructor(limit = mostWords) {
    this.limit = limit
  }

  get(key: string): CachedPrimitives | undefined {
    const known = this.young.get(key)
    if (known) return known
    const older = this.old.get(key)
    if (older) this.keep(key, older)
    return older
  }

  keep(key: string, stamp: CachedPrimitives): void {
    if (this.youngWords + stamp.words.length > this.limit) {
      this.old = this.young
      this.young = new Map()
      this.youngWords = 0
    }
    this.young.set(key, stamp)
    this.youngWords += stamp.words.length
  }

  /** Forgets all: glyphs have other places in the atlas, or words are in another language. */
  clear(): void {
    this.young.clear()
    this.old.clear()
    this.youngWords = 0
  }
}

/** Two components of the same key are drawn the same. Texts say how long they are, so that none runs into the next. */
export function primitiveCacheKey(type: AnyComponentType, props: Readonly<Record<string, FieldValue>>, width: number, height: number): string {
  let key = `${type.type} ${width} ${height}`
  for (const name in type.defaults) {
    const value = props[name]
    key += typeof value === 'string' ? ` ${value.length}:${value}` : ` ${String(value)}`
  }
  return key
}
