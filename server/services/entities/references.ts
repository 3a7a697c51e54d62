import { sql } from 'kysely'
import { roleIn } from '../../../contract/access.ts'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityField, EntityFields, EntityValue, EntityValues, Words } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { sqlName, snake } from '../../database/entities/entityColumns.ts'
import { orderChanged } from '../../database/entities/entityPagination.ts'
import { titlesWhere } from '../../database/entities/entityRows.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import { createFault } from './validationErrors.ts'
import type { Author, EntityService, Titled } from './types.ts'
import { getAuthorName } from './types.ts'

/** A reference field, or a reference field inside a rows field. */
interface ReferencePlace {
  readonly field: string
  readonly inner?: string
  readonly to: string
  readonly declared: Extract<EntityField, { kind: 'ref' | 'refs' }>
}

const placesCache = new WeakMap<EntityFields, readonly ReferencePlace[]>()

/** Reference fields of an entity, cached because they are needed for every row. */
export function getReferencePlaces(fields: EntityFields): readonly ReferencePlace[] {
  let places = placesCache.get(fields)
  if (!places) {
    places = findReferencePlaces(fields)
    placesCache.set(fields, places)
  }
  return places
}

function findReferencePlaces(fields: EntityFields): readonly ReferencePlace[] {
  return Object.entries(fields).flatMap(([field, declared]): ReferencePlace[] => {
    if (isReference(declared)) return [{ field, to: declared.to, declared }]
    if (declared.kind !== 'rows') return []
    return Object.entries(declared.fields).flatMap(([inner, nested]) =>
      isReference(nested) ? [{ field, inner, to: nested.to, declared: nested }] : [],
    )
  })
}

/** Ids in a reference field with their paths. */
function getIdsAt({ field, inner }: ReferencePlace, values: EntityValues): { id: string; path: string }[] {
  const value = values[field]
  if (inner === undefined) return toIds(value).map((id) => ({ id, path: field }))
  if (!Array.isArray(value)) return []
  return value.flatMap((row, index) =>
    isValues(row) ? toIds(row[inner]).map((id) => ({ id, path: `${field}.${index}.${inner}` })) : [],
  )
}

/** Titles of all rows referenced by these rows, with one query per entity. */
export async function readTitles(
  db: Db,
  fields: EntityFields,
  rows: readonly EntityValues[],
  getService: (name: string) => EntityService,
  reader: Author | undefined,
): Promise<Readonly<Record<string, string>>> {
  const idsByEntity = new Map<string, Set<string>>()
  for (const place of getReferencePlaces(fields)) {
    const ids = idsByEntity.get(place.to) ?? new Set()
    for (const values of rows) for (const { id } of getIdsAt(place, values)) ids.add(id)
    idsByEntity.set(place.to, ids)
  }
  const titles: Record<string, string> = {}
  for (const [to, ids] of idsByEntity) {
    if (ids.size === 0) continue
    for (const { id, title } of (await getService(to).getTitles(db, [...ids], false, reader)).values())
      titles[id] = title
  }
  return titles
}

/** Fields that contain telemetry devices, including those inside rows fields. */
export const getDeviceFields = (fields: EntityFields): readonly { readonly field: string; readonly inner?: string }[] =>
  Object.entries(fields).flatMap(([field, declared]) => {
    if (declared.kind === 'rows')
      return getDeviceFields(declared.fields).map((nested) => ({ field, inner: nested.field }))
    return declared.kind === 'text' && declared.isDevice === true ? [{ field }] : []
  })

/** Devices in such a field. */
export function getDevicesAt(
  { field, inner }: { readonly field: string; readonly inner?: string },
  values: EntityValues,
): readonly string[] {
  const value = values[field]
  if (inner === undefined) return typeof value === 'string' ? [value] : []
  return Array.isArray(value) ? value.flatMap((row) => (isValues(row) ? toIds(row[inner]) : [])) : []
}

/** Ids referenced by a row. */
export function getReferencedIds(fields: EntityFields, values: EntityValues): string[] {
  const ids: string[] = []
  for (const place of getReferencePlaces(fields)) {
    const value = place.inner === undefined ? values[place.field] : undefined
    if (typeof value === 'string') ids.push(value)
    else for (const { id } of getIdsAt(place, values)) ids.push(id)
  }
  return ids
}

/**
 * Throws if a value refers to a row that does not exist, belongs to another project, or is not visible to the author.
 * Unchanged references stay valid.
 */
