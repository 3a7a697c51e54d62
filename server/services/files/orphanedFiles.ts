import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'

/** Tables in which a reference does not keep a file: the file itself, logs, and values not entered by users. */
const ignoredTables = new Set([
  'stored_file',
  'audit',
  'audit_chain',
  'audit_head',
  'command',
  'session',
  'login_failure',
  'api_token',
  'single_sign_on',
  'newest_value',
  'entity_count',
  'entity_import',
])
const historyTables = /^tag(?:_|$)/
/** Tables with free text that may contain an id anywhere. Elsewhere only a separate id or a file URL counts. */
const documents = new Set(['drawing', 'library_entry'])
const idPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Returns the unreferenced files. All tables except the listed ones are searched, including future ones: keeping a file
 * too
 * long costs space, deleting it too early loses data. Searches table by table, so that other queries run in between.
 */
export async function findOrphanedFiles(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const unreferenced = new Set(ids)
  if (unreferenced.size === 0) return unreferenced
  const { rows: columns } = await sql<{ table: string; column: string; isPlain: boolean }>`
    select c.table_name as table, c.column_name as column, c.data_type = 'text' as "isPlain" from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.data_type in ('text', 'json', 'jsonb')`.execute(db)
  for (const table of new Set(columns.map((column) => column.table))) {
    if (ignoredTables.has(table) || historyTables.test(table)) continue
    if (unreferenced.size === 0) break
    const tableColumns = columns.filter((column) => column.table === table)
    const candidates = [...unreferenced]
    const conditions = tableColumns.map(({ column, isPlain }) => {
      const value = sql`${sql.ref(column)}::text`
      return !isPlain || documents.has(table)
        ? value
        : sql`case when ${value} like '%/common/download%' or ${value} = any(${candidates}::text[]) then ${value} end`
    })
    const { rows } = await sql<{ id: string }>`
      select distinct found[1] as id from (select concat_ws(' ', ${sql.join(conditions)}) as said from ${sql.table(table)}) as texts, regexp_matches(texts.said, ${idPattern}, 'g') as found
      where found[1] = any(${candidates}::text[])`.execute(db)
    for (const { id } of rows) unreferenced.delete(id)
  }
  return unreferenced
}
