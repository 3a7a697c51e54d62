import { limits } from '../../contract/limits.ts'
import type { PageSize } from '../stores/drawingQuery.ts'

/** What the page shows: part of its address. */
export interface UndeclaredQuery {
  readonly state: 'new' | 'ignored'
  readonly search: string
  readonly page: number
  readonly pageSize: PageSize
}

/** Reads the address; what is not there, or wrong, has its default. */
export function readUndeclaredQuery(params: URLSearchParams): UndeclaredQuery {
  const page = Number(params.get('page'))
  return {
    state: params.get('state') === 'ignored' ? 'ignored' : 'new',
    search: (params.get('search') ?? '').slice(0, limits.list.searchLength),
    page: Number.isInteger(page) && page >= 1 && page <= limits.list.lastPage ? page : limits.list.page,
    pageSize: limits.list.pageSizes.find((size) => size === Number(params.get('size'))) ?? limits.list.pageSize,
  }
}

/** The address of a query, without what is default. */
export function writeUndeclaredQuery({ state, search, page, pageSize }: UndeclaredQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (state !== 'new') params.set('state', state)
  if (search) params.set('search', search)
  if (page !== limits.list.page) params.set('page', String(page))
  if (pageSize !== limits.list.pageSize) params.set('size', String(pageSize))
  return params
}
