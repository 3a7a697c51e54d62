import { quality, type Quality, type TagTable } from '@mimic/engine/bindings'
import { createAtom, type IAtom } from 'mobx'

/** Latest value of a tag. `value` is NaN and `atMs` is 0 if none was received. */
export interface TagSample {
  readonly value: number
  readonly text: string | undefined
  readonly quality: Quality
  readonly atMs: number
}

const sampleEveryMs = 250
const noSample: TagSample = { value: NaN, text: undefined, quality: quality.stale, atMs: 0 }

interface Sampled {
  readonly atom: IAtom
  sample: TagSample
  dispose: (() => void) | null
}

/**
 * Observable tag values for React, one atom per tag, created on first observation and sampled at 4 Hz. Rendering table
 * cells on every value would cost more than the drawing.
 */
export class TagSamples {
  readonly #table: () => TagTable
  readonly #need: (tags: readonly string[]) => () => void
  readonly #byTag = new Map<string, Sampled>()
  #timer: ReturnType<typeof setInterval> | null = null
  #observed = 0

  constructor(table: () => TagTable, need: (tags: readonly string[]) => () => void) {
    this.#table = table
    this.#need = need
  }

  read(tag: string): TagSample {
    const sampled = this.#byTag.get(tag) ?? this.#make(tag)
    // Not observed, so the sample is not updated: read the current value.
    if (!sampled.atom.reportObserved() && !sampled.dispose) this.#refresh(tag, sampled)
    return sampled.sample
  }

  destroy(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    for (const { dispose } of this.#byTag.values()) dispose?.()
    this.#byTag.clear()
  }

  #make(tag: string): Sampled {
    const sampled: Sampled = {
      atom: createAtom(
        `tag ${tag}`,
        () => this.#observe(tag, sampled),
        () => this.#remove(tag, sampled),
      ),
      sample: noSample,
      dispose: null,
    }
    this.#byTag.set(tag, sampled)
    return sampled
  }

  #observe(tag: string, sampled: Sampled): void {
    this.#refresh(tag, sampled)
    sampled.dispose = this.#need([tag])
    this.#observed++
    this.#timer ??= setInterval(() => this.#refreshAll(), sampleEveryMs)
  }

  #remove(tag: string, sampled: Sampled): void {
    sampled.dispose?.()
    sampled.dispose = null
    this.#byTag.delete(tag)
    this.#observed--
    if (this.#observed > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  #refreshAll(): void {
    for (const [tag, sampled] of this.#byTag) {
      if (sampled.dispose && this.#refresh(tag, sampled)) sampled.atom.reportChanged()
    }
  }

  /** Updates the sample and returns true if it changed. An unchanged sample keeps its identity for React. */
  #refresh(tag: string, sampled: Sampled): boolean {
    const fresh = readSample(this.#table(), tag)
    if (isSame(fresh, sampled.sample)) return false
    sampled.sample = fresh
    return true
  }
}

function readSample(table: TagTable, tag: string): TagSample {
  const index = table.indexOf(tag)
  return {
    value: table.values[index] ?? NaN,
    text: table.texts[index],
    quality: table.qualityAt(index),
    atMs: table.times[index] ?? 0,
  }
}

const isSame = (a: TagSample, b: TagSample): boolean =>
  Object.is(a.value, b.value) && a.text === b.text && a.quality === b.quality && a.atMs === b.atMs
