import { sql } from 'kysely'
import type { Db } from '../../database/index.ts'

/** Tables whose mention of a file does not keep it: the file itself, trails of what was done, and values that no person writes. */
const passing = new Set([
  'stored_file', 'audit', 'audit_chain', 'audit_head', 'command', 'session', 'login_failure', 'api_token', 'single_sign_on', 'newest_value', 'entity_count', 'entity_import',
])
const historyTables = /^tag(?:_|$)/
/** Where any text may hold an id; elsewhere one counts that stands alone or in the address of a file. */
const documents = new Set(['drawing', 'library_entry'])
const idPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Which of these files nothing refers to. Every table counts that is not named as passing, also one that is made some day: a file
 * that stays too long costs room, one that goes too early is lost. Table by table, so that others come in between.
 */
export async function findOrphanedFiles(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const left = new Set(ids)
  if (left.size === 0) return left
  const { rows: columns } = await sql<{ table: string; column: string; isPlain: boolean }>`
    select c.table_name as table, c.column_name as column, c.data_type = 'text' as "isPlain" from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema = current_schema() and c.data_type in ('text', 'json', 'jsonb')`.execute(db)
  for (const table of new Set(columns.map((column) => column.table))) {
    if (passing.has(table) || historyTables.test(table)) continue
    if (left.size === 0) break
    const own = columns.filter((column) => column.table === table)
    const asked = [...left]
    const said = own.map(({ column, isPlain }) => {
      const value = sql`${sql.ref(column)}::text`
      return !isPlain || documents.has(table) ? value : sql`case when ${value} like '%/common/download%' or ${value} = any(${asked}::text[]) then ${value} end`
    })
    const { rows } = await sql<{ id: string }>`
      select distinct found[1] as id from (select concat_ws(' ', ${sql.join(said)}) as said from ${sql.table(table)}) as texts, regexp_matches(texts.said, ${idPattern}, 'g') as found
      where found[1] = any(${asked}::text[])`.execute(db)
    for (const { id } of rows) left.delete(id)
  }
  return left
}
