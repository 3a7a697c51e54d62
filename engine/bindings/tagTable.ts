import type { Quality, TagBatch } from './quality.ts'
import { asQuality, quality } from './quality.ts'

const firstCapacity = 1024

/**
 * The newest value of every tag the page knows, by a small index: typed arrays and a dirty set, so that a hundred
 * thousand writes a second make no garbage and tell nobody. Whoever draws drains the dirty tags once a frame. A
 * tag that was never received is stale and its value is NaN.
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

  get size(): number { return this.#tags.length }
  /** The arrays are replaced when the table grows: read them from here each time, never keep them. */
  get values(): Float64Array { return this.#values }
  get qualities(): Uint8Array { return this.#qualities }
  /** Source times, milliseconds since 1970; 0 for a tag never received. */
  get times(): Float64Array { return this.#times }
  get texts(): readonly (string | undefined)[] { return this.#texts }

  /** The tag's index, given on first sight and kept for the table's life. */
  indexOf(tag: string): number {
    const known = this.#indexes.get(tag)
    if (known !== undefined) return known
    const index = this.#tags.length
    if (index === this.#values.length) this.#grow(index * 2)
    this.#indexes.set(tag, index)
    this.#tags.push(tag)
    this.#texts.push(undefined)
    return index
  }

  /** The tag of an index; undefined for an index that was never given. */
  tagAt(index: number): string | undefined {
    return this.#tags[index]
  }

  /** The quality of a tag's newest value; stale for a tag never received. */
  qualityAt(index: number): Quality {
    return asQuality(this.#qualities[index])
  }

  /** Takes a value. The tag gets dirty only when value, text or quality is another than before: news, not traffic. */
  write(index: number, value: number, mark: Quality, atMs: number, text?: string): void {
    if (!(index >= 0 && index < this.#tags.length)) return
    this.#times[index] = atMs
    if (Object.is(this.#values[index], value) && this.#qualities[index] === mark && this.#texts[index] === text) return
    this.#values[index] = value
    this.#qualities[index] = mark
    this.#texts[index] = text
    this.#touch(index)
  }

  /** Takes many values at once, like `write`; ids that are no indexes of this table are passed over. */
  writeBatch(batch: TagBatch): void {
    const { ids, values, qualities, times, texts, count } = batch
    for (let entry = 0; entry < count; entry++) {
      this.write(ids[entry] ?? -1, values[entry] ?? NaN, asQuality(qualities[entry]), times[entry] ?? 0, texts?.[entry])
    }
  }

  /** Keeps the values and says that they are old. Tags never received stay as they are. */
  markStale(indexes: readonly number[] | Uint32Array | 'all'): void {
    const count = indexes === 'all' ? this.#tags.length : indexes.length
    for (let entry = 0; entry < count; entry++) {
      const index = indexes === 'all' ? entry : (indexes[entry] ?? -1)
      if (index < 0 || index >= this.#tags.length || this.#qualities[index] === quality.stale) continue
      this.#qualities[index] = quality.stale
      this.#touch(index)
    }
  }

  /** Visits each dirty tag once and leaves it clean; returns how many. What a visit writes is dirty for the next drain. */
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

  /** Called once when the table goes from clean to dirty, whatever the number of writes. */
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
    this.#values = copied(this.#values, new Float64Array(capacity).fill(NaN))
    this.#qualities = copied(this.#qualities, new Uint8Array(capacity).fill(quality.stale))
    this.#times = copied(this.#times, new Float64Array(capacity))
    this.#isDirty = copied(this.#isDirty, new Uint8Array(capacity))
    this.#dirty = copied(this.#dirty, new Uint32Array(capacity))
    this.#draining = copied(this.#draining, new Uint32Array(capacity))
  }
}

function copied<T extends Float64Array | Uint8Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
