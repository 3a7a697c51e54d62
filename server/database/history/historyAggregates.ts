import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { dayPartitions } from './historyPartitions.ts'
import type { Db } from '../index.ts'

/** A value older than this when it is stored is recorded as late. Later rounds aggregate younger values anyway. */
export const lateMs = 600_000

export interface AggregationParts {
  readonly db: Db
  readonly log: Log
  /** Maximum duration of a round in milliseconds. Default: 20 s. */
  readonly roundMs?: number
  /** Pause between two statements in milliseconds, so that other writes can run. */
  readonly pauseMs?: number
}

const minuteMs = 60_000
const hourMs = 3_600_000
/** Minutes older than this change only by late values: `lateMs` plus five minutes for a slow write. */
const settledMs = lateMs + 5 * minuteMs
const tagsPerStatement = 500
const lateHoursPerStatement = 200
const progressKey = 'historyAggregated'

/**
 * Aggregates the history in rounds of limited duration. Each round computes the minutes that may still change again
 * from the stored values, so a round can be repeated after a crash. An aggregate never loses values: if raw values were
 * deleted, the stored aggregate remains.
 */
export function createAggregation({ db, log, roundMs = 20_000, pauseMs = 10 }: AggregationParts) {
  const aggregateLate = async (): Promise<number> =>
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{
        tag: number
        at: Date
      }>`delete from tag_late where ctid = any (array(select ctid from tag_late limit ${lateHoursPerStatement})) returning tag, at`.execute(
        tx,
      )
      if (rows.length === 0) return 0
      const [tags, hours] = [rows.map(({ tag }) => tag), rows.map(({ at }) => at)]
      const spans = sql`unnest(${tags}::int[], ${hours}::timestamptz[]) as span (tag, since)`
      await storeMinutes(tx, spans, sql`span.since`, sql`span.since + interval '1 hour'`)
      await storeHours(tx, spans, sql`span.since`, sql`span.since + interval '1 hour'`)
      return rows.length
    })

  const aggregateWindow = async (fromMs: number, toMs: number): Promise<void> => {
    for (let after = 0; ;) {
      const { rows } = await sql<{
        tag: number
      }>`select tag from newest_value where tag > ${after} and at >= ${new Date(fromMs)} order by tag limit ${tagsPerStatement}`.execute(
        db,
      )
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.tag
      const spans = sql`unnest(${rows.map(({ tag }) => tag)}::int[]) as span (tag)`
      await storeMinutes(db, spans, sql`${new Date(fromMs)}::timestamptz`, sql`${new Date(toMs)}::timestamptz`)
      await storeHours(
        db,
        spans,
        sql`${new Date(floor(fromMs, hourMs))}::timestamptz`,
        sql`${new Date(toMs)}::timestamptz`,
      )
      await pause(pauseMs)
    }
  }

  return {
    /** Runs one round. Returns true if everything is aggregated up to the last minutes. */
    async run(nowMs: number): Promise<boolean> {
      const untilMs = monotonicNow() + roundMs
      const hasTime = (): boolean => monotonicNow() < untilMs
      const end = floor(nowMs - minuteMs, minuteMs)
      let from = (await aggregatedUntil(db)) ?? (await findOldest(db))
      if (from === undefined) return true
      // If the clock was set back, existing aggregates remain.
      from = Math.min(from, floor(nowMs - settledMs, minuteMs))
      while (from < end && hasTime()) {
        const to = Math.min(end, floor(from, hourMs) + hourMs)
        await aggregateWindow(from, to)
        await writeProgress(db, Math.min(to, floor(nowMs - settledMs, minuteMs)))
        from = to
      }
      let late = 0
      for (let count = lateHoursPerStatement; count === lateHoursPerStatement && hasTime();) {
        count = await aggregateLate()
        late += count
        await pause(pauseMs)
      }
      if (late > 0) log.info('reaggregated hours with late values', { hours: late })
      return from >= end && hasTime()
    },
  }
}

/** Time up to which the history is aggregated, in milliseconds since 1970; undefined before the first round. */
export async function aggregatedUntil(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', progressKey).executeTakeFirst()
  return row === undefined ? undefined : Number(row.value)
}

