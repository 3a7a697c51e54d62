import { sql } from 'kysely'
import type { Db } from '../../../database/index.ts'

/**
 * Does a piece of work unless another server on the same database is doing it; says whether it was done. The lock is the connection's:
 * it ends with a server that dies. One that is alone does not ask: the embedded database has a single connection, which the work needs.
 */
export async function runAsLeader(db: Db, isAlone: boolean, name: string, work: () => Promise<void>): Promise<boolean> {
  if (isAlone) {
    await work()
    return true
  }
  return db.connection().execute(async (held) => {
    const { rows: [answer] } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(hashtext(${name})) as taken`.execute(held)
    if (!answer?.taken) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(held)
    }
  })
}
