import { limits } from '../../../contract/limits.ts'

/** Maximum number of rows in one response of a list. */
export const maxPageSize = 50 satisfies (typeof limits.list.pageSizes)[number]

/** Reads all rows of a list page by page, for selects and pictures without paging. */
export async function allPages<Row extends { readonly id: string }>(
  requestPage: (page: {
    readonly page: number
    readonly pageSize: typeof maxPageSize
  }) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  // Keyed by id: a row that is added between two requests shifts the pages.
  const found = new Map<string, Row>()
  for (let page: number = limits.list.page; page <= limits.list.maxPage; page++) {
    const { rows } = await requestPage({ page, pageSize: maxPageSize })
    for (const row of rows) found.set(row.id, row)
    if (rows.length < maxPageSize) break
  }
  return [...found.values()]
}
