import type { PagingQuery } from '../stores/pagingQuery.ts'
import { readPaging, readSearch, writePaging } from '../stores/pagingQuery.ts'

/** What the page shows: part of its address. */
export interface UndeclaredQuery extends PagingQuery {
  readonly state: 'new' | 'ignored'
  readonly search: string
}

/** Reads the address; what is not there, or wrong, has its default. */
export function readUndeclaredQuery(params: URLSearchParams): UndeclaredQuery {
  return {
    state: params.get('state') === 'ignored' ? 'ignored' : 'new',
    search: readSearch(params),
    ...readPaging(params),
  }
}

/** The address of a query, without what is default. */
export function writeUndeclaredQuery({ state, search, page, pageSize }: UndeclaredQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (state !== 'new') params.set('state', state)
  if (search) params.set('search', search)
  writePaging(params, { page, pageSize })
  return params
}
