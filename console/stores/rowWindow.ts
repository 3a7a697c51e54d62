import type { Row } from '../../contract/entity/define.ts'
import type { EntityClient, EntityQuery } from '../net/entityClient.ts'
import { widestPage } from './allPages.ts'
import { PagedRows, type PageOfRows } from './pagedRows.ts'

export interface WindowQuery extends Omit<EntityQuery, 'page' | 'pageSize'> {
  /** How many rows come before it. */
  readonly first: number
  /** At most as many as one answer of the server holds. */
  readonly count: number
}

/** So many rows of a listing from any place on: the server's pages have sizes of their own, and nine pictures may begin in one and end in the next. */
export class RowWindow extends PagedRows<Row, WindowQuery> {
  readonly #client: Pick<EntityClient, 'list'>

  constructor(client: Pick<EntityClient, 'list'>) {
    super()
    this.#client = client
  }

  protected override async ask({ first, count, ...query }: WindowQuery, signal: AbortSignal): Promise<PageOfRows<Row>> {
    const pageOf = (index: number): number => Math.floor(index / widestPage) + 1
    const pages = [...new Set([pageOf(first), pageOf(first + count - 1)])]
    const answers = await Promise.all(pages.map((page) => this.#client.list({ ...query, page, pageSize: widestPage }, { signal, quiet: true })))
    const from = first % widestPage
    return { rows: answers.flatMap(({ rows }) => rows).slice(from, from + count), total: answers[0]?.total ?? 0 }
  }
}
