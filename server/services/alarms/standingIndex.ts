import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'

const indexName = 'lighting_alarm_open_once'

/**
 * Creates the unique index of open alarms: one row per project, device, fault and point or source. Databases of earlier versions
 * may contain several; the older ones are cleared first.
 */
export async function createStandingIndex(db: Db): Promise<void> {
  const { rows } =
    await sql`select 1 from pg_indexes where schemaname = current_schema() and indexname = ${indexName}`.execute(db)
  if (rows.length > 0) return
  await db.transaction().execute(async (tx) => {
    await sql`lock table lighting_alarm in share row exclusive mode`.execute(tx)
    await sql`drop index if exists lighting_alarm_standing`.execute(tx)
    await sql`update lighting_alarm a set urgency = 0, cleared_at = newer.at from (
        select id, lead(at) over (partition by project, device, fault, coalesce(source, point, '') order by at, id) as at
        from lighting_alarm where cleared_at is null and device is not null) newer
      where newer.id = a.id and newer.at is not null`.execute(tx)
    await sql
      .raw(
        `create unique index if not exists ${indexName} on lighting_alarm (project, device, fault, coalesce(source, point, '')) where cleared_at is null`,
      )
      .execute(tx)
  })
}

/** Returns true if a write failed because the alarm is already open. */
export const isStandingConflict = (cause: unknown): boolean => {
  for (let each: unknown = cause; each instanceof Error; each = each.cause)
    if (each.message.includes(indexName)) return true
  return false
}
