import { quality, type TagTable } from '@mimic/engine/bindings'

/** How many of a drawing's tags cannot be relied on, and why; `mixed` where there is more than one reason. */
export interface Liveness {
  readonly state: 'live' | 'loading' | 'stale' | 'missing' | 'bad' | 'mixed'
  readonly number: number
}

/**
 * Live is only said when every tag was received and is good or uncertain: a page just opened is not live yet. While values may still be on
 * their way what never came is loading; a value that came and is old or bad is told of before that.
 */
export function livenessOf(tags: Pick<TagTable, 'qualityAt' | 'times'>, indexes: readonly number[], isArriving: boolean): Liveness {
  const counts = { stale: 0, missing: 0, bad: 0 }
  for (const index of indexes) {
    const found = tags.qualityAt(index)
    if (found === quality.bad) counts.bad++
    else if (found === quality.stale) counts[tags.times[index] ? 'stale' : 'missing']++
  }
  if (isArriving) {
    if (counts.stale + counts.bad === 0 && counts.missing > 0) return { state: 'loading', number: counts.missing }
    counts.missing = 0
  }
  const number = counts.stale + counts.missing + counts.bad
  if (number === 0) return { state: 'live', number }
  const only = reasons.find((reason) => counts[reason] === number)
  return { state: only ?? 'mixed', number }
}

const reasons = ['stale', 'missing', 'bad'] as const
