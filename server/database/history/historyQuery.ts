import { aggregatedUntilStatement } from './historyAggregates.ts'
import type { Reading } from './latestValues.ts'

/** History of a tag for a chart; null marks a gap. */
export interface CurvePoints {
  readonly at: readonly number[]
  readonly values: readonly (number | null)[]
}

export interface HistoryQuery {
  readonly tag: string
  readonly fromMs: number
  readonly toMs: number
  /** Approximate maximum number of values; each gap adds a null. */
  readonly points: number
  /** Reduction of many values: lowest and highest of each interval, or the last one. */
  readonly pick: 'range' | 'last'
  /** Minimum silence that counts as a gap, in milliseconds. Longer for tags that report less often. */
  readonly gapMs: number
  /**
   * Called between two intervals of a long query. The query stops once it returns false, because the client has
   * disconnected.
   */
  readonly shouldContinue?: (() => boolean) | undefined
  /** Newest value, which may not be stored because it changed too little. */
  readonly newest?: Reading | undefined
}

export type Query = <Row extends object>(text: string, values: readonly unknown[]) => Promise<Row[]>

/** Quality from which a value is unreliable. */
export const badQuality = 2
/** Number of values required to estimate the reporting interval. */
const minForInterval = 4
const intervalReadings = 20
const minLookbackMs = 60_000
const maxLookbackMs = 400 * 86_400_000
/** Maximum time span of one statement, so that other queries can run in between. */
export const maxStatementSpanMs = 6 * 3_600_000
/** Silence counts as a gap after this multiple of the usual interval. */
export const gapFactor = 4

/**
 * Reads the history of a tag in a limited number of points. Few stored values are returned completely; of many, the
 * database selects the extremes of each interval, so that short peaks remain visible. Bad or missing values become
 * null, also between the newest value and `toMs`.
 */
export async function readCurve(query: Query, request: HistoryQuery): Promise<CurvePoints> {
  const { tag, fromMs, toMs, points, newest } = request
  const storedPoints = await query<StoredPoint>(
    `select ${pointColumns} from tag_history where ${inWindow} order by tag, tag_history.at, value limit $4`,
    [tag, fromMs, toMs, points + 1],
  )
  const older = storedPoints.length < minForInterval ? await lookBack(query, tag, fromMs, toMs - fromMs) : []
  const gapMs = Math.max(
    request.gapMs,
    gapFactor * computeMedian([...older.toReversed(), ...storedPoints].map(({ at }) => at)),
  )
  // The value before the window lets the line start at its edge.
  const [before] = older.length > 0 ? older : await query<StoredPoint>(newestBefore, [tag, fromMs - gapMs, fromMs, 1])
  const lead = before && fromMs - before.at <= gapMs ? [toPart(before)] : []
  const parts = [
    ...lead,
    ...(storedPoints.length <= points
      ? [...(await readAggregatedParts(query, request, storedPoints[0]?.at ?? toMs)), ...storedPoints.map(toPart)]
      : await readBuckets(query, request)),
  ]
  const tail =
    newest && newest.at > (parts.at(-1)?.lastAt ?? fromMs) && newest.at <= toMs
      ? [toPart({ ...newest, value: newest.value ?? NaN })]
      : []
  return joinParts([...parts, ...tail], gapMs, toMs)
}

/**
 * Reads the newest values before a time, newest first, in growing time spans. For the whole past at once, a database
 * without statistics (PGlite never has any) would sort all rows.
 */
async function lookBack(query: Query, tag: string, fromMs: number, spanMs: number): Promise<readonly StoredPoint[]> {
  let older: readonly StoredPoint[] = []
  for (let reach = Math.max(spanMs, minLookbackMs); older.length < minForInterval; reach *= 10) {
    older = await query<StoredPoint>(newestBefore, [
      tag,
      fromMs - Math.min(reach, maxLookbackMs),
      fromMs,
      intervalReadings,
    ])
    if (reach >= maxLookbackMs) break
  }
  return older
}

