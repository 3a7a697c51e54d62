import type { Entity } from '../../../contract/entity/define.ts'
import { limits } from '../../../contract/limits.ts'
import type { EntityQuery } from '../../net/entityClient.ts'
import { readPaging, readSearch } from './pagingQuery.ts'

/** Reads the query of an entity page from the URL. Invalid values get the defaults (page 1, 20 rows). */
export function readEntityQuery(entity: Entity, params: URLSearchParams): EntityQuery {
  const sort = params.get('sort') ?? ''
  const filters = (entity.list.filters ?? []).flatMap((name) => {
    const value = params.get(`filter.${name}`)
    return value ? [[name, value] as const] : []
  })
  const moment = (name: string): number | undefined => {
    const at = Number(params.get(name))
    return Number.isSafeInteger(at) && at > 0 ? at : undefined
  }
  const since = params.get('since') ?? undefined
  return {
    ...readPaging(params),
    search: readSearch(params),
    sort:
      Object.hasOwn(entity.fields, sort.replace(/^-/, '')) || /^-?(?:createdAt|updatedAt)$/.test(sort)
        ? sort
        : undefined,
    project: params.get('project') ?? undefined,
    filter: Object.fromEntries(filters),
    ...(since !== undefined && entity.fields[since]?.kind === 'instant'
      ? { since, from: moment('from'), to: moment('to') }
      : {}),
  }
}

/** Converts a query to URL parameters without default values. */
export function writeEntityQuery(query: EntityQuery): URLSearchParams {
  const params = new URLSearchParams()
  const set = (name: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') params.set(name, String(value))
  }
  set('search', query.search)
  set('project', query.project)
  set('sort', query.sort)
  for (const [name, value] of Object.entries(query.filter ?? {})) set(`filter.${name}`, value)
  set('since', query.since)
  set('from', query.from)
  set('to', query.to)
  if (query.page !== limits.list.page) set('page', query.page)
  if (query.pageSize !== limits.list.pageSize) set('size', query.pageSize)
  return params
}
