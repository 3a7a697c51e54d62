import { sql } from 'kysely'

/** Page of a list. */
export interface Page {
  readonly page: number
  readonly pageSize: number
}

export const pageOffset = ({ page, pageSize }: Page): number => (page - 1) * pageSize

/** Case-insensitive "contains" condition; `%` and `_` in the search text are escaped. */
export const likePattern = (column: string, search: string) =>
  sql<boolean>`${sql.ref(column)} ilike ${`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
