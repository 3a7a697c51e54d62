import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import { storedFields } from '../../../contract/entity/define.ts'
import type { EntityField, EntityValue, EntityValues } from '../../../contract/entity/field.ts'
import { computeGrams, searchableText } from './ngramIndex.ts'

export type ColumnType = 'text' | 'float8' | 'bool' | 'jsonb' | 'timestamptz'

/**
 * Column of an entity field. Written values pass through `encode` and are sent as JSON; read values pass through
 * `decode`.
 */
export interface Column {
  readonly field: string
  readonly name: string
  readonly sqlType: ColumnType
  /** `row` is the id of the row, to which a secret is bound. */
  readonly encode: (value: EntityValue, row: string) => unknown
  readonly decode: (stored: unknown) => EntityValue
}

/** A row as the database driver returns it. */
export type StoredRow = Readonly<Record<string, unknown>>

/** Table of an entity, derived from its declaration. */
export interface EntityTable {
  readonly entity: Entity
  readonly name: string
  readonly columns: readonly Column[]
  /** Sortable columns by field, including `createdAt` and `updatedAt`. */
  readonly sortable: ReadonlyMap<string, string>
  readonly column: (field: string) => Column
}

/** Storage location to which an encrypted secret is bound. Row ids are never reused or changed. */
export interface SealPlace {
  readonly table: string
  readonly column: string
  readonly row: string
}

/** Encrypts a secret for its storage location. */
export type Seal = (secret: string, place: SealPlace) => string

/** Columns that every row has in addition to its fields. `_search` and `_grams` hold the search index. */
export const frameColumns: Readonly<Record<string, string>> = {
  id: 'text',
  project: 'text',
  revision: 'int4',
  created_at: 'timestamptz',
  created_by: 'text',
  updated_at: 'timestamptz',
  updated_by: 'text',
  _search: 'text',
  _grams: 'int2[]',
}

/**
 * Account that created the row, for entities with private rows. The `created_by` name could later belong to another
 * account.
 */
export const creatorColumn = '_creator'

/** All columns of a row except the search columns, which are larger than all others together. */
export function readable(table: EntityTable): RawBuilder<unknown> {
  let cached = readableByTable.get(table)
  if (!cached) {
    const { entity, columns } = table
    const names = [
      ...Object.keys(frameColumns).filter((name) => !searchColumns.has(name)),
      ...(entity.privacy === undefined ? [] : [creatorColumn]),
      ...columns.map(({ name }) => name),
    ]
    // Built as one string, because the query builder would assemble forty names for each query. All names are constant
    // and quoted.
    cached = sql.raw(names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', '))
    readableByTable.set(table, cached)
  }
  return cached
}

const readableByTable = new WeakMap<EntityTable, RawBuilder<unknown>>()

const searchColumns = new Set(['_search', '_grams'])

/** An index entry holds about 2,700 bytes, shared by several columns. */
const indexedLength = 500
const nameLength = 63

/**
 * Derives the table of an entity. The table name includes the area, which avoids conflicts with the server's own
 * tables. Throws if names are too long or not unique.
 */
export function entityTable(entity: Entity, seal: Seal): EntityTable {
  const name = `${entity.area}_${snake(entity.name)}`
  const columns = storedFields(entity).map(([field, declared]) =>
    createColumn(entity, field, declared, (secret, row) => seal(secret, { table: name, column: snake(field), row })),
  )
  const byField = new Map(columns.map((column) => [column.field, column]))
  const names = [...Object.keys(frameColumns), ...columns.map((column) => column.name)]
  if (name.length > nameLength || names.some((one) => one.length > nameLength))
    throw new Error(`${entity.name} has a name that is too long for a table`)
  if (new Set(names).size < names.length) throw new Error(`${entity.name} has two fields that are one column`)
  const column = (field: string): Column => {
    const match = byField.get(field)
    if (!match) throw new Error(`${entity.name} keeps no field ${field}`)
    return match
  }
  const sorted = [entity.title, entity.list.sort.by, ...entity.list.columns].filter(
    (field) => byField.has(field) && isSortable(entity.fields[field]),
  )
  const sortable = new Map([
    ...sorted.map((field): [string, string] => [field, column(field).name]),
    ['createdAt', 'created_at'],
    ['updatedAt', 'updated_at'],
  ])
  if (!sortable.has(entity.list.sort.by)) throw new Error(`${entity.name} cannot be sorted by ${entity.list.sort.by}`)
  return { entity, name, columns, sortable, column }
}

