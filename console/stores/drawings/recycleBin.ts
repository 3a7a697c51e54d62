import type { RecycledItem, RestoredItem } from '../../../contract/routes.ts'
import type { Client } from '../../net/client.ts'
import { PagedRows, type PageOfRows } from '../entities/pagedRows.ts'
import type { PagingQuery } from '../entities/pagingQuery.ts'
import { readPaging, readSearch, writePaging } from '../entities/pagingQuery.ts'

/** Query of the recycle bin, stored in the URL. */
export interface RecycleQuery extends PagingQuery {
  readonly search: string
  /** Empty for all kinds. */
  readonly kind: string
}

/** Reads the query from the URL; missing and invalid values get their defaults. */
export function readRecycleQuery(params: URLSearchParams): RecycleQuery {
  return {
    search: readSearch(params),
    kind: (params.get('kind') ?? '').slice(0, 64),
    ...readPaging(params),
  }
}

/** Converts a query to URL parameters without default values. */
export function writeRecycleQuery({ search, kind, page, pageSize }: RecycleQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (kind) params.set('kind', kind)
  writePaging(params, { page, pageSize })
  return params
}

const dayMs = 24 * 60 * 60_000

/** Deleted objects that can be restored. */
export class RecycleBinStore extends PagedRows<RecycledItem, RecycleQuery> {
  readonly #client: Pick<Client, 'call'>
  readonly #now: () => number

  constructor(client: Pick<Client, 'call'>, now: () => number) {
    super()
    this.#client = client
    this.#now = now
  }

  /** Whole days until permanent deletion, including the last one. */
  daysLeft({ expiresAt }: RecycledItem): number {
    return Math.max(0, Math.ceil((expiresAt - this.#now()) / dayMs))
  }

  /** Restores an object. Failures have already been shown. */
  async restore(id: string): Promise<RestoredItem> {
    const restored = await this.#client.call('recycleBin.restore', { params: { id } })
    await this.reload()
    return restored
  }

  /** Deletes an object permanently. Failures have already been shown. */
  async remove(id: string): Promise<void> {
    await this.#client.call('recycleBin.remove', { params: { id } })
    await this.reload()
  }

  protected override fetchPage(
    { page, pageSize, search, kind }: RecycleQuery,
    signal: AbortSignal,
  ): Promise<PageOfRows<RecycledItem>> {
    return this.#client.call(
      'recycleBin.list',
      { query: { page, pageSize, ...(search && { search }), ...(kind && { kind }) } },
      { signal, quiet: true },
    )
  }
}
