import { sql } from 'kysely'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { countRows } from '../../database/entities/entityLists.ts'
import { sqlName } from '../../database/entities/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'

const minWrites = 2_000
const idleMs = 1_000

/**
 * Vacuums a table after many writes if the database has no autovacuum: otherwise index-only scans are impossible and
 * far pages take ten times as long. Waits for a quiet moment. Returns functions to report writes and to stop.
 */
export function createTableMaintenance(db: Db, table: EntityTable, log: Log) {
  let writes = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const vacuumIfNeeded = async (): Promise<void> => {
    const counts = await countRows(db, table)
    const totalRows = [...counts.values()].reduce((sum, count) => sum + count, 0)
    if (writes < Math.max(minWrites, totalRows / 10)) return
    writes = 0
    await sql`vacuum analyze ${sqlName(table.name)}`.execute(db)
  }

  return {
    onWrite(rows: number): void {
      writes += rows
      if (writes < minWrites) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        running = vacuumIfNeeded().catch((cause: unknown) =>
          log.warn('could not vacuum a table', { table: table.name, cause }),
        )
      }, idleMs)
      timer.unref()
    },
    async stop(): Promise<void> {
      clearTimeout(timer)
      await running
    },
  }
}