/** An interval with its points; nothing is missing between `firstAt` and `lastAt`. */
interface Part {
  readonly firstAt: number
  readonly lastAt: number
  /** In chronological order. */
  readonly points: readonly { readonly at: number; readonly value: number | null }[]
}

interface StoredPoint {
  readonly at: number
  readonly value: number
  readonly quality: number
}

interface StoredBucket {
  readonly first_at: number
  readonly last_at: number
  readonly low: readonly [value: number, at: number] | null
  readonly high: readonly [value: number, at: number] | null
  readonly newest: readonly [at: number, value: number] | null
  readonly bad_at: number | null
}

/** `extract` is exact but ten times slower. */
export const atMs = `date_part('epoch', at) * 1000`
export const ofTag = `tag = (select id from tag where path = $1)`
const inWindow = `${ofTag} and at between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)`
/** Order by `tag_history.at`: the result column `at` is computed, so the index would not be used. */
const pointColumns = `${atMs} as at, value, quality`
const newestBefore = `select ${pointColumns} from tag_history where ${ofTag} and at >= to_timestamp($2::float8 / 1000) and at < to_timestamp($3::float8 / 1000)
  order by tag desc, tag_history.at desc, value desc limit $4`

/**
 * Reads buckets with their extremes as arrays of value and time. The smallest array has the smallest value, so one pass
 * finds both.
 */
async function readBuckets(
  query: Query,
  { tag, fromMs, toMs, points, pick, shouldContinue = () => true }: HistoryQuery,
): Promise<Part[]> {
  const count = bucketCount(points, pick)
  const atOnce = Math.max(1, Math.floor((maxStatementSpanMs * count) / Math.max(1, toMs - fromMs)))
  const edge = (bucket: number): number => (bucket >= count ? toMs : fromMs + ((toMs - fromMs) * bucket) / count)
  const level = pick === 'range' ? levels.find(({ ms }) => (toMs - fromMs) / count >= ms) : undefined
  const [progress] = level ? await query<{ value: string }>(aggregatedUntilStatement, []) : []
  // Number of buckets that aggregates cover completely; the rest is read from the raw values.
  const first =
    progress === undefined
      ? 0
      : Math.max(
          0,
          Math.min(count, Math.floor(((Number(progress.value) - fromMs) * count) / Math.max(1, toMs - fromMs))),
        )
  const rows: StoredBucket[] =
    level && first > 0
      ? await query<StoredBucket>(aggregateBuckets(level), [tag, fromMs, edge(first), count, fromMs, toMs])
      : []
  for (let bucket = first; bucket < count && shouldContinue(); bucket += atOnce) {
    rows.push(
      ...(await query<StoredBucket>(bucketsWithin(bucket + atOnce >= count), [
        tag,
        edge(bucket),
        edge(bucket + atOnce),
        count,
        fromMs,
        toMs,
      ])),
    )
  }
  return rows.map((row) => bucketToPart(row, pick))
}

const bucketCount = (points: number, pick: 'range' | 'last'): number =>
  Math.max(1, Math.floor(points / (pick === 'range' ? 2 : 1)))

/** Aggregate tables, coarsest first. */
export const levels = [
  { table: 'tag_hour', ms: 3_600_000 },
  { table: 'tag_minute', ms: 60_000 },
] as const
export type Level = (typeof levels)[number]

/**
 * Reads aggregates before `beforeMs` in place of deleted raw values, from the finest level that has any. Returns
 * nothing if no older aggregates exist.
 */
async function readAggregatedParts(
  query: Query,
  { tag, fromMs, toMs, points, pick }: HistoryQuery,
  beforeMs: number,
): Promise<Part[]> {
  for (const level of levels.toReversed()) {
    const before = Math.floor(beforeMs / level.ms) * level.ms
    const rows =
      before <= fromMs
        ? []
        : await query<StoredBucket>(aggregateBuckets(level), [
            tag,
            fromMs,
            before,
            bucketCount(points, pick),
            fromMs,
            toMs,
          ])
    if (rows.length > 0) return rows.map((row) => bucketToPart(row, pick))
  }
  return []
}

