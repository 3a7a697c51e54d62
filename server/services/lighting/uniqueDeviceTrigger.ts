import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'
import { facilityKinds } from './facilityIndex.ts'
import { getTable } from './tables.ts'

/**
 * Installs triggers that allow each telemetry device only one facility of any kind, because concurrent writers do not
 * see each other in the in-memory index. The later transaction fails with a serialization error, is retried and finds
 * the earlier one. A trigger avoids a query per row in imports of 50,000 rows. Existing duplicates stay.
 */
export async function createUniqueDeviceTrigger(db: Db): Promise<void> {
  const tables = facilityKinds.map((kind) => getTable(kind).name)
  const others = tables
    .map((table) => `select 1 from ${table} where project = new.project and device = new.device and id <> new.id`)
    .join(' union all ')
  await db.transaction().execute(async (tx) => {
    await sql
      .raw(
        [
          `create or replace function device_claimed() returns trigger language plpgsql as $$ begin
        if tg_op = 'UPDATE' then
          if new.device is not distinct from old.device and new.project = old.project then return new; end if;
        end if;
        perform pg_advisory_xact_lock(hashtextextended('device ' || new.project || '/' || new.device, 0));
        if exists (${others}) then
          raise exception 'device % of % speaks for another already', new.device, new.project using errcode = 'serialization_failure';
        end if;
        return new; end $$`,
          ...tables.flatMap((table) => [
            `create index if not exists ${table}_of_device on ${table} (project, device) where device is not null`,
            `create or replace trigger ${table}_claims before insert or update of device on ${table} for each row when (new.device is not null) execute function device_claimed()`,
          ]),
        ].join(';\n'),
      )
      .execute(tx)
  })
}
