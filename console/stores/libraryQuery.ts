import { limits } from '../../contract/limits.ts'
import type { PagingQuery } from './pagingQuery.ts'
import { readPaging, readSearch, writePaging } from './pagingQuery.ts'

/** What the page of the component library shows: part of its address. */
export interface LibraryQuery extends PagingQuery {
  readonly search: string
  /** Empty: of every type. */
  readonly type: string
}

/** Reads the address; what it does not say, or says wrongly, has the specification's default (page 1, 20 a page). */
export function readLibraryQuery(params: URLSearchParams): LibraryQuery {
  return {
    search: readSearch(params),
    type: (params.get('type') ?? '').slice(0, limits.library.typeLength),
    ...readPaging(params),
  }
}

/** The address of a query, without what is default. */
export function writeLibraryQuery({ search, type, page, pageSize }: LibraryQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (type) params.set('type', type)
  writePaging(params, { page, pageSize })
  return params
}
