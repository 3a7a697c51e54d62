import { aggregatedUntilStatement, mergedVariance } from './historyAggregates.ts'
import {
  atMs,
  badQuality,
  gapFactor,
  type Level,
  levels,
  maxStatementSpanMs,
  ofTag,
  type Query,
} from './historyQuery.ts'
import type { Reading } from './latestValues.ts'

/** Statistics of a tag over a period. `low` to `last` cover the values of good quality; null if there are none. */
export interface TagStatistics {
  readonly low: number | null
  readonly high: number | null
  /** Mean of the stored values. */
  readonly mean: number | null
  /** Mean weighted with the time that each value was valid. */
  readonly timeMean: number | null
  /** Standard deviation of the stored values; null if a part was aggregated by a version that did not record it. */
  readonly deviation: number | null
  readonly last: number | null
  /** Time of `last` in milliseconds since 1970. */
  readonly lastAt: number | null
  /** Number of stored values. `good`: number of those with good quality. */
  readonly count: number
  readonly good: number
  /** Data from which most of the statistics is computed. */
  readonly basis: 'raw' | 'minute' | 'hour'
}

export interface StatisticsQuery {
  readonly tag: string
  readonly fromMs: number
  readonly toMs: number
  /** Minimum silence that counts as a gap, in milliseconds. */
  readonly gapMs: number
  readonly newest?: Reading | undefined
  /** Returns false once the client has disconnected. */
  readonly shouldContinue?: (() => boolean) | undefined
}

/** Sums of a part of the period, which can be merged. */
interface Moments {
  readonly count: number
  readonly good: number
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
  readonly variance: number | null
  /** Duration with a valid value in milliseconds, and the mean value during it. */
  readonly weight_ms: number
  readonly time_mean: number | null
}

/** Longest period that is computed from stored values, and from minutes. Longer periods use hours. */
const maxRawMs = maxStatementSpanMs
const maxMinutesMs = 14 * 86_400_000

/**
 * Computes the statistics of a tag. Short periods are read from the stored values, long ones from the minutes or hours,
 * with the stored values at both ends that aggregates do not cover.
 */
export async function readStatistics(query: Query, request: StatisticsQuery): Promise<TagStatistics> {
  const { fromMs, toMs } = request
  const spanMs = toMs - fromMs
  const wanted = spanMs <= maxRawMs ? 'raw' : spanMs <= maxMinutesMs ? 'minute' : 'hour'
  const bases = (['raw', 'minute', 'hour'] as const).slice(wanted === 'raw' ? 0 : wanted === 'minute' ? 1 : 2)
  let basis: TagStatistics['basis'] = wanted
  let sums = nothing
  // Stored values may have been deleted earlier than minutes, and minutes earlier than hours.
  for (basis of bases) {
    const level = levels.find(({ table }) => table === `tag_${basis}`)
    sums = level ? await readWithAggregates(query, request, level) : await readRaw(query, request, fromMs, toMs, true)
    if (sums.count > 0) break
  }
  const { newest } = request
  const [stored] = await query<{ at: number; value: number }>(lastStatement, [request.tag, fromMs, toMs])
  // The newest value may not be stored, because it changed too little.
  const isNewer =
    newest && newest.value !== null && newest.quality < badQuality && newest.at >= fromMs && newest.at <= toMs
  const last = isNewer && newest.at > (stored?.at ?? 0) ? { at: newest.at, value: newest.value } : stored
  return {
    low: sums.low,
    high: sums.high,
    mean: sums.mean,
    timeMean: sums.time_mean,
    deviation: sums.variance === null ? null : Math.sqrt(sums.variance),
    last: last?.value ?? null,
    lastAt: last ? Math.round(last.at) : null,
    count: sums.count,
    good: sums.good,
    basis: sums.count > 0 ? basis : wanted,
  }
}

/** Reads the stored values in parts, so that other queries can run in between. */
async function readRaw(
  query: Query,
  { tag, gapMs, shouldContinue = () => true }: StatisticsQuery,
  fromMs: number,
  toMs: number,
  isLast: boolean,
): Promise<Moments> {
  let sums = nothing
  for (let from = fromMs; from < toMs && shouldContinue(); from += maxStatementSpanMs) {
    const to = Math.min(toMs, from + maxStatementSpanMs)
    const [row] = await query<Moments>(rawStatement(isLast && to === toMs), [tag, from, to, gapMs])
    if (row) sums = merge(sums, row)
  }
  return sums
}

