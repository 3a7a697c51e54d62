import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import type { EntityTable, StoredRow } from './entityColumns.ts'
import { creatorColumn, frameColumns, sqlName, readable, createSearchColumns, decodeValues } from './entityColumns.ts'
import { orderChanged } from './entityPagination.ts'
import type { Db } from '../index.ts'

/** A row to insert, with a value for each stored field. */
export interface NewRow {
  readonly id: string
  readonly project: string
  readonly values: EntityValues
}

/** Author and time of a write. */
export interface WriteMark {
  readonly at: Date
  readonly by: string
  /** Account of the author, if a person creates the rows. Stored for entities with private rows. */
  readonly creator?: string | undefined
}

/** Inserts any number of rows in one statement with a single JSON parameter. */
export async function insertRows(
  tx: Db,
  table: EntityTable,
  rows: readonly NewRow[],
  { at, by, creator }: WriteMark,
): Promise<void> {
  const isPrivate = table.entity.privacy !== undefined
  const frame = {
    revision: 1,
    created_at: at.toISOString(),
    created_by: by,
    updated_at: at.toISOString(),
    updated_by: by,
    ...(isPrivate ? { [creatorColumn]: creator ?? null } : {}),
  }
  const records = rows.map(({ id, project, values }) => ({
    id,
    project,
    ...frame,
    ...createSearchColumns(table, values),
    ...Object.fromEntries(table.columns.map(({ field, name, encode }) => [name, encode(values[field] ?? null, id)])),
  }))
  const columns = [
    ...Object.entries(frameColumns),
    ...(isPrivate ? [[creatorColumn, 'text'] as [string, string]] : []),
    ...table.columns.map(({ name, sqlType }): [string, string] => [name, sqlType]),
  ]
  const names = sql.join(columns.map(([name]) => sqlName(name)))
  await sql`insert into ${sqlName(table.name)} (${names}) select ${names} from json_to_recordset(${JSON.stringify(records)}::json) as r(${columnDefinitions(columns)})`.execute(
    tx,
  )
  orderChanged(table)
}

/**
 * Updates the same fields of several rows, each with its own values. `after` holds all values of the row, for the
 * search columns.
 */
export async function updateRows(
  tx: Db,
  table: EntityTable,
  fields: readonly string[],
  rows: readonly { readonly id: string; readonly after: EntityValues; readonly secrets?: EntityValues }[],
  { at, by }: WriteMark,
  counts = true,
): Promise<void> {
  const columns = fields.map((field) => table.column(field))
  const isSearched = table.entity.list.search.some((field) => fields.includes(field))
  const records = rows.map(({ id, after, secrets = {} }) => ({
    id,
    ...(isSearched ? createSearchColumns(table, after) : {}),
    ...Object.fromEntries(
      columns.map(({ field, name, encode }) => [name, encode(secrets[field] ?? after[field] ?? null, id)]),
    ),
  }))
  const types: [string, string][] = [
    ...columns.map(({ name, sqlType }): [string, string] => [name, sqlType]),
    ...(isSearched
      ? ([
          ['_search', 'text'],
          ['_grams', 'int2[]'],
        ] as [string, string][])
      : []),
  ]
  const sets = types.map(([name]) => sql`${sqlName(name)} = r.${sqlName(name)}`)
  const frame = counts ? [sql`revision = t.revision + 1`, sql`updated_at = ${at}`, sql`updated_by = ${by}`] : []
  await sql`update ${sqlName(table.name)} as t set ${sql.join([...sets, ...frame])}
    from json_to_recordset(${JSON.stringify(records)}::json) as r(id text, ${columnDefinitions(types)}) where t.id = r.id`.execute(
    tx,
  )
  orderChanged(table, [...columns.map(({ name }) => name), ...(counts ? ['updated_at'] : [])])
}

/** Reads rows by id in no particular order. `lock` prevents writes until the transaction ends. */
export async function readRows(
  db: Db,
  table: EntityTable,
  ids: readonly string[],
  lock: 'none' | 'share' | 'update' = 'none',
): Promise<StoredRow[]> {
  if (ids.length === 0) return []
  const locking = { none: sql``, share: sql`order by id for key share`, update: sql`order by id for update` }[lock]
  const { rows } =
    await sql<StoredRow>`select ${readable(table)} from ${sqlName(table.name)} where id = any(${ids}::text[]) ${locking}`.execute(
      db,
    )
  return rows
}

export async function deleteRows(tx: Db, table: EntityTable, ids: readonly string[]): Promise<void> {
  await sql`delete from ${sqlName(table.name)} where id = any(${ids}::text[])`.execute(tx)
  orderChanged(table)
}

/** Reads ids and titles of the rows that match a condition. */
export async function titlesWhere(
  db: Db,
  table: EntityTable,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<{ id: string; project: string; title: string }[]> {
  const title = table.column(table.entity.title)
  const { rows } = await sql<{ id: string; project: string; title: unknown }>`
    select id, project, ${sqlName(title.name)} as title from ${sqlName(table.name)} where ${condition} limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id, project, title: stored }) => ({ id, project, title: titleText(title.decode(stored), id) }))
}

/** Returns the title of a row, or its id if the title is empty. */
export const titleText = (value: EntityValue, id: string): string =>
  value === null || value === '' || typeof value === 'object' ? id : String(value)

/** Converts a stored row to the representation of the API. */
export function toEntityRow(table: EntityTable, row: StoredRow) {
  const moment = (stored: unknown): number => (stored instanceof Date ? stored.getTime() : 0)
  return {
    id: String(row['id']),
    revision: Number(row['revision']),
    ...(table.entity.scope === 'project' ? { project: String(row['project']) } : {}),
    createdAt: moment(row['created_at']),
    createdBy: String(row['created_by']),
    updatedAt: moment(row['updated_at']),
    updatedBy: String(row['updated_by']),
    values: decodeValues(table, row),
  }
}

const columnDefinitions = (columns: readonly (readonly [string, string])[]): RawBuilder<unknown> =>
  sql.join(columns.map(([name, type]) => sql`${sqlName(name)} ${sql.raw(type)}`))