/** SQL of `aggregatedUntil`, for callers that can only send statements. */
export const aggregatedUntilStatement = `select value from setting where key = '${progressKey}'`

async function writeProgress(db: Db, atMs: number): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: progressKey, value: String(atMs) })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: String(atMs) }))
    .execute()
}

/** Start of the first round: the oldest day with rows. */
async function findOldest(db: Db): Promise<number | undefined> {
  for (const { name, fromMs } of await dayPartitions(db)) {
    const { rows } = await sql`select from ${sql.id(name)} limit 1`.execute(db)
    if (rows.length > 0) return Math.min(fromMs, (await findOldestInRest(db)) ?? fromMs)
  }
  return findOldestInRest(db)
}

async function findOldestInRest(db: Db): Promise<number | undefined> {
  const {
    rows: [row],
  } = await sql<{ at: Date | null }>`select min(at) as at from tag_history_rest`.execute(db)
  return row?.at ? floor(row.at.getTime(), hourMs) : undefined
}

type Sql = ReturnType<typeof sql>

/** `date_trunc` would depend on the time zone of the session. */
const bin = (unit: 'minute' | 'hour'): Sql => sql`date_bin(${sql.lit(`1 ${unit}`)}::interval, at, 'epoch'::timestamptz)`
const replace = (
  table: 'tag_minute' | 'tag_hour',
): Sql => sql`on conflict (tag, at) do update set low = excluded.low, high = excluded.high, mean = excluded.mean, count = excluded.count, good = excluded.good, variance = excluded.variance
  where excluded.count >= ${sql.ref(`${table}.count`)} and (excluded.low, excluded.high, excluded.mean, excluded.count, excluded.good, excluded.variance)
    is distinct from (${sql.ref(`${table}.low`)}, ${sql.ref(`${table}.high`)}, ${sql.ref(`${table}.mean`)}, ${sql.ref(`${table}.count`)}, ${sql.ref(`${table}.good`)}, ${sql.ref(`${table}.variance`)})`

/**
 * `spans` is a list of tags (`span.tag`). Each uses its own index range, because the history has no index by time
 * alone.
 */
async function storeMinutes(db: Db, spans: Sql, since: Sql, until: Sql): Promise<void> {
  await sql`insert into tag_minute (tag, at, low, high, mean, count, good, variance)
    select span.tag, found.* from ${spans} cross join lateral (
      select ${bin('minute')}, min(value) filter (where is_good), max(value) filter (where is_good), avg(value) filter (where is_good), count(*), count(*) filter (where is_good), var_pop(value) filter (where is_good)
      from (select at, value, quality < 2 and value <> 'NaN' as is_good from tag_history where tag = span.tag and at >= ${since} and at < ${until}) as reading group by 1) as found
    ${replace('tag_minute')}`.execute(db)
}

async function storeHours(db: Db, spans: Sql, since: Sql, until: Sql): Promise<void> {
  await sql`insert into tag_hour (tag, at, low, high, mean, count, good, variance)
    select span.tag, found.* from ${spans} cross join lateral (
      select hour, min(low), max(high), max(hour_mean), sum(count), sum(good), ${sql.raw(mergedVariance('hour_mean'))}
      from (
        select hour, low, high, mean, count, good, variance, sum(mean * good) over (partition by hour) / nullif(sum(good) over (partition by hour), 0) as hour_mean
        from (select *, ${bin('hour')} as hour from tag_minute where tag = span.tag and at >= ${since} and at < ${until}) as reading) as minute
      group by hour) as found
    ${replace('tag_hour')}`.execute(db)
}

/**
 * SQL of the variance of merged intervals around their common mean, which is a column of the query. Null if an interval
 * has no variance, because an earlier version aggregated it. Squares are limited, because PostgreSQL rejects numbers
 * beyond 1.8e308.
 */
export const mergedVariance = (meanColumn: string): string =>
  `case when not bool_or(good > 0 and variance is null) then sum(good * (least(variance, 1e300) + least(abs(mean - ${meanColumn}), 1e150) ^ 2)) / nullif(sum(good), 0) end`

const floor = (ms: number, unit: number): number => Math.floor(ms / unit) * unit
