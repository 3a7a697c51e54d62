import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { newId } from '../../entities/ids.ts'

/** Lease duration in milliseconds. Another server takes over after this time. */
const leaseMs = 15_000
/** Use the database clock, because the clocks of two servers may differ by minutes and both would act. */
const databaseNow = sql`extract(epoch from clock_timestamp()) * 1000`

const expired = { steadyMs: -Infinity, at: -Infinity }

/** Leader lease: only one of the servers on a database does the work named by the key. */
export function createLease(db: Db, settingKey = 'linkages') {
  const serverId = newId()
  let expiry = expired
  return {
    /**
     * Returns true while the lease is valid. Checks both clocks: the monotonic clock cannot be set back, and the wall
     * clock continues during system sleep.
     */
    get isHeld(): boolean {
      return monotonicNow() < expiry.steadyMs && Date.now() < expiry.at
    },
    /** Acquires or renews the lease unless another server holds it. A database error leaves it unchanged. */
    async acquire(): Promise<void> {
      // Measure before the query, so that the lease never lasts longer here than in the database.
      const requestedAt = { steadyMs: monotonicNow(), at: Date.now() }
      const { rows } =
        await sql`insert into setting (key, value) values (${settingKey}, json_build_object('holder', ${serverId}::text, 'until', ${databaseNow} + ${leaseMs}::float8)::text)
        on conflict (key) do update set value = excluded.value
        where setting.value::json->>'holder' = ${serverId} or (setting.value::json->>'until')::float8 < ${databaseNow} returning key`.execute(
          db,
        )
      expiry = rows.length > 0 ? { steadyMs: requestedAt.steadyMs + leaseMs, at: requestedAt.at + leaseMs } : expired
    },
    async release(): Promise<void> {
      expiry = expired
      await sql`delete from setting where key = ${settingKey} and value::json->>'holder' = ${serverId}`.execute(db)
    },
  }
}
