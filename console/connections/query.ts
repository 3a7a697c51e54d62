import type { PagingQuery } from '../stores/entities/pagingQuery.ts'
import { readPaging, readSearch, writePaging } from '../stores/entities/pagingQuery.ts'

/** Query of the page, stored in the URL. */
export interface ConnectionsQuery extends PagingQuery {
  readonly view: 'connections' | 'credentials'
  readonly search: string
}

/** Reads the query from the URL; missing and invalid values get their defaults. */
export const readConnectionsQuery = (params: URLSearchParams): ConnectionsQuery => ({
  view: params.get('view') === 'credentials' ? 'credentials' : 'connections',
  search: readSearch(params),
  ...readPaging(params),
})

/** Converts a query to URL parameters without default values. */
export function writeConnectionsQuery({ view, search, page, pageSize }: ConnectionsQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (view !== 'connections') params.set('view', view)
  if (search) params.set('search', search)
  writePaging(params, { page, pageSize })
  return params
}
