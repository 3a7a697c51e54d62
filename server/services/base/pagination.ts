import { sql } from 'kysely'

/** Which part of a list is wanted. */
export interface Page {
  readonly page: number
  readonly pageSize: number
}

export const pageOffset = ({ page, pageSize }: Page): number => (page - 1) * pageSize

/** A condition "contains, whatever the case" in which the searched text's own % and _ are only characters. */
export const likePattern = (column: string, search: string) =>
  sql<boolean>`${sql.ref(column)} ilike ${`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`
