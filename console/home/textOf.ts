import type { Row } from '../../contract/entity/define.ts'

/** Returns a row's text field, or `otherwise` if it has none. */
export function textOf(row: Row, field: string, otherwise = ''): string {
  const values: Readonly<Record<string, unknown>> = { ...row }
  const value = values[field]
  return typeof value === 'string' ? value : otherwise
}

export const nameOf = (row: Row): string => textOf(row, 'name', row.id)
