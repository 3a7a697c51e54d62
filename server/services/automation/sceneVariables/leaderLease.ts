import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'

/**
 * Runs `work` unless another server on the same database is running it, and returns whether it ran. The advisory lock
 * belongs to the connection, so it is released if the server dies. A single server takes no lock: the embedded database
 * has only one connection, which `work` needs.
 */
export async function runAsLeader(db: Db, isAlone: boolean, name: string, work: () => Promise<void>): Promise<boolean> {
  if (isAlone) {
    await work()
    return true
  }
  return db.connection().execute(async (connection) => {
    const {
      rows: [answer],
    } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(hashtext(${name})) as taken`.execute(connection)
    if (!answer?.taken) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection)
    }
  })
}
