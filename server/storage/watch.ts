import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../database/index.ts'

const probeKey = 'storageProbe'
/** Large enough that the database has to extend a file for it. */
const probeBytes = 64 * 1024

/**
 * Reads from the database; calls `onRestart` when the database was started again since the last call. A database server reports when it was
 * started; `starts` counts the processes of an embedded one, which may have no such time.
 */
export function createRead({ db, starts }: { readonly db: Db; readonly starts: () => number }, onRestart: () => void): () => Promise<void> {
  let last: { readonly at: number | undefined; readonly starts: number } | undefined
  return async () => {
    const { rows: [row] } = await sql<{ at: Date | null }>`select pg_postmaster_start_time() as at`.execute(db)
    const present = { at: row?.at?.getTime(), starts: starts() }
    if (last && (present.at !== last.at || present.starts !== last.starts)) onRestart()
    last = present
  }
}

/** Writes a row that needs space, and removes it again. */
export async function probeWrite(db: Db): Promise<void> {
  const value = randomBytes(probeBytes).toString('base64')
  await db.insertInto('setting').values({ key: probeKey, value }).onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute()
  await db.deleteFrom('setting').where('key', '=', probeKey).execute()
}
