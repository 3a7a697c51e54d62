import type { PagingQuery } from '../stores/entities/pagingQuery.ts'
import { readPaging, readSearch, writePaging } from '../stores/entities/pagingQuery.ts'

/** Query of the page, stored in the URL. */
export interface UndeclaredQuery extends PagingQuery {
  readonly state: 'new' | 'ignored'
  readonly search: string
}

/** Reads the query from the URL; missing and invalid values get their defaults. */
export function readUndeclaredQuery(params: URLSearchParams): UndeclaredQuery {
  return {
    state: params.get('state') === 'ignored' ? 'ignored' : 'new',
    search: readSearch(params),
    ...readPaging(params),
  }
}

/** Converts a query to URL parameters without default values. */
export function writeUndeclaredQuery({ state, search, page, pageSize }: UndeclaredQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (state !== 'new') params.set('state', state)
  if (search) params.set('search', search)
  writePaging(params, { page, pageSize })
  return params
}
