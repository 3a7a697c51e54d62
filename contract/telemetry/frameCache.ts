import { isPoint } from './tags.ts'

interface Block {
  readonly bytes: Uint8Array
  readonly points: readonly string[]
}

const maxCharacters = 4 * 1024 * 1024
const maxPerBucket = 4
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Caches point name lists by content. Devices repeat their list in each frame, so names are decoded and validated once,
 * and later frames share the same array. The cache is cleared when full, which bounds its size under hostile input.
 */
export class FrameCache {
  /** Wall clock in milliseconds since 1970, used to detect source times in the future. */
  readonly now: () => number
  #blocks = new Map<number, Block[]>()
  #lists = new Map<string, readonly string[]>()
  #characters = 0

  constructor(now: () => number = Date.now) {
    this.now = now
  }

  /**
   * Returns the NUL-separated names in a block of bytes. Returns null unless they are `count` valid, distinct names.
   */
  fromBlock(bytes: Uint8Array, start: number, end: number, count: number): readonly string[] | null {
    const hash = computeHash(bytes, start, end)
    const bucket = this.#blocks.get(hash)
    if (bucket)
      for (const block of bucket)
        if (isSame(block.bytes, bytes, start, end)) return block.points.length === count ? block.points : null
    const points = readBlock(bytes.subarray(start, end), count)
    if (!points) return null
    this.#grow(end - start)
    const blocks = this.#blocks.get(hash) ?? []
    if (blocks.length >= maxPerBucket) blocks.shift()
    blocks.push({ bytes: bytes.slice(start, end), points })
    this.#blocks.set(hash, blocks)
    return points
  }

  /** The same for the keys of a JSON object, which are distinct already. */
  fromKeys(keys: readonly string[]): readonly string[] | null {
    const joined = keys.join('\0')
    const cached = this.#lists.get(joined)
    if (cached && cached.length === keys.length) return cached
    if (!keys.every(isPoint)) return null
    this.#grow(joined.length)
    const points = Object.freeze([...keys])
    this.#lists.set(joined, points)
    return points
  }

  #grow(characters: number): void {
    this.#characters += characters
    if (this.#characters <= maxCharacters) return
    this.#blocks.clear()
    this.#lists.clear()
    this.#characters = characters
  }
}

function readBlock(bytes: Uint8Array, count: number): readonly string[] | null {
  if (count === 0) return bytes.length === 0 ? Object.freeze([]) : null
  let joined: string
  try {
    joined = decoder.decode(bytes)
  } catch {
    return null // invalid UTF-8: the caller reports an invalid name
  }
  const points = joined.split('\0')
  return points.length === count && points.every(isPoint) && new Set(points).size === count
    ? Object.freeze(points)
    : null
}

/** FNV-1a. Collisions are resolved by comparing the bytes. */
function computeHash(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x01000193)
  return hash
}

function isSame(block: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (block.length !== end - start) return false
  for (let index = 0; index < block.length; index++) if (block[index] !== bytes[start + index]) return false
  return true
}
