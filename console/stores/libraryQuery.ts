import { limits } from '../../contract/limits.ts'
import type { PageSize } from './drawingQuery.ts'

/** What the page of the component library shows: part of its address. */
export interface LibraryQuery {
  readonly search: string
  /** Empty: of every type. */
  readonly type: string
  readonly page: number
  readonly pageSize: PageSize
}

/** Reads the address; what it does not say, or says wrongly, has the specification's default (page 1, 20 a page). */
export function readLibraryQuery(params: URLSearchParams): LibraryQuery {
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').slice(0, limits.list.searchLength),
    type: (params.get('type') ?? '').slice(0, limits.library.typeLength),
    page: Number.isInteger(page) && page >= 1 && page <= limits.list.lastPage ? page : limits.list.page,
    pageSize: limits.list.pageSizes.find((size) => size === Number(params.get('size'))) ?? limits.list.pageSize,
  }
}

/** The address of a query, without what is default. */
export function writeLibraryQuery({ search, type, page, pageSize }: LibraryQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (type) params.set('type', type)
  if (page !== limits.list.page) params.set('page', String(page))
  if (pageSize !== limits.list.pageSize) params.set('size', String(pageSize))
  return params
}
