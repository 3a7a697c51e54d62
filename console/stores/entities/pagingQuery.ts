import { limits } from '../../../contract/limits.ts'

export type PageSize = (typeof limits.list.pageSizes)[number]

/** Page and page size of a list, as part of an address. */
export interface PagingQuery {
  readonly page: number
  readonly pageSize: PageSize
}

/** Reads page and page size from an address. Missing and invalid values get the default (page 1, 20 rows). */
export function readPaging(params: URLSearchParams): PagingQuery {
  const page = Number(params.get('page'))
  return {
    page: Number.isInteger(page) && page >= 1 && page <= limits.list.maxPage ? page : limits.list.page,
    pageSize: limits.list.pageSizes.find((size) => size === Number(params.get('size'))) ?? limits.list.pageSize,
  }
}

/** Writes page and page size into an address unless they have the default. */
export function writePaging(params: URLSearchParams, { page, pageSize }: PagingQuery): void {
  if (page !== limits.list.page) params.set('page', String(page))
  if (pageSize !== limits.list.pageSize) params.set('size', String(pageSize))
}

/** The search text of an address, cut to what the server accepts. */
export const readSearch = (params: URLSearchParams): string =>
  (params.get('search') ?? '').slice(0, limits.list.searchLength)

/** Changes the page size. Returns to page 1 if the present page would lie beyond the total (specification, section 9). */
export function withPageSize<Query extends PagingQuery>(query: Query, pageSize: PageSize, total: number): Query {
  return { ...query, pageSize, page: query.page * pageSize > total ? 1 : query.page }
}
