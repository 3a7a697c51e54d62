import type { Quality, TagBatch } from './quality.ts'
import { asQuality, quality } from './quality.ts'

const firstCapacity = 1024

/**
 * Latest value of every tag on the page, addressed by a small index. Typed arrays and a dirty set make writes
 * allocation-free (100,000 per second); the renderer drains the dirty tags once per frame. A tag without a received
 * value is stale and its value is NaN.
 *
 * ```ts
 * const table = new TagTable()
 * const index = table.indexOf('factory/pump-01/speed')
 * table.write(index, 42, quality.good, Date.now())
 * table.drain((changed) => console.log(table.tagAt(changed), table.values[changed]))
 * ```
 */
export class TagTable {
  #indexes = new Map<string, number>()
  #tags: string[] = []
  #values = new Float64Array(firstCapacity).fill(NaN)
  #qualities = new Uint8Array(firstCapacity).fill(quality.stale)
  #times = new Float64Array(firstCapacity)
  #texts: (string | undefined)[] = []
  #isDirty = new Uint8Array(firstCapacity)
  #dirty = new Uint32Array(firstCapacity)
  #draining = new Uint32Array(firstCapacity)
  #dirtyCount = 0
  #listeners: (() => void)[] = []

  get size(): number {
    return this.#tags.length
  }
  /** The arrays are replaced when the table grows, so do not keep references to them. */
  get values(): Float64Array {
    return this.#values
  }
  get qualities(): Uint8Array {
    return this.#qualities
  }
  /** Source times in milliseconds since 1970 (UTC); 0 for a tag without a received value. */
  get times(): Float64Array {
    return this.#times
  }
  get texts(): readonly (string | undefined)[] {
    return this.#texts
  }

  /** Returns the index of a tag, assigning one on first use. Indexes never change. */
  indexOf(tag: string): number {
    const existing = this.#indexes.get(tag)
    if (existing !== undefined) return existing
    const index = this.#tags.length
    if (index === this.#values.length) this.#grow(index * 2)
    this.#indexes.set(tag, index)
    this.#tags.push(tag)
    this.#texts.push(undefined)
    return index
  }

  /** Returns the tag of an index, or undefined if the index is not assigned. */
  tagAt(index: number): string | undefined {
    return this.#tags[index]
  }

  /** Returns the quality of a tag's latest value; stale if none was received. */
  qualityAt(index: number): Quality {
    return asQuality(this.#qualities[index])
  }

  /**
   * Stores a value. The tag becomes dirty only if its value, text or quality changed. `atMs` is the source time.
   * Unassigned indexes are ignored.
   */
  write(index: number, value: number, mark: Quality, atMs: number, text?: string): void {
    if (!(index >= 0 && index < this.#tags.length)) return
    this.#times[index] = atMs
    if (Object.is(this.#values[index], value) && this.#qualities[index] === mark && this.#texts[index] === text) return
    this.#values[index] = value
    this.#qualities[index] = mark
    this.#texts[index] = text
    this.#touch(index)
  }

  /** Stores a batch of values, see `write`. Unassigned ids are ignored. */
  writeBatch(batch: TagBatch): void {
    const { ids, values, qualities, times, texts, count } = batch
    for (let entry = 0; entry < count; entry++) {
      this.write(ids[entry] ?? -1, values[entry] ?? NaN, asQuality(qualities[entry]), times[entry] ?? 0, texts?.[entry])
    }
  }

  /** Marks tags as stale and keeps their values. */
  markStale(indexes: readonly number[] | Uint32Array | 'all'): void {
    const count = indexes === 'all' ? this.#tags.length : indexes.length
    for (let entry = 0; entry < count; entry++) {
      const index = indexes === 'all' ? entry : (indexes[entry] ?? -1)
      if (index < 0 || index >= this.#tags.length || this.#qualities[index] === quality.stale) continue
      this.#qualities[index] = quality.stale
      this.#touch(index)
    }
  }

  /**
   * Visits each dirty tag once, clears the dirty set and returns the number of tags. Writes during a visit are part of
   * the next drain.
   */
  drain(visit: (index: number) => void): number {
    const count = this.#dirtyCount
    if (count === 0) return 0
    const list = this.#dirty
    this.#dirty = this.#draining
    this.#draining = list
    this.#dirtyCount = 0
    for (let entry = 0; entry < count; entry++) this.#isDirty[list[entry] ?? 0] = 0
    for (let entry = 0; entry < count; entry++) visit(list[entry] ?? 0)
    return count
  }

  /**
   * Subscribes to the transition from clean to dirty; called once regardless of the number of writes. Returns a
   * function that unsubscribes.
   */
  onDirty(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener]
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener)
    }
  }

  #touch(index: number): void {
    if (this.#isDirty[index] === 1) return
    this.#isDirty[index] = 1
    this.#dirty[this.#dirtyCount++] = index
    if (this.#dirtyCount === 1) for (const listener of this.#listeners) listener()
  }

  #grow(capacity: number): void {
    this.#values = copyInto(this.#values, new Float64Array(capacity).fill(NaN))
    this.#qualities = copyInto(this.#qualities, new Uint8Array(capacity).fill(quality.stale))
    this.#times = copyInto(this.#times, new Float64Array(capacity))
    this.#isDirty = copyInto(this.#isDirty, new Uint8Array(capacity))
    this.#dirty = copyInto(this.#dirty, new Uint32Array(capacity))
    this.#draining = copyInto(this.#draining, new Uint32Array(capacity))
  }
}

function copyInto<T extends Float64Array | Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
