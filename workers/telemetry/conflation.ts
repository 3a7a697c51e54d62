import type { Quality, TagBatch } from '@mimic/engine/bindings'
import { quality } from '@mimic/engine/bindings'

/**
 * Keeps the newest value of each watched tag until the page takes it. A burst replaces older values (counted) and does
 * not increase memory; the arrays have the length of the watch set.
 */
export class Conflater {
  /** Number of values replaced before the page took them. */
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

  /** Number of tags with a pending value. */
  get waiting(): number {
    return this.#count
  }

  put(slot: number, value: number, mark: Quality, at: number, text: string | undefined): void {
    this.#values[slot] = value
    this.#qualities[slot] = mark
    this.#times[slot] = at
    if (text !== undefined) this.#hasTexts = true
    this.#texts[slot] = text
    if (this.#isDirty[slot] === 1) this.conflated++
    else this.#touch(slot)
  }

  /** Marks the value stale and keeps it. Has no effect on a tag without a value. */
  markStale(slot: number): void {
    if (this.#qualities[slot] === quality.stale) return
    this.#qualities[slot] = quality.stale
    if (this.#isDirty[slot] !== 1) this.#touch(slot)
  }

  /** Returns all pending values as a batch with transferable buffers, or null if there are none. */
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
