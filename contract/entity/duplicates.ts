import type { EntityValues, RowsField, Words } from './field.ts'

/** A value of an inner row that already occurs in an earlier row. */
export interface Duplicate {
  /** Path of the later occurrence, for example `properties.2.identifier`. */
  readonly path: string
  readonly value: string
  /** List of the first occurrence, and its row, counted from 1. */
  readonly firstIn: string
  readonly firstRow: number
}

/**
 * Finds values of `column` that occur more than once across these lists of a row. Returns one entry per later
 * occurrence.
 */
export function findDuplicates(values: EntityValues, lists: readonly string[], column: string): readonly Duplicate[] {
  const first = new Map<string, { readonly firstIn: string; readonly firstRow: number }>()
  const duplicates: Duplicate[] = []
  for (const list of lists) {
    const rows = values[list]
    for (const [index, row] of (Array.isArray(rows) ? rows : []).entries()) {
      const value: unknown =
        typeof row === 'object' && row !== null ? Object.entries(row).find(([name]) => name === column)?.[1] : undefined
      if (typeof value !== 'string') continue
      const earlier = first.get(value)
      if (earlier) duplicates.push({ path: `${list}.${index}.${column}`, value, ...earlier })
      else first.set(value, { firstIn: list, firstRow: index + 1 })
    }
  }
  return duplicates
}

/** Describes the place of the first occurrence, for example "row 3 of Events". */
export const duplicatePath = (
  { firstIn, firstRow }: Duplicate,
  lists: Readonly<Record<string, Pick<RowsField, 'words'>>>,
): Words => ({
  en: `row ${firstRow} of ${lists[firstIn]?.words.en ?? firstIn}`,
  zh: `“${lists[firstIn]?.words.zh ?? firstIn}”第 ${firstRow} 行`,
})
