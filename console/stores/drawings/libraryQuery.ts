import { limits } from '../../../contract/limits.ts'
import type { PagingQuery } from '../entities/pagingQuery.ts'
import { readPaging, readSearch, writePaging } from '../entities/pagingQuery.ts'

/** Query of the component library, stored in the URL. */
export interface LibraryQuery extends PagingQuery {
  readonly search: string
  /** Empty for all types. */
  readonly type: string
}

/** Reads the query from the URL. Missing and invalid values get the specified defaults (page 1, 20 rows). */
export function readLibraryQuery(params: URLSearchParams): LibraryQuery {
  return {
    search: readSearch(params),
    type: (params.get('type') ?? '').slice(0, limits.library.typeLength),
    ...readPaging(params),
  }
}

/** Converts a query to URL parameters without default values. */
export function writeLibraryQuery({ search, type, page, pageSize }: LibraryQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (type) params.set('type', type)
  writePaging(params, { page, pageSize })
  return params
}
