import type { PagingQuery } from '../entities/pagingQuery.ts'
import { readPaging, readSearch, writePaging } from '../entities/pagingQuery.ts'

/** Query of the configuration centre, stored in the URL. */
export interface DrawingQuery extends PagingQuery {
  readonly search: string
  /** Empty for all granted projects. */
  readonly project: string
  /** Show favourites only. */
  readonly isFavourite: boolean
}

/** Reads the query from the URL. Missing and invalid values get the specified defaults (page 1, 20 rows). */
export function readDrawingQuery(params: URLSearchParams): DrawingQuery {
  return {
    search: readSearch(params),
    project: params.get('project') ?? '',
    isFavourite: params.get('favourites') === '1',
    ...readPaging(params),
  }
}

/** Converts a query to URL parameters without default values. */
export function writeDrawingQuery(query: DrawingQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  if (query.project) params.set('project', query.project)
  if (query.isFavourite) params.set('favourites', '1')
  writePaging(params, query)
  return params
}
