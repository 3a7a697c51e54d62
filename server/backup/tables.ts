import type { ClientBase } from 'pg'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { historyTable, quoteIdentifier, excludedTables } from './manifest.ts'

/** Reads all tables and their columns from the catalogue; partitions are listed with their table. */
export async function readCatalogue(client: ClientBase): Promise<Omit<BackedUpTable, 'rows'>[]> {
  const { rows } = await client.query<{
    table: string
    column: string
    type: string
    required: boolean
    in_key: boolean
  }>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
      exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any (i.indkey)) as in_key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum`)
  const { rows: parts } = await client.query<{ parent: string; name: string; bound: string }>(`
    select p.relname as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent join pg_namespace n on n.oid = p.relnamespace
    where n.nspname = current_schema() and c.relispartition order by c.relname`)
  const names = [...new Set(rows.map(({ table }) => table))].filter((name) => !excludedTables.has(name))
  return names.map((name) => {
    const columns = rows.filter(({ table }) => table === name)
    return {
      name,
      columns: columns.map(({ column, type, required }) => ({ name: column, type, isRequired: required })),
      key: columns.filter(({ in_key }) => in_key).map(({ column }) => column),
      partitions: parts.filter(({ parent }) => parent === name).map((part) => ({ name: part.name, bound: part.bound })),
    }
  })
}

export async function readSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select sequencename as name from pg_sequences where schemaname = current_schema() order by sequencename`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const {
      rows: [state],
    } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoteIdentifier(name)}`,
    )
    if (state) sequences.push({ name, last: state.last, isCalled: state.called })
  }
  return sequences
}

/** SQL for a row as a JSON list of texts in column order. Each type can parse its own text form on restore. */
const line = (table: Pick<BackedUpTable, 'columns'>): string =>
  `json_build_array(${table.columns.map(({ name }) => `${quoteIdentifier(name)}::text`).join(', ')})::text`

const firstRows = 50
const maxRows = 20_000
const targetBytes = 2 * 1024 * 1024

/** Reads the rows of a table in chunks of about 2 MB. Requires a transaction, because it uses a cursor. */
export async function* readRows(
  client: ClientBase,
  table: Pick<BackedUpTable, 'name' | 'columns'>,
): AsyncGenerator<string[]> {
  await client.query(
    `declare mimic_backup no scroll cursor for select ${line(table)} as line from ${quoteIdentifier(table.name)}`,
  )
  let count = firstRows
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch forward ${count} from mimic_backup`)
    if (rows.length === 0) break
    const lines = rows.map((row) => row.line)
    yield lines
    const bytes = lines.reduce((sum, text) => sum + text.length, 0)
    count = Math.max(1, Math.min(maxRows, Math.round((targetBytes * lines.length) / bytes)))
  }
  await client.query('close mimic_backup')
}

/**
 * Reads the history in pages, each in its own snapshot. History rows are never updated, so no common snapshot is
 * needed, and a concurrent write waits for one page at most.
 */
export async function* readHistory(client: ClientBase, table: Omit<BackedUpTable, 'rows'>): AsyncGenerator<string[]> {
  for (const { name } of table.partitions) {
    let after: readonly string[] | undefined
    for (;;) {
      const page = await client
        .query<{ line: string; last_tag: string; last_at: string; last_value: string }>({
          text: `select ${line(table)} as line, tag::text as last_tag, at::text as last_at, value::text as last_value from ${quoteIdentifier(name)}
          ${after ? 'where (tag, at, value) > ($1::int, $2::timestamptz, $3::float8)' : ''} order by tag, at, value limit ${maxRows}`,
          values: after ? [...after] : [],
        })
        .catch((cause: unknown) => {
          if (cause instanceof Error && 'code' in cause && cause.code === '42P01') return undefined // partition dropped by the retention in the meantime
          throw cause
        })
      const last = page?.rows.at(-1)
      if (!page || !last) break
      yield page.rows.map((row) => row.line)
      after = [last.last_tag, last.last_at, last.last_value]
    }
  }
}

export const isHistory = ({ name }: Pick<BackedUpTable, 'name'>): boolean => name === historyTable
