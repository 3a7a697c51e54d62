import type { Row } from '../../../../contract/entity/define.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { EntityTable, StoredRow } from '../../../database/entities/entityColumns.ts'
import { creatorColumn } from '../../../database/entities/entityColumns.ts'
import { orderChanged } from '../../../database/entities/entityPagination.ts'
import { toEntityRow, readRows } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import type { RecycleBin } from '../../recycleBin/index.ts'
import type { EntityHooks, HookContext, WrittenRow } from '../hooks.ts'
import { isVisible } from '../privacy.ts'
import type { createReading } from '../reading.ts'
import type { Author, EntityService } from '../types.ts'
import { toDuplicateError } from '../validationErrors.ts'
import { isSame } from './comparison.ts'

export interface WritingParts {
  readonly db: Db
  readonly table: EntityTable
  readonly hooks: EntityHooks
  readonly rowsOf: ReturnType<typeof createReading>['rowsOf']
  readonly getService: (name: string) => EntityService
  readonly tables: readonly EntityTable[]
  readonly log: Log
  readonly bin: Pick<RecycleBin, 'add'>
  /** Called with the number of written rows, which triggers table maintenance. */
  readonly onWrite: (rows: number) => void
}

/** Effects to run after the commit. */
export interface PendingEffects {
  readonly written: WrittenRow[]
  readonly afterCommit: (() => void)[]
}

export const newPendingEffects = (): PendingEffects => ({ written: [], afterCommit: [] })

export interface LockedRow {
  readonly id: string
  readonly revision: number
  readonly updatedBy: string
  readonly updatedAt: number
  readonly project: string
  /** Account that created the row, if rows may be private. */
  readonly creator: string | null
  readonly values: EntityValues
}

export type WriteTransactions = ReturnType<typeof createTransactions>

/** Transactions of an entity's writes: context of hooks, locked rows, and effects after the commit. */
export function createTransactions({ db, table, hooks, rowsOf: toRows, log, onWrite }: WritingParts) {
  const { entity } = table
  const createContext = (
    tx: Db,
    author: Author,
    project: string,
    effects: PendingEffects,
    overwrite = false,
    alongside: readonly EntityValues[] = [],
  ): HookContext => ({
    tx,
    author,
    entity,
    project,
    overwrite,
    otherRows: alongside,
    afterCommit: (callback) => effects.afterCommit.push(callback),
  })

  /** Runs a write, maps unique violations to field errors and notifies listeners after the commit. */
  const write = async <T>(work: (tx: Db, effects: PendingEffects) => Promise<T>): Promise<T> => {
    const { done, effects } = await db
      .transaction()
      .execute(async (tx) => {
        // Create it per attempt, because the transaction may be retried.
        const pending = newPendingEffects()
        return { done: await work(tx, pending), effects: pending }
      })
      .catch((cause: unknown) => {
        throw toDuplicateError(cause, table)
      })
    await notify(effects)
    return done
  }

  const notify = async ({ written: effects, afterCommit }: PendingEffects): Promise<void> => {
    for (const callback of afterCommit) callback()
    onWrite(effects.length)
    // Invalidate again: others may have read before the commit.
    if (effects.some(({ action }) => action === 'create' || action === 'remove')) orderChanged(table)
    else if (effects.length > 0) orderChanged(table, [...effects.flatMap(changedColumns), 'updated_at'])
    for (const written of effects) {
      try {
        await hooks.afterWrite?.(written)
      } catch (cause) {
        log.error('post-write action failed', { entity: entity.name, row: written.id, action: written.action, cause })
      }
    }
  }

  const changedColumns = ({ before = {}, after = {} }: WrittenRow): string[] =>
    table.columns.filter(({ field }) => !isSame(before[field], after[field])).map(({ name }) => name)

  const lockRows = async (
    tx: Db,
    ids: readonly string[],
    author: Author | undefined,
  ): Promise<ReadonlyMap<string, LockedRow>> => {
    const rows = (await readRows(tx, table, ids, 'update')).filter((row) => isVisible(table, row, author))
    const found = new Map(rows.map((row) => [String(row['id']), toLockedRow(row)]))
    if (ids.some((id) => !found.has(id))) throw new ApiError('object.missing')
    return found
  }
  const toLockedRow = (row: StoredRow): LockedRow => {
    const { values, ...frame } = toEntityRow(table, row)
    const creator = row[creatorColumn]
    return { ...frame, project: String(row['project']), creator: typeof creator === 'string' ? creator : null, values }
  }

  const readRow = async (tx: Db, id: string, author: Author): Promise<Row> => {
    const [row] = await toRows(tx, await readRows(tx, table, [id]), author)
    if (!row) throw new ApiError('object.missing')
    return row
  }

  return { createContext, write, notify, lockRows, toLockedRow, readRow }
}
