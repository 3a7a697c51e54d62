import { limits } from '../../contract/limits.ts'

/** As many rows as one answer of a listing holds. */
export const widestPage = 50 satisfies (typeof limits.list.pageSizes)[number]

/** Every row of a listing, page after page, for a choice or a picture that has no pages of its own: at fifty it must not end silently. */
export async function allPages<Row extends { readonly id: string }>(
  ask: (page: { readonly page: number; readonly pageSize: typeof widestPage }) => Promise<{ readonly rows: readonly Row[] }>,
): Promise<readonly Row[]> {
  // By id: a row that comes between two pages moves others on.
  const found = new Map<string, Row>()
  for (let page: number = limits.list.page; page <= limits.list.lastPage; page++) {
    const { rows } = await ask({ page, pageSize: widestPage })
    for (const row of rows) found.set(row.id, row)
    if (rows.length < widestPage) break
  }
  return [...found.values()]
}
