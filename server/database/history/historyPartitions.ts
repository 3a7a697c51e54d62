import { sql } from 'kysely'
import type { Log } from '../../log.ts'
import type { Db } from '../index.ts'

interface PartitionParts {
  readonly db: Db
  readonly log: Log
  readonly nowMs: number
}

const dayMs = 86_400_000
const partitionPattern = /^tag_history_(\d{4})(\d{2})(\d{2})$/

/**
 * Creates the history partitions of today and tomorrow. Values of a day without a partition go to the default
 * partition. A failure is logged and does not affect the other day. `historyRetention.ts` deletes old data.
 */
export async function makePartitions({ db, log, nowMs }: PartitionParts): Promise<void> {
  const attempt = async <T>(task: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (cause) {
      log.warn('could not update the history partitions', { what: task, cause })
      return undefined
    }
  }
  const today = Math.floor(nowMs / dayMs)
  const existing = await attempt('list', () => partitions(db))
  if (!existing) return
  let moved = 0
  for (const day of [today, today + 1]) {
    const name = getPartitionName(day)
    if (!existing.includes(name)) moved += (await attempt(`make ${name}`, () => makePartition(db, day))) ?? 0
  }
  if (moved === 0) return
  log.info('moved history rows from the default partition to their day', { rows: moved })
  // PGlite has no autovacuum, and the default partition is read completely for each new day.
  await attempt('tidy the rest', () => sql`vacuum tag_history_rest`.execute(db))
}

/** Lists the daily partitions, oldest first, with start and end of the day. */
export async function dayPartitions(
  db: Db,
): Promise<readonly { readonly name: string; readonly fromMs: number; readonly toMs: number }[]> {
  return (await partitions(db)).toSorted().flatMap((name) => {
    const [, year, month, day] = partitionPattern.exec(name) ?? []
    if (year === undefined) return []
    const fromMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
    return [{ name, fromMs, toMs: fromMs + dayMs }]
  })
}

async function partitions(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'tag_history'::regclass`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Creates the partition of a day and moves its rows from the default partition, of which there may be many after a
 * clock change. PostgreSQL rejects a partition whose rows are still in the default partition. Writers are locked out,
 * so that no such row is added in the meantime.
 */
function makePartition(db: Db, day: number): Promise<number> {
  const name = sql.id(getPartitionName(day))
  return db.transaction().execute(async (tx) => {
    await sql`lock table only tag_history in access exclusive mode`.execute(tx)
    await sql`create table ${name} (like tag_history including all)`.execute(tx)
    const { numAffectedRows } = await sql`
      with moved as (delete from tag_history_rest where at >= ${getDayStart(day)} and at < ${getDayStart(day + 1)} returning tag, at, value, quality, text)
      insert into ${name} (tag, at, value, quality, text) select tag, at, value, quality, text from moved`.execute(tx)
    await sql`alter table tag_history attach partition ${name}
      for values from (${sql.lit(getDayStart(day).toISOString())}) to (${sql.lit(getDayStart(day + 1).toISOString())})`.execute(
      tx,
    )
    return Number(numAffectedRows ?? 0)
  })
}

const getDayStart = (day: number): Date => new Date(day * dayMs)
const getPartitionName = (day: number): string =>
  `tag_history_${getDayStart(day).toISOString().slice(0, 10).replaceAll('-', '')}`