export async function checkReferences(
  tx: Db,
  author: Author,
  fields: EntityFields,
  rows: readonly { readonly project: string; readonly values: EntityValues; readonly before?: EntityValues }[],
  getService: (name: string) => EntityService,
): Promise<void> {
  for (const place of getReferencePlaces(fields)) {
    const ids = [...new Set(rows.flatMap(({ values }) => getIdsAt(place, values).map(({ id }) => id)))]
    if (ids.length === 0) continue
    const target = await getService(place.to).getTitles(tx, ids, true)
    const visible =
      getService(place.to).entity.privacy === undefined
        ? target
        : await getService(place.to).getTitles(tx, ids, false, author)
    for (const { project, values, before } of rows) {
      const previousIds = new Set(before ? getIdsAt(place, before).map(({ id }) => id) : [])
      for (const { id, path } of getIdsAt(place, values)) {
        if (isReachable((previousIds.has(id) ? target : visible).get(id), project, author)) continue
        const { words } = place.declared
        throw new ApiError('input.invalid', {
          problems: [
            createFault(path, 'missing', { en: `${words.en}: no longer exists`, zh: `${words.zh}：所选数据不存在` }),
          ],
        })
      }
    }
  }
}

export function isReachable(target: Titled | undefined, project: string, author: Author): boolean {
  if (!target) return false
  if (target.project === '' || target.project === project) return true
  return project === '' && (!('session' in author) || roleIn(author.session, target.project) !== undefined)
}

/**
 * Ensures that a row is referenced only once by an exclusive field. Throws with the current holder, or removes the
 * other reference in the same transaction if `overwrite` is set.
 */
export async function claimExclusive(
  tx: Db,
  author: Author,
  table: EntityTable,
  row: { readonly id: string; readonly project: string; readonly values: EntityValues },
  overwrite: boolean,
  getService: (name: string) => EntityService,
): Promise<void> {
  for (const place of getReferencePlaces(table.entity.fields)) {
    const ids = getIdsAt(place, row.values).map(({ id }) => id)
    if (place.inner !== undefined || place.declared.exclusive !== true || ids.length === 0) continue
    const others = sql`id <> ${row.id} and project = ${row.project} and ${containsIds(place, ids)}`
    const holders = await titlesWhere(tx, table, others, 100)
    const [holder] = holders
    if (!holder) continue
    if (!overwrite) {
      const chosen = await getService(place.to).getTitles(tx, ids)
      const titles = ids.map((id) => chosen.get(id)?.title ?? id).join(', ')
      const words = {
        en: `${place.declared.words.en}: already bound to ${holder.title}`,
        zh: `${place.declared.words.zh}：已绑定到${holder.title}`,
      }
      throw new ApiError('entity.bound', {
        problems: [createFault(place.field, 'bound', words)],
        detail: {
          field: place.field,
          chosen: titles,
          holder: holder.id,
          holderTitle: holder.title,
          count: holders.length,
        },
      })
    }
    await clearReferenceField(tx, author, table, place, ids, others)
  }
}

/** An entity with a field that refers to another. */
interface Referrer {
  readonly table: EntityTable
  readonly place: ReferencePlace
}

/**
 * Handles references to rows about to be removed: throws with one of the referrers, or clears the references. Services
 * of `custom` entities call it before a removal.
 */
export async function clearReferences(
  tx: Db,
  author: Author,
  tables: readonly EntityTable[],
  removed: Entity,
  ids: readonly string[],
): Promise<void> {
  const referrers = tables.flatMap((table) =>
    getReferencePlaces(table.entity.fields)
      .filter(({ to }) => to === removed.name)
      .map((place): Referrer => ({ table, place })),
  )
  for (const { table, place } of referrers) {
    const isOwn = table.entity.name === removed.name
    const condition = isOwn ? sql`${containsIds(place, ids)} and not id = any(${ids}::text[])` : containsIds(place, ids)
    if (!isRestricting(place)) {
      await clearReferenceField(tx, author, table, place, ids, condition)
      continue
    }
    const [holder, ...more] = await titlesWhere(tx, table, condition, 100)
    if (!holder) continue
    const { one } = table.entity.words
    const words: Words = {
      en: `Used by ${one.en} ${holder.title}${more.length > 0 ? ` and ${more.length} more` : ''}`,
      zh: `被${one.zh}${holder.title}${more.length > 0 ? `等 ${more.length + 1} 项` : ''}使用`,
    }
    throw new ApiError('entity.inUse', {
      problems: [createFault('', 'inUse', words)],
      detail: {
        entity: table.entity.name,
        id: holder.id,
        title: holder.title,
        count: more.length + 1,
        en: one.en,
        zh: one.zh,
      },
    })
  }
}