/**
 * SQL for the buckets of a level. An aggregate belongs to the bucket in which it starts, and its values are shown at
 * its start.
 */
const aggregateBuckets = ({ table, ms }: Level): string => `
  select min(at) as first_at, max(at) + ${ms - 1} as last_at,
    min(array[low, at]) filter (where low is not null) as low, max(array[high, at]) filter (where high is not null) as high,
    max(array[at, mean]) filter (where mean is not null) as newest, max(at) filter (where good = 0) as bad_at
  from (
    select ${atMs} as at, low, high, mean, good from ${table}
    where ${ofTag} and at >= to_timestamp($2::float8 / 1000) and at < to_timestamp($3::float8 / 1000)) as aggregate
  group by floor((at - $5::float8) * $4::float8 / greatest(1, $6::float8 - $5::float8))
  order by 1`

/** SQL for the buckets of one interval. The end is included only for the last one. */
const bucketsWithin = (isLast: boolean): string => `
  select min(at) as first_at, max(at) as last_at,
    min(array[value, at]) filter (where is_good) as low, max(array[value, at]) filter (where is_good) as high,
    max(array[at, value]) filter (where is_good) as newest, max(at) filter (where not is_good) as bad_at
  from (
    select ${atMs} as at, value, quality < ${badQuality} and value <> 'NaN' as is_good from tag_history
    where ${ofTag} and at >= to_timestamp($2::float8 / 1000) and at ${isLast ? '<=' : '<'} to_timestamp($3::float8 / 1000)) as reading
  group by floor((at - $5::float8) * $4::float8 / greatest(1, $6::float8 - $5::float8))
  order by 1`

function toPart({ at, value, quality }: StoredPoint): Part {
  const whole = Math.round(at)
  return {
    firstAt: whole,
    lastAt: whole,
    points: [{ at: whole, value: quality >= badQuality || Number.isNaN(value) ? null : value }],
  }
}

function bucketToPart({ first_at, last_at, low, high, newest, bad_at }: StoredBucket, pick: 'range' | 'last'): Part {
  const selected =
    pick === 'last'
      ? [newest && { at: newest[0], value: newest[1] }]
      : [low && { at: low[1], value: low[0] }, high && { at: high[1], value: high[0] }]
  const good = selected.filter((point) => point !== null)
  const [first, second] = good
  const isOne = first && second && first.at === second.at && first.value === second.value
  const all = [...(isOne ? [first] : good), ...(bad_at === null ? [] : [{ at: bad_at, value: null }])]
  return {
    firstAt: Math.round(first_at),
    lastAt: Math.round(last_at),
    points: all.map(({ at, value }) => ({ at: Math.round(at), value })).toSorted((a, b) => a.at - b.at),
  }
}

function joinParts(parts: readonly Part[], gapMs: number, toMs: number): CurvePoints {
  const at: number[] = []
  const values: (number | null)[] = []
  const add = (time: number, value: number | null): void => {
    at.push(time)
    values.push(value)
  }
  for (const [index, { firstAt, points }] of parts.entries()) {
    const left = parts[index - 1]?.lastAt
    if (left !== undefined && firstAt - left > gapMs) add(left + 1, null)
    for (const point of points) add(point.at, point.value)
  }
  const newest = parts.at(-1)?.lastAt
  if (newest !== undefined && toMs - newest > gapMs) add(toMs, null)
  return { at, values }
}

/** Median of the distances between times (oldest first); 0 if there are none. */
function computeMedian(times: readonly number[]): number {
  const distances = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .toSorted((a, b) => a - b)
  return distances[Math.floor(distances.length / 2)] ?? 0
}
