/** What a variable was from a moment on; NaN: nothing that can be relied on. */
export interface Sample {
  readonly at: number
  readonly value: number
  readonly isDoubtful: boolean
}

/**
 * All that any statistic needs to know of a variable from `from` until `until`, so that a month can be gathered hour by hour while its
 * readings are still kept. Plain numbers: it is kept as JSON.
 */
export interface Aggregate {
  readonly from: number
  readonly until: number
  /** For so long in all its value was known. */
  readonly coveredMs: number
  /** Its value times the milliseconds it held. */
  readonly weighted: number
  readonly count: number
  readonly sum: number
  readonly min: number | null
  readonly max: number | null
  /** All steps upwards; after a step down, by which a meter began anew, what it has counted since. */
  readonly increase: number
  /** The newest value that could be relied on, and what was said last, whether or not. */
  readonly known: number | null
  readonly last: { readonly at: number; readonly value: number | null; readonly isDoubtful: boolean } | null
  /** Its value was known when it began. */
  readonly isKnownAtBegin: boolean
  readonly isDoubtful: boolean
  readonly isReset: boolean
}

export type Statistic = 'last' | 'sum' | 'mean' | 'max' | 'min' | 'difference' | 'integral'

export interface AggregateResult {
  /** Null: nothing is known. */
  readonly value: number | null
  /** It was silent at the end. */
  readonly isStale: boolean
  /** It is not known for the whole of the period. */
  readonly isPartial: boolean
  /** The device said so itself, or a meter began anew. */
  readonly isDoubtful: boolean
}

const hourMs = 3_600_000
/** So much of a period may be unknown: readings do not come at its first millisecond. */
const slack = 0.01

/** Begins at a moment with what held then. */
export function startAggregate(from: number, carried: Sample | undefined, holdMs: number): Aggregate {
  const held = carried && !Number.isNaN(carried.value) && from - carried.at <= holdMs ? carried.value : null
  return {
    from, until: from, coveredMs: 0, weighted: 0, count: 0, sum: 0, min: held, max: held, increase: 0, known: held,
    last: carried ? { ...carried, value: held } : null, isKnownAtBegin: held !== null, isDoubtful: held !== null && carried?.isDoubtful === true, isReset: false,
  }
}

/** Goes on until a later moment with what was said in between, oldest first. A value holds until the next, but no longer than `holdMs`. */
export function extendAggregate(fold: Aggregate, samples: readonly Sample[], until: number, holdMs: number): Aggregate {
  let { until: at, coveredMs, weighted, count, sum, min, max, increase, known, last, isDoubtful, isReset } = fold
  const holdUntil = (next: number): void => {
    if (last?.value !== null && last?.value !== undefined) {
      const ms = Math.max(0, Math.min(next, last.at + holdMs) - at)
      coveredMs += ms
      weighted += last.value * ms
    }
    at = next
  }
  for (const sample of samples) {
    if (sample.at <= fold.until || sample.at > until) continue
    holdUntil(sample.at)
    const { value } = sample
    last = { at: sample.at, value: Number.isNaN(value) ? null : value, isDoubtful: sample.isDoubtful }
    if (Number.isNaN(value)) continue
    count++
    sum += value
    min = Math.min(min ?? value, value)
    max = Math.max(max ?? value, value)
    if (known !== null) {
      isReset ||= value < known
      increase += value < known ? value : value - known
    }
    known = value
    isDoubtful ||= sample.isDoubtful
  }
  holdUntil(until)
  return { ...fold, until, coveredMs, weighted, count, sum, min, max, increase, known, last, isDoubtful, isReset }
}

/** What a whole fold says by a statistic. `isFresh`: whether what was said last still held at its end, where that is known better than by `holdMs`. */
export function aggregateResult(fold: Aggregate, statistic: Statistic, holdMs: number, isFresh?: boolean): AggregateResult {
  const { from, until, last, coveredMs } = fold
  const isKnownAtEnd = last?.value !== null && last?.value !== undefined && (isFresh ?? until - last.at <= holdMs)
  const unknownMs = until - from - coveredMs
  const value = valueOf(fold, statistic)
  switch (statistic) {
    case 'last': return { value, isStale: !isKnownAtEnd, isPartial: false, isDoubtful: last?.isDoubtful === true }
    case 'difference': return { value, isStale: !isKnownAtEnd, isPartial: !fold.isKnownAtBegin, isDoubtful: fold.isDoubtful || fold.isReset }
    default: return { value, isStale: false, isPartial: unknownMs > (until - from) * slack, isDoubtful: fold.isDoubtful }
  }
}

function valueOf({ coveredMs, weighted, count, sum, min, max, increase, known }: Aggregate, statistic: Statistic): number | null {
  switch (statistic) {
    case 'last': return known
    case 'sum': return count > 0 ? sum : coveredMs > 0 ? 0 : null
    case 'mean': return coveredMs > 0 ? weighted / coveredMs : null
    case 'integral': return coveredMs > 0 ? weighted / hourMs : null
    case 'max': return max
    case 'min': return min
    case 'difference': return known === null ? null : increase
  }
}
