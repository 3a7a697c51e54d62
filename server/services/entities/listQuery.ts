import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityField } from '../../../contract/entity/field.ts'
import type { Condition, Listing } from '../../database/entityLists.ts'
import type { EntityTable } from '../../database/entityColumns.ts'
import { named } from '../../database/entityColumns.ts'
import { faultAt, invalid } from './validationErrors.ts'
import type { ListAsked } from './types.ts'

const filterValues = 50

/**
 * Translates a list query to database conditions. Throws for unknown or unsupported fields, with their path in the
 * query.
 */
export function parseListQuery(table: EntityTable, asked: ListAsked): Omit<Listing, 'limit' | 'offset'> {
  const { entity } = table
  return { projects: projectsOf(entity, asked), search: asked.search, conditions: [...filters(table, asked.filter ?? {}), ...period(table, asked)], sort: sortOf(table, asked.sort) }
}

/** Rows of an entity without projects are stored under the empty project. */
function projectsOf(entity: Entity, { projects, project }: ListAsked): readonly string[] | undefined {
  if (entity.scope === 'none') {
    if (project !== undefined) throw invalid(faultAt('query.project', 'unexpected', { en: 'Not part of a project', zh: '该数据不属于任何项目' }))
    return ['']
  }
  if (project === undefined) return projects
  return projects === undefined || projects.includes(project) ? [project] : []
}

function sortOf(table: EntityTable, sort: string | undefined): Listing['sort'] {
  const { list } = table.entity
  const asked = sort ?? `${list.sort.order === 'desc' ? '-' : ''}${list.sort.by}`
  const column = table.sortable.get(asked.replace(/^-/, ''))
  if (column === undefined) throw invalid(faultAt('query.sort', 'sort', { en: 'The list cannot be sorted by this', zh: '列表不能按此字段排序' }))
  return { column, descending: asked.startsWith('-') }
}

function filters(table: EntityTable, filter: Readonly<Record<string, string>>): Condition[] {
  return Object.entries(filter).filter(([, text]) => text !== '').map(([name, text]) => {
    const at = `query.filter.${name}`
    const field = Object.hasOwn(table.entity.fields, name) ? table.entity.fields[name] : undefined
    const texts = text.split(',')
    if (texts.length > filterValues) throw invalid(faultAt(at, 'count', { en: `At most ${filterValues} values`, zh: `最多 ${filterValues} 个值` }))
    const condition = field && !/[\p{Cc}\p{Cs}]/u.test(text) && conditionOf(field, named(field.kind === 'live' ? name : table.column(name).name), texts)
    if (!condition) throw invalid(faultAt(at, 'filter', { en: 'The list cannot be filtered by this', zh: '列表不能按此条件筛选' }))
    return condition
  })
}

function conditionOf(field: EntityField, column: ReturnType<typeof named>, texts: readonly string[]): Condition | undefined {
  switch (field.kind) {
    case 'flag': {
      if (!texts.every((text) => text === 'true' || text === 'false')) return undefined
      return texts.includes('false') ? texts.includes('true') ? sql<boolean>`true` : sql<boolean>`${column} is not true` : sql<boolean>`${column} = true`
    }
    case 'choice': {
      const known = texts.map((text) => field.options.find(({ value }) => String(value) === text)?.value ?? (field.dictionary === undefined ? undefined : text))
      if (!known.every((value) => value !== undefined)) return undefined
      const isNumeric = field.dictionary === undefined && field.options.every(({ value }) => typeof value === 'number')
      const isText = field.options.every(({ value }) => typeof value === 'string')
      if (isNumeric) return sql<boolean>`${column} = any(${known}::float8[])`
      return sql<boolean>`${column} = any(${isText ? known : known.map((value) => JSON.stringify(value))}::text[])`
    }
    case 'instant': {
      if (!texts.every((text) => text === 'true' || text === 'false')) return undefined
      return texts.includes('false') ? texts.includes('true') ? sql<boolean>`true` : sql<boolean>`${column} is null` : sql<boolean>`${column} is not null`
    }
    case 'ref': return sql<boolean>`${column} = any(${texts}::text[])`
    case 'choices': case 'refs': return sql<boolean>`(${sql.join(texts.map((text) => sql`${column} @> ${JSON.stringify([text])}::jsonb`), sql` or `)})`
    case 'text': return field.format === 'lines' || field.format === 'json' ? undefined : sql<boolean>`${column} = any(${texts}::text[])`
    case 'number': case 'files': case 'secret': case 'rows': case 'live': return undefined
  }
}

function period(table: EntityTable, { since, from, to }: ListAsked): Condition[] {
  if (since === undefined) {
    if (from === undefined && to === undefined) return []
    throw invalid(faultAt('query.since', 'missing', { en: 'Must be a time field', zh: '缺少时间字段' }))
  }
  const frame = new Map([['createdAt', 'created_at'], ['updatedAt', 'updated_at']])
  const isMoment = Object.hasOwn(table.entity.fields, since) && table.entity.fields[since]?.kind === 'instant'
  const column = frame.get(since) ?? (isMoment ? table.column(since).name : undefined)
  if (column === undefined) throw invalid(faultAt('query.since', 'filter', { en: 'Must be a time field', zh: '应为时间字段' }))
  return [
    ...(from === undefined ? [] : [sql<boolean>`${named(column)} >= ${momentAt(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${named(column)} < ${momentAt(to)}`]),
  ]
}

/** Limits a time to the range supported by PostgreSQL, still later than any stored time. */
const momentAt = (at: number): Date => new Date(Math.min(at, Date.UTC(10_000, 0, 1)))
