import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'

/** A table with rows of an object. */
export interface RecycledPart {
  readonly table: string
  /** Which column has the object's id. */
  readonly column: string
  /** A column that references another table's id, and without which such a row is not put back: that account is gone by then. */
  readonly needs?: { readonly column: string; readonly table: string }
}

/** Deletes the rows of these objects and returns them as JSON texts by object. No value passes through a JavaScript number. */
export async function takeRows(tx: Db, { table, column }: RecycledPart, objects: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ object: string; row: string }>`
    delete from ${sql.table(table)} as t where t.${sql.ref(column)} = any(${objects}::text[]) returning t.${sql.ref(column)} as object, to_jsonb(t)::text as row`.execute(tx)
  const taken = new Map<string, string[]>()
  for (const { object, row } of rows) taken.set(object, [...taken.get(object) ?? [], row])
  return taken
}

/** Inserts rows again, a JSON array of what `takeRows` returned. Columns that the table lost since are left out; new ones get their default. */
export async function putRows(tx: Db, { table, needs }: RecycledPart, rows: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
      and column_name in (select jsonb_object_keys(${rows}::jsonb -> 0))`.execute(tx)
  if (columns.length === 0) return
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const there = needs ? sql`where exists (select from ${sql.table(needs.table)} as n where n.id = r.${sql.ref(needs.column)})` : sql``
  await sql`insert into ${sql.table(table)} (${names}) select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb) as r ${there}`.execute(tx)
}
