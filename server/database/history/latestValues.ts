/** Values of a device at one time, as the history needs them. */
export interface HistoryFrame {
  readonly project: string
  readonly device: string
  /** Source time in milliseconds since 1970. */
  readonly at: number
  /** Reuse the same array for the same names, so that their ids are looked up once. */
  readonly points: readonly string[]
  /** NaN if the point has no number. */
  readonly values: ArrayLike<number>
  readonly qualities: ArrayLike<number>
  readonly texts: readonly (string | undefined)[] | null
  /**
   * Whether the sender receives an acknowledgement. If so, all values are stored; otherwise they may be downsampled.
   */
  readonly acknowledged: boolean
  /** Received on a custom topic; tags created by the frame are marked accordingly. */
  readonly isCustom?: boolean
  /** MQTT client that sent the frame; recorded with the tags that it creates. */
  readonly publisher?: string
  /** Creates no tags; only points with an existing tag are stored. */
  readonly hasKnownTagsOnly?: boolean
}

/** A stored value. `value` is null if the point had no number. */
export interface Reading {
  readonly at: number
  readonly value: number | null
  readonly quality: number
  readonly text: string | null
}

/** Rows of one statement in columns. */
export interface Rows {
  readonly tags: number[]
  readonly times: number[]
  readonly values: number[]
  readonly qualities: number[]
  /** Null if no row has a text, which is the usual case. */
  texts: (string | null)[] | null
}

/** Id for a point without a tag, which is not stored. */
export const missingTag = 0

export const emptyRows = (): Rows => ({ tags: [], times: [], values: [], qualities: [], texts: null })

/** Rule that decides whether a value without acknowledgement is stored. */
export interface Downsampling {
  /** Minimum change as a share of the last stored value. */
  readonly share: number
  /** Maximum time between two stored values in milliseconds. */
  readonly everyMs: number
}

/** Newest and last stored value of each tag, in arrays indexed by tag id. */
export class LatestValues {
  #at = new Float64Array(1024)
  #values = new Float64Array(1024).fill(NaN)
  #qualities = new Uint8Array(1024)
  #storedAt = new Float64Array(1024)
  #storedValues = new Float64Array(1024).fill(NaN)
  #storedQualities = new Uint8Array(1024)
  readonly #texts = new Map<number, string>()
  readonly #changed = new Set<number>()
  /** Number of values that were not stored. */
  thinned = 0

  /** Processes a frame: adds the values to store to `rows` and updates the newest values. */
  apply(frame: HistoryFrame, tags: Int32Array, thinning: Downsampling, rows: Rows): void {
    for (const [index, tag] of tags.entries()) {
      if (tag === missingTag) continue
      this.#grow(tag)
      const value = frame.values[index] ?? NaN
      const mark = frame.qualities[index] ?? 0
      const text = frame.texts?.[index]?.replaceAll('\0', '') // not allowed in a PostgreSQL text
      if (frame.at >= (this.#at[tag] ?? 0)) this.#move(tag, frame.at, value, mark, text)
      if (!frame.acknowledged && text === undefined && !this.#isSignificant(tag, frame.at, value, mark, thinning)) {
        this.thinned++
        continue
      }
      this.#storedAt[tag] = frame.at
      this.#storedValues[tag] = value
      this.#storedQualities[tag] = mark
      if (text !== undefined) rows.texts ??= rows.tags.map(() => null)
      rows.texts?.push(text ?? null)
      rows.tags.push(tag)
      rows.times.push(frame.at)
      rows.values.push(value)
      rows.qualities.push(mark)
    }
  }

  /** Handles rows that could not be stored: the next value of each tag is stored in any case. */
  invalidate(rows: Rows): void {
    for (const tag of rows.tags) this.#storedAt[tag] = 0
  }

  newest(tag: number): Reading | undefined {
    const at = this.#at[tag] ?? 0
    if (at === 0) return undefined
    const value = this.#values[tag] ?? NaN
    return {
      at,
      value: Number.isNaN(value) ? null : value,
      quality: this.#qualities[tag] ?? 0,
      text: this.#texts.get(tag) ?? null,
    }
  }

  /** Restores a value of the previous run. */
  restore(tag: number, reading: Reading): void {
    this.#grow(tag)
    this.#move(tag, reading.at, reading.value ?? NaN, reading.quality, reading.text ?? undefined)
    this.#changed.delete(tag)
  }

  /** Removes the values of a deleted tag. */
  drop(tag: number): void {
    if (tag >= this.#at.length) return
    this.#at[tag] = 0
    this.#storedAt[tag] = 0
    this.#texts.delete(tag)
    this.#changed.delete(tag)
  }

  /** Returns the newest values that changed since the last call. */
  takeChanged(): Rows {
    const rows = emptyRows()
    const texts: (string | null)[] = []
    for (const tag of this.#changed) {
      rows.tags.push(tag)
      rows.times.push(this.#at[tag] ?? 0)
      rows.values.push(this.#values[tag] ?? NaN)
      rows.qualities.push(this.#qualities[tag] ?? 0)
      texts.push(this.#texts.get(tag) ?? null)
    }
    rows.texts = texts
    this.#changed.clear()
    return rows
  }

  #move(tag: number, at: number, value: number, mark: number, text: string | undefined): void {
    this.#at[tag] = at
    this.#values[tag] = value
    this.#qualities[tag] = mark
    if (text !== undefined) this.#texts.set(tag, text)
    else if (this.#texts.size > 0) this.#texts.delete(tag)
    this.#changed.add(tag)
  }

  #isSignificant(tag: number, at: number, value: number, mark: number, thinning: Downsampling): boolean {
    const stored = this.#storedValues[tag] ?? NaN
    if (mark !== this.#storedQualities[tag] || Math.abs(at - (this.#storedAt[tag] ?? 0)) >= thinning.everyMs)
      return true
    if (Number.isNaN(value) || Number.isNaN(stored)) return Number.isNaN(value) !== Number.isNaN(stored)
    return Math.abs(value - stored) > Math.abs(stored) * thinning.share
  }

  #grow(tag: number): void {
    if (tag < this.#at.length) return
    const size = Math.max(tag + 1, this.#at.length * 2)
    const widen = <T extends Float64Array | Uint8Array>(from: T, to: T): T => {
      to.set(from)
      return to
    }
    this.#at = widen(this.#at, new Float64Array(size))
    this.#values = widen(this.#values, new Float64Array(size).fill(NaN))
    this.#qualities = widen(this.#qualities, new Uint8Array(size))
    this.#storedAt = widen(this.#storedAt, new Float64Array(size))
    this.#storedValues = widen(this.#storedValues, new Float64Array(size).fill(NaN))
    this.#storedQualities = widen(this.#storedQualities, new Uint8Array(size))
  }
}
