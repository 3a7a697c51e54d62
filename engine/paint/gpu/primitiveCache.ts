import type { AnyComponentType } from '../../components/define.ts'
import type { FieldValue } from '../../schema/index.ts'

/** Records of an upright component, relative to the corner of its box. */
export interface CachedPrimitives {
  readonly words: Uint32Array
  readonly isFlowing: boolean
  readonly isSimple: boolean
}

/** Maximum number of words per generation; the cache keeps two generations. */
const maxWords = 1 << 19

/**
 * Caches the records of types marked `isRepeated`, by field values and size. Library symbols are numerous but have few
 * states, and drawing one costs thirty times as much as copying its records. Entries unused for a whole generation are
 * dropped.
 */
export class PrimitiveCache {
  private young = new Map<string, CachedPrimitives>()
  private old = new Map<string, CachedPrimitives>()
  private youngWords = 0
  private readonly limit: number

  /** `limit` is the number of words after which a new generation starts. */
  constructor(limit = maxWords) {
    this.limit = limit
  }

  get(key: string): CachedPrimitives | undefined {
    const cached = this.young.get(key)
    if (cached) return cached
    const older = this.old.get(key)
    if (older) this.set(key, older)
    return older
  }

  set(key: string, primitives: CachedPrimitives): void {
    if (this.youngWords + primitives.words.length > this.limit) {
      this.old = this.young
      this.young = new Map()
      this.youngWords = 0
    }
    this.young.set(key, primitives)
    this.youngWords += primitives.words.length
  }

  /** Removes all entries, for example after the glyph atlas or the language has changed. */
  clear(): void {
    this.young.clear()
    this.old.clear()
    this.youngWords = 0
  }
}

/**
 * Returns a cache key: components with equal keys have equal records. Texts include their length, so that adjacent
 * values cannot be confused.
 */
export function primitiveCacheKey(
  type: AnyComponentType,
  props: Readonly<Record<string, FieldValue>>,
  width: number,
  height: number,
): string {
  let key = `${type.type} ${width} ${height}`
  for (const name in type.defaults) {
    const value = props[name]
    key += typeof value === 'string' ? ` ${value.length}:${value}` : ` ${String(value)}`
  }
  return key
}
