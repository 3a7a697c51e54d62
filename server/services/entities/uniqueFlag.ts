import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { ApiError } from '../../../contract/errors.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { sqlName } from '../../database/entities/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import { createFault, createInvalidInputError } from './validationErrors.ts'

interface FlagHolder {
  readonly id: string
  readonly project: string
}

/** Returns true if a row has the flag allowed for one row per project. */
export const hasUniqueFlag = ({ single }: Entity, values: EntityValues | undefined): boolean =>
  single !== undefined && values?.[single] === true

/** Throws if several rows of one project request the flag. */
export function checkUniqueFlag({ single = '', fields }: Entity, holders: readonly FlagHolder[]): void {
  if (new Set(holders.map(({ project }) => project)).size === holders.length) return
  throw createDuplicateFlagError(single, fields[single]?.words ?? { en: single, zh: single })
}

const createDuplicateFlagError = (path: string, { en, zh }: { readonly en: string; readonly zh: string }): ApiError =>
  createInvalidInputError(
    createFault(path, 'single', {
      en: `"${en}" can be set for only one row per project`,
      zh: `“${zh}”：同一项目只能有一项`,
    }),
  )

/**
 * Serializes writers that set the flag. Call before locking rows: the first writer clears the flag on rows that the
 * second may have locked.
 */
export async function serializeWrites(tx: Db, table: EntityTable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${table.name}))`.execute(tx)
}

/** Ids of the rows that lose the flag because it was set on `holders`, at most one per project. */
export async function findRowsWithFlag(
  tx: Db,
  table: EntityTable,
  field: string,
  holders: readonly FlagHolder[],
): Promise<readonly string[]> {
  await serializeWrites(tx, table)
  const { rows } = await sql<{
    id: string
  }>`select id from ${sqlName(table.name)} where ${sqlName(table.column(field).name)}
    and project = any(${holders.map(({ project }) => project)}::text[]) and not id = any(${holders.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
