import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EntityField } from '../../../contract/entity/field.ts'
import type { EntityTable, StoredRow } from './entityColumns.ts'
import {
  creatorColumn,
  frameColumns,
  isSortable,
  sqlName,
  readable,
  createSearchColumns,
  decodeValues,
} from './entityColumns.ts'
import { gramsVersion } from './ngramIndex.ts'
import type { Db } from '../index.ts'

/**
 * Creates the table of each entity and adds missing columns and indexes. Nothing is removed, because a removed field
 * may return. If everything exists, this costs one look at the catalogue.
 */
export async function migrateEntityTables(db: Db, tables: readonly EntityTable[]): Promise<void> {
  const catalogue = await readCatalogue(db)
  const statements = [...sharedStatements(catalogue), ...tables.flatMap((table) => statementsFor(table, catalogue))]
  if (statements.length > 0) {
    await db.transaction().execute(async (tx) => {
      // Without parameters, the driver sends several statements at once; the first start runs some hundred.
      await sql.raw(statements.join(';\n')).execute(tx)
    })
  }
  for (const table of tables) await rebuildSearch(db, table, catalogue.columns.has(table.name))
}

/** Name of the index that orders the rows of a project by this column. */
export const orderIndex = (table: EntityTable, column: string): string => shortenName(`${table.name}_by_${column}`)

/** Name of the unique index of a group of fields, which a violation reports as its constraint. */
export const uniqueIndex = (table: EntityTable, group: readonly string[]): string =>
  shortenName(`${table.name}_only_${group.map((field) => table.column(field).name).join('_')}`)

