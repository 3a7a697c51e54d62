import { Kysely, Migrator, PostgresDialect } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import { entities } from '../../contract/entities.ts'
import { entityTable } from '../database/entities/entityColumns.ts'
import { migrateEntityTables } from '../database/entities/entityTables.ts'
import type { Tables } from '../database/index.ts'
import { migrations } from '../database/migrations.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { truncatedTables, isRowsPath, quoteIdentifier } from './manifest.ts'
import { readCatalogue } from './tables.ts'
import type { TarEntry } from './tar.ts'

/**
 * Fills an empty database from a verified backup: creates the schema at the time of the backup, inserts the rows, adds
 * the foreign keys again (which PostgreSQL checks), then runs the newer migrations.
 */
export async function restoreTables(pool: Pool, manifest: Manifest, entries: AsyncIterable<TarEntry>): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await migrate(db, manifest.migrations)
  await migrateEntityTables(
    db,
    entities.filter(({ custom }) => custom !== true).map((entity) => entityTable(entity, (secret) => secret)),
  )
  const client = await pool.connect()
  try {
    await client.query('begin')
    await completeTables(client, manifest.tables)
    const references = await readForeignKeys(client)
    for (const { table, name } of references)
      await client.query(`alter table ${quoteIdentifier(table)} drop constraint ${quoteIdentifier(name)}`)
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoteIdentifier(name)} disable trigger user`)
    for (const { name } of manifest.tables) await client.query(`delete from ${quoteIdentifier(name)}`)
    const counts = await fill(client, manifest, entries)
    for (const { name, rows } of manifest.tables) {
      if (!truncatedTables.has(name) && (counts.get(name) ?? 0) !== rows)
        throw new Error(`table ${name} has ${counts.get(name) ?? 0} rows instead of ${rows}`)
    }
    for (const { name, last, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoteIdentifier(name), last, isCalled])
    for (const { name } of manifest.tables)
      await client.query(`alter table ${quoteIdentifier(name)} enable trigger user`)
    for (const { table, name, definition } of references) {
      await client
        .query(`alter table ${quoteIdentifier(table)} add constraint ${quoteIdentifier(name)} ${definition}`)
        .catch((cause: unknown) => {
          throw new Error(`rows of ${table} reference rows that are not in the backup (${name})`, { cause })
        })
    }
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw cause
  } finally {
    client.release()
  }
  await migrate(db, Object.keys(migrations))
}

async function migrate(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  const selected = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(selected) },
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw new Error('the schema could not be created', { cause: error })
}

/**
 * Creates the tables, columns and partitions that exist in the backup but not in the current declarations. The server
 * keeps such data too.
 */
async function completeTables(client: ClientBase, tables: readonly BackedUpTable[]): Promise<void> {
  const present = new Map((await readCatalogue(client)).map((table) => [table.name, table]))
  for (const { name, columns, key, partitions } of tables) {
    const existing = present.get(name)
    const formatColumn = (column: BackedUpTable['columns'][number]): string =>
      `${quoteIdentifier(column.name)} ${column.type}${column.isRequired ? ' not null' : ''}`
    if (!existing) {
      const primary = key.length > 0 ? [`primary key (${key.map(quoteIdentifier).join(', ')})`] : []
      await client.query(
        `create table ${quoteIdentifier(name)} (${[...columns.map(formatColumn), ...primary].join(', ')})`,
      )
      continue
    }
    for (const column of columns) {
      if (!existing.columns.some((one) => one.name === column.name))
        await client.query(
          `alter table ${quoteIdentifier(name)} add column ${quoteIdentifier(column.name)} ${column.type}`,
        )
    }
    for (const part of partitions) {
      if (existing.partitions.some((one) => one.name === part.name)) continue
      if (!bounds.test(part.bound)) throw new Error(`the backup contains an invalid partition name: ${part.name}`)
      await client.query(
        `create table ${quoteIdentifier(part.name)} partition of ${quoteIdentifier(name)} ${part.bound}`,
      )
    }
  }
}

const bounds = /^FOR VALUES FROM \('[\d :.+-]+'\) TO \('[\d :.+-]+'\)$/

async function readForeignKeys(client: ClientBase): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype = 'f' and n.nspname = current_schema() and k.conparentid = 0`)
  return rows
}

async function fill(
  client: ClientBase,
  { tables }: Manifest,
  entries: AsyncIterable<TarEntry>,
): Promise<Map<string, number>> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const counts = new Map<string, number>()
  for await (const { path, content } of entries) {
    const parts: Buffer[] = []
    for await (const part of content) if (isRowsPath(path)) parts.push(Buffer.from(part))
    if (!isRowsPath(path)) continue
    const table = byName.get(path.split('/')[1] ?? '')
    if (!table) throw new Error(`the backup contains rows of ${path} but not its definition`)
    const lines = Buffer.concat(parts).toString('utf8').split('\n').filter(Boolean)
    const columns = table.columns.map(({ name }) => quoteIdentifier(name)).join(', ')
    const values = table.columns.map(({ type }, at) => `(r->>${at})::${typeName(type)}`).join(', ')
    const { rowCount } = await client.query(
      `insert into ${quoteIdentifier(table.name)} (${columns}) select ${values} from json_array_elements($1::json) as r`,
      [`[${lines.join(',')}]`],
    )
    counts.set(table.name, (counts.get(table.name) ?? 0) + (rowCount ?? 0))
  }
  return counts
}

/** Validates a type name from the manifest, because it is inserted into a statement. */
function typeName(type: string): string {
  if (!/^[a-z][a-z0-9_ ]*(?:\(\d+(?:,\d+)?\))?[a-z ]*(?:\[\])*$/.test(type))
    throw new Error(`the backup contains an invalid type: ${type}`)
  return type
}
