/** Value of a variable from `at` on. NaN if unreliable. */
export interface Sample {
  readonly at: number
  readonly value: number
  readonly isDoubtful: boolean
}

/**
 * State needed by every statistic for the period from `from` to `until`. It can be extended step by step, so a month is
 * aggregated hour by hour while its readings still exist. Plain data, stored as JSON.
 */
export interface Aggregate {
  readonly from: number
  readonly until: number
  /** Total milliseconds with a known value. */
  readonly coveredMs: number
  /** Sum of value × milliseconds. */
  readonly weighted: number
  readonly count: number
  readonly sum: number
  readonly min: number | null
  readonly max: number | null
  /** Sum of all upward steps. After a downward step (a meter reset) the new count is added. */
  readonly increase: number
  /** `known`: newest reliable value. `last`: newest reading, reliable or not. */
  readonly known: number | null
  readonly last: { readonly at: number; readonly value: number | null; readonly isDoubtful: boolean } | null
  /** True if the value was known at the start. */
  readonly isKnownAtBegin: boolean
  readonly isDoubtful: boolean
  readonly isReset: boolean
}

export type Statistic = 'last' | 'sum' | 'mean' | 'max' | 'min' | 'difference' | 'integral'

export interface AggregateResult {
  /** Null if unknown. */
  readonly value: number | null
  /** True if no value arrived before the end of the period. */
  readonly isStale: boolean
  /** True if the value is not known for the whole period. */
  readonly isPartial: boolean
  /** True if the device reported uncertain quality or a meter was reset. */
  readonly isDoubtful: boolean
}

const hourMs = 3_600_000
/** Fraction of a period that may be unknown, because readings do not start at its first millisecond. */
const maxUnknownShare = 0.01

/** Starts an aggregate at `from` (ms) with the value carried over from before. */
export function startAggregate(from: number, carried: Sample | undefined, holdMs: number): Aggregate {
  const initialValue = carried && !Number.isNaN(carried.value) && from - carried.at <= holdMs ? carried.value : null
  return {
    from,
    until: from,
    coveredMs: 0,
    weighted: 0,
    count: 0,
    sum: 0,
    min: initialValue,
    max: initialValue,
    increase: 0,
    known: initialValue,
    last: carried ? { ...carried, value: initialValue } : null,
    isKnownAtBegin: initialValue !== null,
    isDoubtful: initialValue !== null && carried?.isDoubtful === true,
    isReset: false,
  }
}

/**
 * Extends an aggregate to `until` with the readings in between, oldest first. A value holds until the next one, but no
 * longer than `holdMs`.
 */
export function extendAggregate(
  aggregate: Aggregate,
  samples: readonly Sample[],
  until: number,
  holdMs: number,
): Aggregate {
  let { until: at, coveredMs, weighted, count, sum, min, max, increase, known, last, isDoubtful, isReset } = aggregate
  const holdUntil = (next: number): void => {
    if (last?.value !== null && last?.value !== undefined) {
      const ms = Math.max(0, Math.min(next, last.at + holdMs) - at)
      coveredMs += ms
      weighted += last.value * ms
    }
    at = next
  }
  for (const sample of samples) {
    if (sample.at <= aggregate.until || sample.at > until) continue
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
  return { ...aggregate, until, coveredMs, weighted, count, sum, min, max, increase, known, last, isDoubtful, isReset }
}

/**
 * Computes a statistic of an aggregate. `isFresh` overrides the check by `holdMs` of whether the last value was still
 * valid at the end.
 */
export function computeResult(
  aggregate: Aggregate,
  statistic: Statistic,
  holdMs: number,
  isFresh?: boolean,
): AggregateResult {
  const { from, until, last, coveredMs } = aggregate
  const isKnownAtEnd = last?.value !== null && last?.value !== undefined && (isFresh ?? until - last.at <= holdMs)
  const unknownMs = until - from - coveredMs
  const value = computeValue(aggregate, statistic)
  switch (statistic) {
    case 'last':
      return { value, isStale: !isKnownAtEnd, isPartial: false, isDoubtful: last?.isDoubtful === true }
    case 'difference':
      return {
        value,
        isStale: !isKnownAtEnd,
        isPartial: !aggregate.isKnownAtBegin,
        isDoubtful: aggregate.isDoubtful || aggregate.isReset,
      }
    default:
      return {
        value,
        isStale: false,
        isPartial: unknownMs > (until - from) * maxUnknownShare,
        isDoubtful: aggregate.isDoubtful,
      }
  }
}

function computeValue(
  { coveredMs, weighted, count, sum, min, max, increase, known }: Aggregate,
  statistic: Statistic,
): number | null {
  switch (statistic) {
    case 'last':
      return known
    case 'sum':
      return count > 0 ? sum : coveredMs > 0 ? 0 : null
    case 'mean':
      return coveredMs > 0 ? weighted / coveredMs : null
    case 'integral':
      return coveredMs > 0 ? weighted / hourMs : null
    case 'max':
      return max
    case 'min':
      return min
    case 'difference':
      return known === null ? null : increase
  }
}
