import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'
import { newId } from '../entities/ids.ts'

const settingKey = 'linkages'
/** A server that is gone is replaced after this long. */
const leaseMs = 15_000

/** Which server of a database runs its linkages: several hear the same values, and one may act. */
export function createLease(db: Db) {
  const own = newId()
  return {
    /** Takes the lease, or holds it longer, and says until when; the beginning of time while another server holds it. */
    async take(now: number): Promise<number> {
      const value = JSON.stringify({ holder: own, until: now + leaseMs })
      const { rows } = await sql`insert into setting (key, value) values (${settingKey}, ${value}) on conflict (key) do update set value = excluded.value
        where setting.value::json->>'holder' = ${own} or (setting.value::json->>'until')::float8 < ${now} returning key`.execute(db)
      return rows.length > 0 ? now + leaseMs : -Infinity
    },
    async release(): Promise<void> {
      await sql`delete from setting where key = ${settingKey} and value::json->>'holder' = ${own}`.execute(db)
    },
  }
}
