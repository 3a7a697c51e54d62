import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import type { ApiError } from '../../../contract/errors.ts'
import type { EntityTable } from '../../database/entityColumns.ts'
import { named } from '../../database/entityColumns.ts'
import type { Db } from '../../database/index.ts'
import { faultAt, invalid } from './validationErrors.ts'

interface Held {
  readonly id: string
  readonly project: string
}

/** Returns true if a row has the flag allowed for one row per project. */
export const isSingle = ({ single }: Entity, values: EntityValues | undefined): boolean => single !== undefined && values?.[single] === true

/** Throws if several rows of one project request the flag. */
export function checkSingle({ single = '', fields }: Entity, holders: readonly Held[]): void {
  if (new Set(holders.map(({ project }) => project)).size === holders.length) return
  throw severalHave(single, fields[single]?.words ?? { en: single, zh: single })
}

const severalHave = (path: string, { en, zh }: { readonly en: string; readonly zh: string }): ApiError =>
  invalid(faultAt(path, 'single', { en: `"${en}" can be set for only one row per project`, zh: `“${zh}”：同一项目只能有一项` }))

/**
 * Serializes writers that set the flag. Call before locking rows: the first writer clears the flag on rows that the
 * second may have locked.
 */
export async function serializeWrites(tx: Db, table: EntityTable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${table.name}))`.execute(tx)
}

/** Ids of the rows that lose the flag because it was set on `holders`, at most one per project. */
export async function rowsWithFlag(tx: Db, table: EntityTable, field: string, holders: readonly Held[]): Promise<readonly string[]> {
  await serializeWrites(tx, table)
  const { rows } = await sql<{ id: string }>`select id from ${named(table.name)} where ${named(table.column(field).name)}
    and project = any(${holders.map(({ project }) => project)}::text[]) and not id = any(${holders.map(({ id }) => id)}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}
