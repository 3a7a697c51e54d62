import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityField } from '../../../contract/entity/field.ts'
import type { Condition, Listing } from '../../database/entities/entityLists.ts'
import type { EntityTable } from '../../database/entities/entityColumns.ts'
import { sqlName } from '../../database/entities/entityColumns.ts'
import { createFault, createInvalidInputError } from './validationErrors.ts'
import type { ListQuery } from './types.ts'

const maxFilterValues = 50

/**
 * Translates a list query to database conditions. Throws for unknown or unsupported fields, with their path in the
 * query.
 */
export function parseListQuery(table: EntityTable, query: ListQuery): Omit<Listing, 'limit' | 'offset'> {
  const { entity } = table
  return {
    projects: getProjects(entity, query),
    search: query.search,
    conditions: [...parseFilters(table, query.filter ?? {}), ...parsePeriod(table, query)],
    sort: parseSort(table, query.sort),
  }
}

/** Rows of an entity without projects are stored under the empty project. */
function getProjects(entity: Entity, { projects, project }: ListQuery): readonly string[] | undefined {
  if (entity.scope === 'none') {
    if (project !== undefined)
      throw createInvalidInputError(
        createFault('query.project', 'unexpected', { en: 'Not part of a project', zh: '该数据不属于任何项目' }),
      )
    return ['']
  }
  if (project === undefined) return projects
  return projects === undefined || projects.includes(project) ? [project] : []
}

function parseSort(table: EntityTable, sort: string | undefined): Listing['sort'] {
  const { list } = table.entity
  const query = sort ?? `${list.sort.order === 'desc' ? '-' : ''}${list.sort.by}`
  const column = table.sortable.get(query.replace(/^-/, ''))
  if (column === undefined)
    throw createInvalidInputError(
      createFault('query.sort', 'sort', { en: 'The list cannot be sorted by this', zh: '列表不能按此字段排序' }),
    )
  return { column, descending: query.startsWith('-') }
}

function parseFilters(table: EntityTable, filter: Readonly<Record<string, string>>): Condition[] {
  return Object.entries(filter)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => {
      const at = `query.filter.${name}`
      const field = Object.hasOwn(table.entity.fields, name) ? table.entity.fields[name] : undefined
      const texts = text.split(',')
      if (texts.length > maxFilterValues)
        throw createInvalidInputError(
          createFault(at, 'count', { en: `At most ${maxFilterValues} values`, zh: `最多 ${maxFilterValues} 个值` }),
        )
      const condition =
        field &&
        !/[\p{Cc}\p{Cs}]/u.test(text) &&
        createCondition(field, sqlName(field.kind === 'live' ? name : table.column(name).name), texts)
      if (!condition)
        throw createInvalidInputError(
          createFault(at, 'filter', { en: 'The list cannot be filtered by this', zh: '列表不能按此条件筛选' }),
        )
      return condition
    })
}

function createCondition(
  field: EntityField,
  column: ReturnType<typeof sqlName>,
  texts: readonly string[],
): Condition | undefined {
  switch (field.kind) {
    case 'flag': {
      if (!texts.every((text) => text === 'true' || text === 'false')) return undefined
      return texts.includes('false')
        ? texts.includes('true')
          ? sql<boolean>`true`
          : sql<boolean>`${column} is not true`
        : sql<boolean>`${column} = true`
    }
    case 'choice': {
      const parsed = texts.map(
        (text) =>
          field.options.find(({ value }) => String(value) === text)?.value ??
          (field.dictionary === undefined ? undefined : text),
      )
      if (!parsed.every((value) => value !== undefined)) return undefined
      const isNumeric = field.dictionary === undefined && field.options.every(({ value }) => typeof value === 'number')
      const isText = field.options.every(({ value }) => typeof value === 'string')
      if (isNumeric) return sql<boolean>`${column} = any(${parsed}::float8[])`
      return sql<boolean>`${column} = any(${isText ? parsed : parsed.map((value) => JSON.stringify(value))}::text[])`
    }
    case 'instant': {
      if (!texts.every((text) => text === 'true' || text === 'false')) return undefined
      return texts.includes('false')
        ? texts.includes('true')
          ? sql<boolean>`true`
          : sql<boolean>`${column} is null`
        : sql<boolean>`${column} is not null`
    }
    case 'ref':
      return sql<boolean>`${column} = any(${texts}::text[])`
    case 'choices':
    case 'refs':
      return sql<boolean>`(${sql.join(
        texts.map((text) => sql`${column} @> ${JSON.stringify([text])}::jsonb`),
        sql` or `,
      )})`
    case 'text':
      return field.format === 'lines' || field.format === 'json'
        ? undefined
        : texts.includes('')
          ? sql<boolean>`(${column} = any(${texts}::text[]) or ${column} is null)`
          : sql<boolean>`${column} = any(${texts}::text[])`
    case 'number':
    case 'files':
    case 'secret':
    case 'rows':
    case 'live':
      return undefined
  }
}

function parsePeriod(table: EntityTable, { since, from, to }: ListQuery): Condition[] {
  if (since === undefined) {
    if (from === undefined && to === undefined) return []
    throw createInvalidInputError(
      createFault('query.since', 'missing', { en: 'Must be a time field', zh: '缺少时间字段' }),
    )
  }
  const frame = new Map([
    ['createdAt', 'created_at'],
    ['updatedAt', 'updated_at'],
  ])
  const isInstant = Object.hasOwn(table.entity.fields, since) && table.entity.fields[since]?.kind === 'instant'
  const column = frame.get(since) ?? (isInstant ? table.column(since).name : undefined)
  if (column === undefined)
    throw createInvalidInputError(
      createFault('query.since', 'filter', { en: 'Must be a time field', zh: '应为时间字段' }),
    )
  return [
    ...(from === undefined ? [] : [sql<boolean>`${sqlName(column)} >= ${toTimestamp(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${sqlName(column)} < ${toTimestamp(to)}`]),
  ]
}

/** Limits a time to the range supported by PostgreSQL, still later than any stored time. */
const toTimestamp = (at: number): Date => new Date(Math.min(at, Date.UTC(10_000, 0, 1)))
