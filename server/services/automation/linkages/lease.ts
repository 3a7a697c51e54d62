import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { newId } from '../../entities/ids.ts'

const settingKey = 'linkages'
/** A server that is gone is replaced after this long. */
const leaseMs = 15_000
/** The database's clock is everybody's: those of two servers may be minutes apart, and both would act. */
const databaseNow = sql`extract(epoch from clock_timestamp()) * 1000`

const none = { steadyMs: -Infinity, at: -Infinity }

/** Which server of a database runs its linkages: several hear the same values, and one may act. */
export function createLease(db: Db) {
  const own = newId()
  let over = none
  return {
    /**
     * Whether this server may act now. It is over as soon as one of the two clocks says so: the steady one (`monotonicNow`) cannot be set
     * back, and the time of day goes on while a machine sleeps.
     */
    get isHeld(): boolean {
      return monotonicNow() < over.steadyMs && Date.now() < over.at
    },
    /** Takes the lease, or holds it longer, where no other server holds it. What the database does not answer changes nothing. */
    async take(): Promise<void> {
      // Counted from before it was asked for: it is over here no later than there.
      const asked = { steadyMs: monotonicNow(), at: Date.now() }
      const { rows } = await sql`insert into setting (key, value) values (${settingKey}, json_build_object('holder', ${own}::text, 'until', ${databaseNow} + ${leaseMs}::float8)::text)
        on conflict (key) do update set value = excluded.value
        where setting.value::json->>'holder' = ${own} or (setting.value::json->>'until')::float8 < ${databaseNow} returning key`.execute(db)
      over = rows.length > 0 ? { steadyMs: asked.steadyMs + leaseMs, at: asked.at + leaseMs } : none
    },
    async release(): Promise<void> {
      over = none
      await sql`delete from setting where key = ${settingKey} and value::json->>'holder' = ${own}`.execute(db)
    },
  }
}
