import type { PagingQuery } from './pagingQuery.ts'
import { readPaging, readSearch, writePaging } from './pagingQuery.ts'

/** What the configuration centre shows: part of its address, so that back, reload and a copied link keep it. */
export interface DrawingQuery extends PagingQuery {
  readonly search: string
  /** Empty: every granted project. */
  readonly project: string
  /** Only those with a star. */
  readonly isFavourite: boolean
}

/** Reads the address; what it does not say, or says wrongly, has the specification's default (page 1, 20 a page). */
export function readDrawingQuery(params: URLSearchParams): DrawingQuery {
  return {
    search: readSearch(params),
    project: params.get('project') ?? '',
    isFavourite: params.get('favourites') === '1',
    ...readPaging(params),
  }
}

/** The address of a query, without what is default. */
export function writeDrawingQuery(query: DrawingQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  if (query.project) params.set('project', query.project)
  if (query.isFavourite) params.set('favourites', '1')
  writePaging(params, query)
  return params
}
