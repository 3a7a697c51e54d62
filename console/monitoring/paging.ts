import { limits } from '../../contract/limits.ts'
import type { CacheName } from '../../contract/routes.ts'
import { cacheNames } from '../../contract/routes.ts'

export interface PageRequest {
  readonly page: number
  readonly pageSize: (typeof limits.list.pageSizes)[number]
  readonly search?: string
}

/** Reads page, page size and search from the URL; invalid values become the defaults. */
export function readPageRequest(params: URLSearchParams): PageRequest {
  const page = Number(params.get('page') ?? 1)
  const search = params.get('search')?.slice(0, limits.list.searchLength) ?? ''
  return {
    page: Number.isInteger(page) && page >= 1 && page <= limits.list.maxPage ? page : limits.list.page,
    pageSize: limits.list.pageSizes.find((size) => String(size) === params.get('size')) ?? limits.list.pageSize,
    ...(search === '' ? {} : { search }),
  }
}

/** Writes page, page size and search as URL parameters; defaults are omitted. */
export const toParams = ({ page, pageSize, search = '' }: PageRequest): Record<string, string> => ({
  ...(page === 1 ? {} : { page: String(page) }),
  ...(pageSize === limits.list.pageSize ? {} : { size: String(pageSize) }),
  ...(search === '' ? {} : { search }),
})

/** Returns the cache selected in the URL. */
export const readCacheName = (params: URLSearchParams): CacheName | undefined =>
  cacheNames.find((name) => name === params.get('cache'))
