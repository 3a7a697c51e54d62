import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'

/** A table with rows of an object. */
export interface RecycledPart {
  readonly table: string
  /** Column with the object's id. */
  readonly column: string
  /** Required foreign key; rows whose target (such as an account) no longer exists are not restored. */
  readonly needs?: { readonly column: string; readonly table: string }
}

/**
 * Deletes the rows of objects and returns them as JSON text by object. Values never pass through JavaScript numbers.
 */
export async function removeRows(
  tx: Db,
  { table, column }: RecycledPart,
  objects: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ object: string; row: string }>`
    delete from ${sql.table(table)} as t where t.${sql.ref(column)} = any(${objects}::text[]) returning t.${sql.ref(column)} as object, to_jsonb(t)::text as row`.execute(
    tx,
  )
  const rowsByObject = new Map<string, string[]>()
  for (const { object, row } of rows) rowsByObject.set(object, [...(rowsByObject.get(object) ?? []), row])
  return rowsByObject
}

/** Inserts a JSON array of rows from `removeRows`. Columns dropped meanwhile are omitted, new ones get their default. */
export async function insertRows(tx: Db, { table, needs }: RecycledPart, rows: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      and column_name in (select jsonb_object_keys(${rows}::jsonb -> 0))`.execute(tx)
  if (columns.length === 0) return
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const existsCondition = needs
    ? sql`where exists (select from ${sql.table(needs.table)} as n where n.id = r.${sql.ref(needs.column)})`
    : sql``
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb) as r ${existsCondition}`.execute(
    tx,
  )
}
