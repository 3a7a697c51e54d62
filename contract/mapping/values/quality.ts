import { quality } from '@mimic/engine/bindings'
import type { Literal } from '../messages/path.ts'
import { createWordMap } from './words.ts'

/** Declares how the quality of a value is read. */
export interface QualityWords {
  /**
   * `words`: the lists below. `opcDa`: the number of OPC Classic (192 good, 64 uncertain). `opcUa`: the StatusCode of
   * OPC UA (0 good).
   */
  readonly scale?: 'words' | 'opcDa' | 'opcUa' | undefined
  readonly good?: readonly Literal[] | undefined
  readonly uncertain?: readonly Literal[] | undefined
  /** Quality of a value whose message has no quality; the default is good. */
  readonly missing?: 'good' | 'uncertain' | 'bad' | undefined
}

/** 0 good, 1 uncertain, 2 bad. */
export type QualityMark = 0 | 1 | 2

/** Returns a function that converts a reported quality. What is in no list is bad. */
export function compileQuality({
  scale = 'words',
  good = [],
  uncertain = [],
  missing = 'good',
}: QualityWords): (raw: unknown) => QualityMark {
  const absent = quality[missing]
  const marks = createWordMap<QualityMark>([
    ...uncertain.map((word) => [word, quality.uncertain] as const),
    ...good.map((word) => [word, quality.good] as const),
  ])
  return (raw) => {
    if (raw === undefined) return absent
    if (scale === 'words') return marks.get(raw) ?? quality.bad
    if (typeof raw !== 'number' || !Number.isInteger(raw)) return quality.bad
    const bits = scale === 'opcDa' ? (raw >> 6) & 3 : (raw >>> 30) & 3
    const goodBits = scale === 'opcDa' ? 3 : 0
    return bits === goodBits ? quality.good : bits === 1 ? quality.uncertain : quality.bad
  }
}
