import type { Row } from '../../../contract/entity/define.ts'
import type { EntityClient, EntityQuery } from '../../net/entityClient.ts'
import { maxPageSize } from './allPages.ts'
import { PagedRows, type PageOfRows } from './pagedRows.ts'

export interface WindowQuery extends Omit<EntityQuery, 'page' | 'pageSize'> {
  /** Number of rows before the window. */
  readonly first: number
  /** Number of rows, limited to one response of the server. */
  readonly count: number
}

/** A window of rows at any offset. Page sizes of the server are fixed, so a window can span two pages. */
export class RowWindow extends PagedRows<Row, WindowQuery> {
  readonly #client: Pick<EntityClient, 'list'>

  constructor(client: Pick<EntityClient, 'list'>) {
    super()
    this.#client = client
  }

  protected override async fetchPage(
    { first, count, ...query }: WindowQuery,
    signal: AbortSignal,
  ): Promise<PageOfRows<Row>> {
    const getPage = (index: number): number => Math.floor(index / maxPageSize) + 1
    const pages = [...new Set([getPage(first), getPage(first + count - 1)])]
    const answers = await Promise.all(
      pages.map((page) => this.#client.list({ ...query, page, pageSize: maxPageSize }, { signal, quiet: true })),
    )
    const from = first % maxPageSize
    return { rows: answers.flatMap(({ rows }) => rows).slice(from, from + count), total: answers[0]?.total ?? 0 }
  }
}
