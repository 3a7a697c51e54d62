import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayPartitions } from '../../../database/history/historyPartitions.ts'
import type { Db } from '../../../database/index.ts'

const batchRows = 5000
const tagBatchSize = 200
const pauseMs = 20
/** Milliseconds after which values in transit at the time of deletion are stored. */
const retentionMs = 3_600_000

/** Deletes the history of deleted tags in batches. Returns true if some must be checked again later. */
export async function purgeHistory(db: Db, nowMs: number, isStopped: () => boolean): Promise<boolean> {
  let after = 0
  for (;;) {
    const { rows } = await sql<{
      tag: number
      deleted_at: Date
    }>`select tag, deleted_at from deleted_tag where tag > ${after} order by tag limit ${tagBatchSize}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.tag
    const tags = rows.map(({ tag }) => tag)
    const tables = [
      ...(await dayPartitions(db)).map(({ name }) => name),
      'tag_history_rest',
      'tag_late',
      'tag_minute',
      'tag_hour',
      'newest_value',
    ]
    for (const table of tables) {
      for (let count = batchRows; count >= batchRows;) {
        if (isStopped()) return true
        const { numAffectedRows } =
          await sql`delete from ${sql.id(table)} where ctid = any (array(select ctid from ${sql.id(table)} where tag = any (${tags}::int[]) limit ${batchRows}))`.execute(
            db,
          )
        count = Number(numAffectedRows ?? 0)
        if (count > 0) await pause(pauseMs)
      }
    }
    const purgedTags = rows.filter(({ deleted_at: at }) => at.getTime() < nowMs - retentionMs).map(({ tag }) => tag)
    if (purgedTags.length > 0) await sql`delete from deleted_tag where tag = any (${purgedTags}::int[])`.execute(db)
  }
  const {
    rows: [remaining],
  } = await sql<{ left: boolean }>`select exists (select from deleted_tag) as left`.execute(db)
  return remaining?.left ?? false
}
