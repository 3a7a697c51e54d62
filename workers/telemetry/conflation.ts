import type { Quality, TagBatch } from '@mimic/engine/bindings'
import { quality } from '@mimic/engine/bindings'

/**
 * Keeps the newest value of each watched tag until the page takes it: a burst costs the older values (counted),
 * never memory. The arrays are as long as the watch set from the start.
 */
export class Conflater {
  /** Values replaced by a newer one before the page took them. */
  conflated = 0
  #ids: Uint32Array
  #values: Float64Array
  #qualities: Uint8Array
  #times: Float64Array
  #texts: (string | undefined)[]
  #isDirty: Uint8Array
  #dirty: Uint32Array
  #count = 0
  #hasTexts = false

  constructor(ids: Uint32Array) {
    const { length } = ids
    this.#ids = ids
    this.#values = new Float64Array(length).fill(NaN)
    this.#qualities = new Uint8Array(length).fill(quality.stale)
    this.#times = new Float64Array(length)
    this.#texts = Array.from({ length }, () => undefined)
    this.#isDirty = new Uint8Array(length)
    this.#dirty = new Uint32Array(length)
  }

  /** How many tags wait for the page. */
  get waiting(): number { return this.#count }

  put(slot: number, value: number, mark: Quality, at: number, text: string | undefined): void {
    this.#values[slot] = value
    this.#qualities[slot] = mark
    this.#times[slot] = at
    if (text !== undefined) this.#hasTexts = true
    this.#texts[slot] = text
    if (this.#isDirty[slot] === 1) this.conflated++
    else this.#touch(slot)
  }

  /** Keeps the value and marks it stale; a tag that never had one stays as it is. */
  markStale(slot: number): void {
    if (this.#qualities[slot] === quality.stale) return
    this.#qualities[slot] = quality.stale
    if (this.#isDirty[slot] !== 1) this.#touch(slot)
  }

  /** All that waits, as a batch whose buffers are free to be transferred; null when nothing does. */
  take(): TagBatch | null {
    const count = this.#count
    if (count === 0) return null
    const ids = new Uint32Array(count)
    const values = new Float64Array(count)
    const qualities = new Uint8Array(count)
    const times = new Float64Array(count)
    const texts: (string | undefined)[] | null = this.#hasTexts ? [] : null
    for (let entry = 0; entry < count; entry++) {
      const slot = this.#dirty[entry] ?? 0
      this.#isDirty[slot] = 0
      ids[entry] = this.#ids[slot] ?? 0
      values[entry] = this.#values[slot] ?? NaN
      qualities[entry] = this.#qualities[slot] ?? quality.bad
      times[entry] = this.#times[slot] ?? 0
      texts?.push(this.#texts[slot])
    }
    this.#count = 0
    return { ids, values, qualities, times, texts, count }
  }

  #touch(slot: number): void {
    this.#isDirty[slot] = 1
    this.#dirty[this.#count++] = slot
  }
}
