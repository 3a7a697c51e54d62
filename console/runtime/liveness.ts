import { quality, type TagTable } from '@mimic/engine/bindings'

/** Reason and number of unreliable tags; `mixed` if there are several reasons. */
export interface Liveness {
  readonly state: 'live' | 'loading' | 'stale' | 'missing' | 'bad' | 'mixed'
  readonly number: number
}

/**
 * Summarizes tag qualities. `live` requires that every tag was received with good or uncertain quality. While initial
 * values are arriving, missing tags count as loading; stale or bad tags are reported first.
 */
export function computeLiveness(
  tags: Pick<TagTable, 'qualityAt' | 'times'>,
  indexes: readonly number[],
  isArriving: boolean,
): Liveness {
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
