import { sql } from 'kysely'
import type { Db } from '../../server/database/index.ts'

export const dayMs = 86_400_000

/** Creates tags of project `bench` and returns their ids. */
export async function makeTags(db: Db, paths: readonly string[]): Promise<number[]> {
  await sql`insert into project (id, name, edition, created_at) values ('bench', 'Bench', 'street', now()) on conflict do nothing`.execute(
    db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into tag (path, project, device, point, unit, kind, writable, en, zh)
    select path, 'bench', split_part(path, '/', 2), split_part(path, '/', 3), 'kW', 'number', false, 'Power', '功率'
    from unnest(${paths}::text[]) as new (path) returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Creates the partition of a day, as the server does at the start of each day. `day`: days since 1970. */
export async function makeDay(db: Db, day: number): Promise<void> {
  const [from, to] = [new Date(day * dayMs).toISOString(), new Date((day + 1) * dayMs).toISOString()]
  const name = sql.id(`tag_history_${from.slice(0, 10).replaceAll('-', '')}`)
  await sql`create table if not exists ${name} partition of tag_history for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(
    db,
  )
}

export interface DayOptions {
  readonly tags: readonly number[]
  /** Days since 1970. */
  readonly day: number
  /** Distance of two values in seconds. */
  readonly everyS: number
}

/**
 * Stores the values of a day by SQL: a daily curve with noise, without the hour from 03:00 to 04:00 UTC, and one value
 * of 500 at noon. Adds the minutes and hours that the server aggregates from them.
 */
export async function fillDay(db: Db, { tags, day, everyS }: DayOptions): Promise<void> {
  const start = new Date(day * dayMs)
  const end = new Date((day + 1) * dayMs)
  await sql`
    insert into tag_history (tag, at, value, quality)
    select tag, ${start}::timestamptz + s * interval '1 second',
      case when s = 43200 then 500 else 50 + 40 * sin(s * 2 * pi() / 86400) + random() * 5 end, 0
    from unnest(${tags}::int[]) as given (tag) cross join generate_series(0, 86399, ${everyS}::int) as s
    where s < 10800 or s >= 14400`.execute(db)
  await sql`
    insert into tag_minute (tag, at, low, high, mean, count, good, variance)
    select tag, date_bin('1 minute', at, 'epoch'), min(value), max(value), avg(value), count(*), count(*), var_pop(value)
    from tag_history where tag = any (${tags}::int[]) and at >= ${start} and at < ${end} group by 1, 2`.execute(db)
  await sql`
    insert into tag_hour (tag, at, low, high, mean, count, good, variance)
    select tag, date_bin('1 hour', at, 'epoch'), min(value), max(value), avg(value), count(*), count(*), var_pop(value)
    from tag_history where tag = any (${tags}::int[]) and at >= ${start} and at < ${end} group by 1, 2`.execute(db)
}

/** Records how far the history is aggregated, in milliseconds since 1970. */
export async function writeProgress(db: Db, untilMs: number): Promise<void> {
  await sql`insert into setting (key, value) values ('historyAggregated', ${String(untilMs)})
    on conflict (key) do update set value = excluded.value`.execute(db)
}
