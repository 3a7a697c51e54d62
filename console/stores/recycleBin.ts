import type { RecycledItem, RestoredItem } from '../../contract/routes.ts'
import type { Client } from '../net/client.ts'
import { PagedRows, type PageOfRows } from './pagedRows.ts'
import type { PagingQuery } from './pagingQuery.ts'
import { readPaging, readSearch, writePaging } from './pagingQuery.ts'

/** What the page of the recycle bin shows: part of its address. */
export interface RecycleQuery extends PagingQuery {
  readonly search: string
  /** Empty: of every kind. */
  readonly kind: string
}

/** Reads the address; what is not there, or wrong, has its default. */
export function readRecycleQuery(params: URLSearchParams): RecycleQuery {
  return {
    search: readSearch(params),
    kind: (params.get('kind') ?? '').slice(0, 64),
    ...readPaging(params),
  }
}

/** The address of a query, without what is default. */
export function writeRecycleQuery({ search, kind, page, pageSize }: RecycleQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (kind) params.set('kind', kind)
  writePaging(params, { page, pageSize })
  return params
}

const dayMs = 24 * 60 * 60_000

/** What was deleted and can be restored. */
export class RecycleBinStore extends PagedRows<RecycledItem, RecycleQuery> {
  readonly #client: Pick<Client, 'call'>
  readonly #now: () => number

  constructor(client: Pick<Client, 'call'>, now: () => number) {
    super()
    this.#client = client
    this.#now = now
  }

  /** Whole days until it is deleted for good; the last one counts. */
  daysLeft({ expiresAt }: RecycledItem): number {
    return Math.max(0, Math.ceil((expiresAt - this.#now()) / dayMs))
  }

  /** The person has been told when this throws. */
  async restore(id: string): Promise<RestoredItem> {
    const restored = await this.#client.call('recycleBin.restore', { params: { id } })
    await this.reload()
    return restored
  }

  /** For good. The person has been told when this throws. */
  async remove(id: string): Promise<void> {
    await this.#client.call('recycleBin.remove', { params: { id } })
    await this.reload()
  }

  protected override ask({ page, pageSize, search, kind }: RecycleQuery, signal: AbortSignal): Promise<PageOfRows<RecycledItem>> {
    return this.#client.call('recycleBin.list', { query: { page, pageSize, ...(search && { search }), ...(kind && { kind }) } }, { signal, quiet: true })
  }
}
