import type { EntityValues } from '../../../../contract/entity/field.ts'
import { insertRows, readRows, updateRows } from '../../../database/entities/entityRows.ts'
import type { NewRow } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import { checkDictionaries } from '../dictionaries.ts'
import { newId } from '../ids.ts'
import { checkOwner, withOwner } from '../owner.ts'
import { checkFiles, getCreator } from '../privacy.ts'
import { checkReferences, claimExclusive } from '../references.ts'
import { type Author, getAuthorName } from '../types.ts'
import { findRowsWithFlag, hasUniqueFlag } from '../uniqueFlag.ts'
import { createDifferences, maskValues } from './auditContent.ts'
import type { PendingEffects, WriteTransactions, WritingParts } from './transaction.ts'

export type Inserting = ReturnType<typeof createInserting>

/** Validates and inserts rows, within the transaction of the caller. */
export function createInserting(
  { table, hooks, getService, tables }: WritingParts,
  { createContext, toLockedRow }: WriteTransactions,
) {
  const { entity } = table
  const toAuditObject = (id: string): string => `${entity.name}/${id}`

  /** Validates a new row and runs its hooks; the caller inserts it. */
  const prepare = async (
    tx: Db,
    author: Author,
    project: string,
    read: EntityValues,
    effects: PendingEffects,
    overwrite = false,
    alongside: readonly EntityValues[] = [read],
  ): Promise<NewRow> => {
    const initial = Object.fromEntries(table.columns.map(({ field }) => [field, entity.fields[field]?.default ?? null]))
    const values = withOwner(entity, author, { ...initial, ...read })
    checkOwner(entity, author, entity.roles.write, getCreator(author) ?? null, values)
    return {
      id: newId(),
      project,
      values: {
        ...values,
        ...(await hooks.beforeCreate?.(createContext(tx, author, project, effects, overwrite, alongside), values)),
      },
    }
  }

  const insert = async (
    tx: Db,
    author: Author,
    rows: readonly NewRow[],
    effects: PendingEffects,
    overwrite = false,
    isAudited = true,
  ): Promise<void> => {
    await checkReferences(tx, author, entity.fields, rows, getService)
    await checkDictionaries(tx, tables, entity.fields, rows)
    await checkFiles(
      tx,
      table,
      author,
      rows.map(({ values }) => ({ after: values })),
    )
    for (const row of rows) await claimExclusive(tx, author, table, row, overwrite, getService)
    await insertRows(tx, table, rows, { at: new Date(), by: getAuthorName(author), creator: getCreator(author) })
    for (const { id, project, values } of rows) {
      if (isAudited)
        await audit(tx, author, {
          object: toAuditObject(id),
          action: 'create',
          content: { ...(project === '' ? {} : { project }), values: maskValues(table, values) },
        })
      effects.written.push({ author, entity, action: 'create', id, project, after: values })
    }
    // If several rows of a project have the flag, the last one wins.
    const newest = new Map(rows.filter(({ values }) => hasUniqueFlag(entity, values)).map((row) => [row.project, row]))
    await clearFlagOnOthers(tx, author, [...newest.values()], effects)
  }

  /** Clears the single-row flag on other rows of the project after it was set. */
  const clearFlagOnOthers = async (
    tx: Db,
    author: Author,
    holders: readonly { readonly id: string; readonly project: string }[],
    effects: PendingEffects,
  ): Promise<void> => {
    const { single } = entity
    if (single === undefined || holders.length === 0) return
    const rows = (await readRows(tx, table, await findRowsWithFlag(tx, table, single, holders), 'update'))
      .map(toLockedRow)
      .filter(({ values }) => hasUniqueFlag(entity, values))
    const cleared = rows.map(({ id, project, values: before }) => ({
      id,
      project,
      before,
      after: { ...before, [single]: false },
    }))
    if (cleared.length === 0) return
    await updateRows(tx, table, [single], cleared, { at: new Date(), by: getAuthorName(author) })
    for (const { id, project, before, after } of cleared) {
      await audit(tx, author, {
        object: toAuditObject(id),
        action: 'update',
        content: createDifferences(table, before, after, new Set([single])),
      })
      effects.written.push({ author, entity, action: 'update', id, project, before, after })
    }
  }

  return { prepare, insert, clearFlagOnOthers }
}