/**
 * Returns the rows that others refer to with restricting references, each with a referrer. References among the rows
 * themselves are ignored.
 */
export async function findReferencedRows(
  tx: Db,
  tables: readonly EntityTable[],
  removed: Entity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Words>> {
  const referenced = new Map<string, Words>()
  for (const table of tables) {
    for (const place of getReferencePlaces(table.entity.fields)) {
      if (place.to !== removed.name || !isRestricting(place)) continue
      const title = sqlName(table.column(table.entity.title).name)
      const others = table.entity.name === removed.name ? sql`and not t.id = any(${ids}::text[])` : sql``
      const { rows } = await sql<{
        id: string
        title: string
      }>`select r.id, min(coalesce(t.${title}::text, t.id)) as title
        from ${sqlName(table.name)} t cross join lateral ${selectIds(place)} as r(id) where r.id = any(${ids}::text[]) ${others} group by r.id`.execute(
        tx,
      )
      const { one } = table.entity.words
      for (const row of rows)
        referenced.set(row.id, { en: `Used by ${one.en} ${row.title}`, zh: `被${one.zh}${row.title}使用` })
    }
  }
  return referenced
}

/** Returns true if a reference prevents the removal of its target. */
const isRestricting = ({ declared, inner }: ReferencePlace): boolean =>
  declared.kind === 'ref' ? declared.onRemove === 'refuse' : inner !== undefined

/** SQL that returns the ids in a field of row `t`, one per row. */
function selectIds({ field, inner, declared }: ReferencePlace) {
  const column = sql`t.${sqlName(snake(field))}`
  if (inner === undefined)
    return declared.kind === 'ref' ? sql`(select ${column})` : sql`jsonb_array_elements_text(${column})`
  return declared.kind === 'ref'
    ? sql`(select one->>${inner} from jsonb_array_elements(${column}) as one)`
    : sql`(select several.id from jsonb_array_elements(${column}) as one, jsonb_array_elements_text(one->${inner}) as several(id))`
}

/** Clears references. Locks rows in a fixed order to avoid deadlocks. */
async function clearReferenceField(
  tx: Db,
  author: Author,
  table: EntityTable,
  place: ReferencePlace,
  ids: readonly string[],
  condition: ReturnType<typeof sql>,
): Promise<void> {
  const column = sqlName(snake(place.field))
  const clearedValue =
    place.inner === undefined
      ? place.declared.kind === 'ref'
        ? sql`null`
        : sql`${column} - ${ids}::text[]`
      : // Inside nested rows, only the reference is cleared.
        sql`(select jsonb_agg(case when one.value ->> ${place.inner} = any(${ids}::text[]) then one.value || jsonb_build_object(${place.inner}::text, null) else one.value end order by one.ordinality)
        from jsonb_array_elements(${column}) with ordinality as one)`
  const { rows } = await sql<{
    id: string
  }>`update ${sqlName(table.name)} set ${column} = ${clearedValue}, revision = revision + 1, updated_at = ${new Date()}, updated_by = ${getAuthorName(author)}
    where id = any(array(select id from ${sqlName(table.name)} where ${condition} order by id for update)) returning id`.execute(
    tx,
  )
  orderChanged(table, ['updated_at'])
  for (const { id } of rows)
    await audit(tx, author, {
      object: `${table.entity.name}/${id}`,
      action: 'release',
      content: { field: place.field, ids },
    })
}

function containsIds({ field, inner, declared }: ReferencePlace, ids: readonly string[]) {
  const column = sqlName(snake(field))
  if (inner === undefined && declared.kind === 'ref') return sql`${column} = any(${ids}::text[])`
  const one = (id: string): unknown => (inner === undefined ? [id] : [{ [inner]: declared.kind === 'ref' ? id : [id] }])
  return sql`(${sql.join(
    ids.map((id) => sql`${column} @> ${JSON.stringify(one(id))}::jsonb`),
    sql` or `,
  )})`
}

const isReference = (field: EntityField): field is Extract<EntityField, { kind: 'ref' | 'refs' }> =>
  field.kind === 'ref' || field.kind === 'refs'
const toIds = (value: EntityValue | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((id): id is string => typeof id === 'string')
      : []
const isValues = (row: unknown): row is EntityValues => typeof row === 'object' && row !== null && !Array.isArray(row)