async function readWithAggregates(query: Query, request: StatisticsQuery, { table, ms }: Level): Promise<Moments> {
  const { tag, fromMs, toMs, shouldContinue = () => true } = request
  const [progress] = await query<{ value: string }>(aggregatedUntilStatement, [])
  const start = Math.ceil(fromMs / ms) * ms
  const end = Math.floor(Math.min(toMs, Number(progress?.value ?? 0)) / ms) * ms
  if (end <= start) return readRaw(query, request, fromMs, toMs, true)
  const [middle] = await query<Moments>(aggregateStatement(table, ms), [tag, start, end])
  if (!shouldContinue()) return middle ?? nothing
  const edges = [await readRaw(query, request, fromMs, start, false), await readRaw(query, request, end, toMs, true)]
  return [middle ?? nothing, ...edges].reduce(merge)
}

const nothing: Moments = {
  count: 0,
  good: 0,
  low: null,
  high: null,
  mean: null,
  variance: null,
  weight_ms: 0,
  time_mean: null,
}

/** Merges the sums of two disjoint parts. */
function merge(a: Moments, b: Moments): Moments {
  const good = a.good + b.good
  const weight_ms = a.weight_ms + b.weight_ms
  const mean = mix(a.mean, a.good, b.mean, b.good)
  const spread = ({ good: count, mean: own, variance }: Moments): number | null =>
    count === 0 ? 0 : variance === null || own === null || mean === null ? null : count * (variance + (own - mean) ** 2)
  const [left, right] = [spread(a), spread(b)]
  return {
    count: a.count + b.count,
    good,
    low: pick(Math.min, a.low, b.low),
    high: pick(Math.max, a.high, b.high),
    mean,
    variance: good === 0 || left === null || right === null ? null : (left + right) / good,
    weight_ms,
    time_mean: mix(a.time_mean, a.weight_ms, b.time_mean, b.weight_ms),
  }
}

const pick = (choose: (a: number, b: number) => number, a: number | null, b: number | null): number | null =>
  a === null ? b : b === null ? a : choose(a, b)

function mix(a: number | null, weightA: number, b: number | null, weightB: number): number | null {
  if (a === null || weightA === 0) return b
  if (b === null || weightB === 0) return a
  return (a * weightA + b * weightB) / (weightA + weightB)
}

const inPart = (isLast: boolean): string =>
  `${ofTag} and at >= to_timestamp($2::float8 / 1000) and at ${isLast ? '<=' : '<'} to_timestamp($3::float8 / 1000)`
const isGood = `quality < ${badQuality} and value <> 'NaN'`

/**
 * A value is valid until the next one, or until the end of the period. After a silence longer than usual, the value is
 * unknown.
 */
const rawStatement = (isLast: boolean): string => `
  with reading as (
    select ms, value, is_good, lead(ms) over (order by ms, value) - ms as lasts_ms
    from (select ${atMs} as ms, value, ${isGood} as is_good from tag_history where ${inPart(isLast)}) as stored),
  weighted as (
    select value, is_good, case when coalesce(lasts_ms, $3::float8 - ms) <= greatest($4::float8,
      ${gapFactor} * (select percentile_disc(0.5) within group (order by lasts_ms) from reading)) then coalesce(lasts_ms, $3::float8 - ms) else 0 end as weight
    from reading)
  select count(*)::float8 as count, (count(*) filter (where is_good))::float8 as good,
    min(value) filter (where is_good) as low, max(value) filter (where is_good) as high,
    avg(value) filter (where is_good) as mean, var_pop(value) filter (where is_good) as variance,
    coalesce(sum(weight) filter (where is_good), 0)::float8 as weight_ms,
    sum(value * weight) filter (where is_good) / nullif(sum(weight) filter (where is_good), 0) as time_mean
  from weighted`

/** Each aggregate with a valid value has the same weight. */
const aggregateStatement = (table: string, ms: number): string => `
  select coalesce(sum(count), 0)::float8 as count, coalesce(sum(good), 0)::float8 as good, min(low) as low, max(high) as high,
    max(whole_mean) as mean, ${mergedVariance('whole_mean')} as variance, (count(mean) * ${ms})::float8 as weight_ms, avg(mean) as time_mean
  from (select *, sum(mean * good) over () / nullif(sum(good) over (), 0) as whole_mean from ${table} where ${inPart(false)}) as aggregate`

const lastStatement = `select ${atMs} as at, value from tag_history where ${inPart(true)} and ${isGood}
  order by tag desc, tag_history.at desc, value desc limit 1`
