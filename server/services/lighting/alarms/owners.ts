import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'
import { facilityKinds } from '../facilityIndex.ts'
import { getTable } from '../tables.ts'

/** Sets the owner of older alarms from the facility their device belongs to now. */
export async function assignOwners(db: Db): Promise<void> {
  // A partial index, because years of alarms have an owner.
  await sql`create index if not exists lighting_alarm_unowned on lighting_alarm (id) where owner is null`.execute(db)
  const subqueries = facilityKinds.map(
    (kind) =>
      `(select '${kind}' from ${getTable(kind).name} f where f.project = a.project and f.device = a.device limit 1)`,
  )
  await sql
    .raw(`update lighting_alarm a set owner = coalesce(${subqueries.join(', ')}, 'other') where owner is null`)
    .execute(db)
}
