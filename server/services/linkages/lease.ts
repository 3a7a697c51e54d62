import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'
import { steadyNow } from '../../steady.ts'
import { newId } from '../entities/ids.ts'

const settingKey = 'linkages'
/** A server that is gone is replaced after this long. */
const leaseMs = 15_000
/** The database's clock is everybody's: those of two servers may be minutes apart, and both would act. */
const databaseNow = sql`extract(epoch from clock_timestamp()) * 1000`

/** Which server of a database runs its linkages: several hear the same values, and one may act. */
export function createLease(db: Db) {
  const own = newId()
  return {
    /** Takes the lease, or holds it longer, and says until when by the clock that nobody sets (`steadyNow`); the beginning of time while another server holds it. */
    async take(): Promise<number> {
      // Counted from before it was asked for: it is over here no later than there.
      const askedMs = steadyNow()
      const { rows } = await sql`insert into setting (key, value) values (${settingKey}, json_build_object('holder', ${own}::text, 'until', ${databaseNow} + ${leaseMs}::float8)::text)
        on conflict (key) do update set value = excluded.value
        where setting.value::json->>'holder' = ${own} or (setting.value::json->>'until')::float8 < ${databaseNow} returning key`.execute(db)
      return rows.length > 0 ? askedMs + leaseMs : -Infinity
    },
    async release(): Promise<void> {
      await sql`delete from setting where key = ${settingKey} and value::json->>'holder' = ${own}`.execute(db)
    },
  }
}
