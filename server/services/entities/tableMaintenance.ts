import { sql } from 'kysely'
import type { EntityTable } from '../../database/entityColumns.ts'
import { countRows } from '../../database/entityLists.ts'
import { named } from '../../database/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'

const leastWrites = 2_000
const quietMs = 1_000

/**
 * Vacuums a table after many writes if the database has no autovacuum: otherwise index-only scans are impossible and
 * far pages take ten times as long. Waits for a quiet moment. Returns functions to report writes and to stop.
 */
export function createTableMaintenance(db: Db, table: EntityTable, log: Log) {
  let writes = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const tend = async (): Promise<void> => {
    const counts = await countRows(db, table)
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (writes < Math.max(leastWrites, all / 10)) return
    writes = 0
    await sql`vacuum analyze ${named(table.name)}`.execute(db)
  }

  return {
    wrote(rows: number): void {
      writes += rows
      if (writes < leastWrites) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        running = tend().catch((cause: unknown) => log.warn('could not vacuum a table', { table: table.name, cause }))
      }, quietMs)
      timer.unref()
    },
    async stop(): Promise<void> {
      clearTimeout(timer)
      await running
    },
  }
}
