import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'

/**
 * Sets the fields that alarms of earlier versions lack: the order in lists, and the linkage of a linkage alarm, which
 * used to be its point.
 */
export async function upgradeAlarms(db: Db): Promise<void> {
  // Partial indexes, because years of alarms are upgraded already.
  await sql`create index if not exists lighting_alarm_unordered on lighting_alarm (id) where urgency is null`.execute(
    db,
  )
  await sql`update lighting_alarm set source = point, point = null where urgency is null and fault = 'linkage' and source is null`.execute(
    db,
  )
  await sql`update lighting_alarm set urgency = case when cleared_at is not null then 0 when status = 'shelved' then 1
    else level * 2 + case when status = 'confirmed' then 0 else 1 end end where urgency is null`.execute(db)
}
