import type { Row } from '../../../contract/entity/define.ts'

/** Returns a row's text field, or `otherwise` if it has none. */
export function getText(row: Row, field: string, otherwise = ''): string {
  const values: Readonly<Record<string, unknown>> = { ...row }
  const value = values[field]
  return typeof value === 'string' ? value : otherwise
}

export const getName = (row: Row): string => getText(row, 'name', row.id)