interface Catalogue {
  /** Columns by table. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
  readonly indexes: ReadonlySet<string>
  readonly triggers: ReadonlySet<string>
}

async function readCatalogue(db: Db): Promise<Catalogue> {
  const columns = new Map<string, Set<string>>()
  const columnRows = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns where table_schema = current_schema()`.execute(
    db,
  )
  for (const { table, column } of columnRows.rows) columns.set(table, (columns.get(table) ?? new Set()).add(column))
  const indexes = await sql<{
    name: string
  }>`select indexname as name from pg_indexes where schemaname = current_schema()`.execute(db)
  const triggers = await sql<{ name: string }>`select tgname as name from pg_trigger where not tgisinternal`.execute(db)
  return {
    columns,
    indexes: new Set(indexes.rows.map(({ name }) => name)),
    triggers: new Set(triggers.rows.map(({ name }) => name)),
  }
}

/** Statements for the tables that all entities share: row counts, events, and rows written by running imports. */
function sharedStatements({ columns }: Catalogue): string[] {
  return [
    ...(columns.has('entity_count')
      ? []
      : [
          'create table entity_count (entity text not null, project text not null, rows bigint not null)',
          'create index entity_count_of on entity_count (entity)',
          // Only inserts rows, so that two writers never wait for each other. Readers sum and merge them.
          `create function entity_counted() returns trigger language plpgsql as $$ begin
        insert into entity_count select tg_argv[0], changed.project, case tg_op when 'INSERT' then count(*) else -count(*) end from changed group by changed.project;
        return null; end $$`,
        ]),
    ...(columns.has('entity_event')
      ? []
      : [
          `create table entity_event (id bigserial primary key, entity text not null, row_id text not null, at timestamptz not null, who text not null,
        move text not null, "from" jsonb not null, "to" jsonb not null, "values" jsonb not null)`,
          'create index entity_event_row on entity_event (entity, row_id, id)',
        ]),
    ...(columns.has('entity_import')
      ? []
      : [
          'create table entity_import (job text not null, entity text not null, row_id text not null)',
          'create index entity_import_job on entity_import (job)',
        ]),
  ]
}

function statementsFor(table: EntityTable, { columns, indexes, triggers }: Catalogue): string[] {
  const { entity, name } = table
  const present = columns.get(name)
  const definitions = table.columns.map(
    (column) => `${quoteName(column.name)} ${column.sqlType}${collation(column.sqlType)}`,
  )
  const frame = Object.entries(frameColumns).map(
    ([column, type]) =>
      `${quoteName(column)} ${type}${collation(type)} not null${column === 'id' ? ' primary key' : ''}`,
  )
  const tableStatements = present
    ? table.columns.flatMap((column, index) =>
        present.has(column.name)
          ? []
          : [`alter table ${quoteName(name)} add column if not exists ${definitions[index]}`],
      )
    : [`create table ${quoteName(name)} (${[...frame, ...definitions].join(', ')})`]
  const creator =
    entity.privacy === undefined || present?.has(creatorColumn)
      ? []
      : [
          `alter table ${quoteName(name)} add column if not exists ${quoteName(creatorColumn)} text`,
          ...(present
            ? [
                `update ${quoteName(name)} set ${quoteName(creatorColumn)} = (select id from account where account.name = ${quoteName(name)}.created_by)`,
              ]
            : []),
        ]
  const counting = [
    ['insert', 'new'],
    ['delete', 'old'],
  ].flatMap(([event, which]) => {
    const trigger = shortenName(`${name}_${event}ed`)
    return triggers.has(trigger)
      ? []
      : [
          `create trigger ${quoteName(trigger)} after ${event} on ${quoteName(name)} referencing ${which} table as changed for each statement execute function entity_counted(${literal(entity.name)})`,
        ]
  })
  return [
    ...tableStatements,
    ...creator,
    ...createIndexes(table).flatMap(([index, statement]) => (indexes.has(index) ? [] : [statement])),
    ...counting,
  ]
}

/** Indexes by name: one per sort order, unique group, reference, filter and lifecycle state, and one for the search. */
function createIndexes(table: EntityTable): [name: string, statement: string][] {
  const { entity } = table
  const on = (index: string, rest: string, unique = ''): [string, string] => [
    index,
    `create ${unique}index ${quoteName(index)} on ${quoteName(table.name)} ${rest}`,
  ]
  const ordered = new Set(table.sortable.values())
  const filtered = [...(entity.list.filters ?? []), ...(entity.lifecycle ? [entity.lifecycle.field] : [])]
  const byProject = new Set([
    ...ordered,
    ...filtered.filter((field) => isSortable(entity.fields[field])).map((field) => table.column(field).name),
  ])
  const others = table.columns.flatMap(({ field, name }) => {
    const kind = entity.fields[field]?.kind
    const declared = entity.fields[field]
    if (declared?.kind === 'text' && declared.format === 'plantDevice')
      return [
        on(
          shortenName(`${table.name}_of_${name}`),
          `(project, ${quoteName(name)}) where ${quoteName(name)} is not null`,
        ),
      ]
    if (kind === 'ref')
      return [on(shortenName(`${table.name}_to_${name}`), `(${quoteName(name)}) where ${quoteName(name)} is not null`)]
    const isSearched =
      kind === 'refs' ||
      (kind === 'files' && entity.privacy !== undefined) ||
      (kind === 'choices' && filtered.includes(field)) ||
      (kind === 'rows' && hasReference(entity.fields[field]))
    return isSearched
      ? [on(shortenName(`${table.name}_in_${name}`), `using gin (${quoteName(name)} jsonb_path_ops)`)]
      : []
  })
  const groups = entity.unique.map((group) => {
    for (const field of group) {
      const declared = entity.fields[field]
      if (declared?.kind !== 'ref' && !isSortable(declared))
        throw new Error(`${entity.name}.${field} is too long or too much to be unique`)
    }
    return on(
      uniqueIndex(table, group),
      `(project, ${group.map((field) => quoteName(table.column(field).name)).join(', ')})`,
      'unique ',
    )
  })
  return [
    // Empty values first, so they are last in descending order. The id makes the order total.
    ...[...byProject].map((column) => on(orderIndex(table, column), `(project, ${quoteName(column)} nulls first, id)`)),
    ...groups,
    ...others,
    ...(entity.list.search.length > 0 ? [on(shortenName(`${table.name}_grams`), 'using gin ("_grams")')] : []),
  ]
}

const hasReference = (field: EntityField | undefined): boolean =>
  field?.kind === 'rows' && Object.values(field.fields).some(({ kind }) => kind === 'ref' || kind === 'refs')

/** Rebuilds the search columns if the declaration or the search method has changed. */
async function rebuildSearch(db: Db, table: EntityTable, existed: boolean): Promise<void> {
  const key = `search.${table.name}`
  const value = JSON.stringify([gramsVersion, ...table.entity.list.search])
  const before = (await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())?.value
  if (before === value) return
  for (let after = existed ? '' : undefined; after !== undefined;) {
    const { rows } =
      await sql<StoredRow>`select ${readable(table)} from ${sqlName(table.name)} where id > ${after} order by id limit ${rebuildBatchSize}`.execute(
        db,
      )
    const searched = rows.map((row) => ({ id: row['id'], ...createSearchColumns(table, decodeValues(table, row)) }))
    await sql`update ${sqlName(table.name)} as t set "_search" = r."_search", "_grams" = r."_grams"
      from json_to_recordset(${JSON.stringify(searched)}::json) as r(id text, "_search" text, "_grams" int2[]) where t.id = r.id`.execute(
      db,
    )
    after = rows.length < rebuildBatchSize ? undefined : String(rows.at(-1)?.['id'])
  }
  // PGlite has no autovacuum, and the update left a dead version of each row.
  if (existed) await sql`vacuum analyze ${sqlName(table.name)}`.execute(db)
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

const rebuildBatchSize = 2_000
const maxNameLength = 63

/** Shortens names over PostgreSQL's limit of 63 characters; a hash keeps them unique. */
const shortenName = (name: string): string =>
  name.length <= maxNameLength
    ? name
    : `${name.slice(0, maxNameLength - 9)}_${createHash('sha256').update(name).digest('hex').slice(0, 8)}`

/** Sorts texts by code point, the same on every database. */
const collation = (sqlType: string): string => (sqlType === 'text' ? ' collate "C"' : '')

/** Names and literals come only from declarations; quoting makes them safe in any case. */
const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`
const literal = (text: string): string => `'${text.replaceAll(`'`, `''`)}'`
