import { limits } from '../../contract/limits.ts'

/** What the configuration centre shows: part of its address, so that back, reload and a copied link keep it. */
export interface DrawingQuery {
  readonly search: string
  /** Empty: every granted project. */
  readonly project: string
  /** Only those with a star. */
  readonly isFavourite: boolean
  readonly page: number
  readonly pageSize: PageSize
}

export type PageSize = (typeof limits.list.pageSizes)[number]

/** Reads the address; what it does not say, or says wrongly, has the specification's default (page 1, 20 a page). */
export function readDrawingQuery(params: URLSearchParams): DrawingQuery {
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').slice(0, limits.list.searchLength),
    project: params.get('project') ?? '',
    isFavourite: params.get('favourites') === '1',
    page: Number.isInteger(page) && page >= 1 && page <= limits.list.lastPage ? page : limits.list.page,
    pageSize: limits.list.pageSizes.find((size) => size === Number(params.get('size'))) ?? limits.list.pageSize,
  }
}

/** The address of a query, without what is default. */
export function writeDrawingQuery(query: DrawingQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (query.search) params.set('search', query.search)
  if (query.project) params.set('project', query.project)
  if (query.isFavourite) params.set('favourites', '1')
  if (query.page !== limits.list.page) params.set('page', String(query.page))
  if (query.pageSize !== limits.list.pageSize) params.set('size', String(query.pageSize))
  return params
}

/** A new page size goes back to page 1 if the current page would lie beyond the total (specification, section 9). */
export function withPageSize<Query extends Pick<DrawingQuery, 'page' | 'pageSize'>>(query: Query, pageSize: PageSize, total: number): Query {
  return { ...query, pageSize, page: query.page * pageSize > total ? 1 : query.page }
}