/** Returns whether a list can be sorted by a field: short texts, numbers, flags, choices and times. */
export function isSortable(field: EntityField | undefined): boolean {
  if (!field) return false
  if (field.kind === 'text')
    return field.maxLength <= indexedLength && field.format !== 'lines' && field.format !== 'json'
  return field.kind === 'number' || field.kind === 'flag' || field.kind === 'choice' || field.kind === 'instant'
}

/** Builds the two search columns of a row. */
export function createSearchColumns(
  { entity }: EntityTable,
  values: EntityValues,
): { readonly _search: string; readonly _grams: readonly number[] } {
  const text = searchableText(
    entity.list.search.map((field) => {
      const value = values[field]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : null
    }),
  )
  return { _search: text, _grams: computeGrams(text) }
}

/** Decodes the field values of a stored row. Secrets are returned as whether a value exists. */
export function decodeValues({ columns }: EntityTable, row: StoredRow): EntityValues {
  const values: Record<string, EntityValue> = {}
  for (const { field, name, decode } of columns) values[field] = decode(row[name])
  return values
}

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Quoted name of a table or column. */
export const sqlName = (name: string) => sql.id(name)

function createColumn(
  entity: Entity,
  field: string,
  declared: EntityField,
  seal: (secret: string, row: string) => string,
): Column {
  const base = { field, name: snake(field) }
  const plain = {
    encode: (value: EntityValue) => value,
    decode: (stored: unknown) => asValue(stored) ?? declared.default,
  }
  switch (declared.kind) {
    case 'text':
    case 'ref':
      return { ...base, ...plain, sqlType: 'text' }
    case 'number':
      return { ...base, ...plain, sqlType: 'float8' }
    case 'flag':
      return { ...base, ...plain, sqlType: 'bool' }
    case 'choices':
    case 'refs':
    case 'files':
      return { ...base, ...plain, sqlType: 'jsonb' }
    case 'rows':
      for (const [name, { kind }] of Object.entries(declared.fields)) {
        if (kind === 'secret' || kind === 'live' || kind === 'rows')
          throw new Error(`${entity.name}.${field}.${name}: rows hold no ${kind}`)
      }
      return { ...base, ...plain, sqlType: 'jsonb' }
    case 'instant':
      return {
        ...base,
        sqlType: 'timestamptz',
        encode: (value) => (typeof value === 'number' ? new Date(value).toISOString() : null),
        decode: (stored) => (stored instanceof Date ? stored.getTime() : null),
      }
    case 'secret':
      return {
        ...base,
        sqlType: 'text',
        encode: (value, row) => (typeof value === 'string' ? seal(value, row) : null),
        decode: (stored) => typeof stored === 'string',
      }
    case 'choice': {
      const kinds = new Set(declared.options.map(({ value }) => typeof value))
      if (declared.dictionary !== undefined) kinds.add('string')
      if (kinds.size < 2) return { ...base, ...plain, sqlType: kinds.has('number') ? 'float8' : 'text' }
      return {
        ...base,
        sqlType: 'text',
        encode: (value) => (value === null ? null : JSON.stringify(value)),
        decode: (stored) => (typeof stored === 'string' ? (asValue(JSON.parse(stored)) ?? null) : null),
      }
    }
    case 'live':
      throw new Error(`${entity.name}.${field} is live and not kept`)
  }
}

/**
 * The driver returns texts, numbers, booleans and parsed JSON, all of which are entity values. Null becomes undefined.
 */
const asValue = (stored: unknown): EntityValue | undefined =>
  stored === null || stored === undefined ? undefined : (stored as EntityValue)
