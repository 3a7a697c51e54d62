import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'

const probeKey = 'storageProbe'
/** Large enough that the database has to extend a file. */
const probeBytes = 64 * 1024

/**
 * Returns a function that reads from the database and calls `onRestart` if the database has restarted since the last
 * call. A database server reports its start time; for an embedded one, which may not, `starts` counts the processes.
 */
export function createRead(
  { db, starts }: { readonly db: Db; readonly starts: () => number },
  onRestart: () => void,
): () => Promise<void> {
  let last: { readonly at: number | undefined; readonly starts: number } | undefined
  return async () => {
    const {
      rows: [row],
    } = await sql<{ at: Date | null }>`select pg_postmaster_start_time() as at`.execute(db)
    const present = { at: row?.at?.getTime(), starts: starts() }
    if (last && (present.at !== last.at || present.starts !== last.starts)) onRestart()
    last = present
  }
}

/** Writes a row that needs space, and removes it again. */
export async function probeWrite(db: Db): Promise<void> {
  const value = randomBytes(probeBytes).toString('base64')
  await db
    .insertInto('setting')
    .values({ key: probeKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await db.deleteFrom('setting').where('key', '=', probeKey).execute()
}
