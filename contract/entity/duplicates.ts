import type { EntityValues, RowsField, Words } from './field.ts'

/** One value that stands in a row of a list although it stands in an earlier one. */
export interface Duplicate {
  /** `properties.2.identifier`: where the later one stands. */
  readonly path: string
  readonly value: string
  /** The list in which the earlier one stands, and its row, counted from 1. */
  readonly firstIn: string
  readonly firstRow: number
}

/** The texts of one column that stand twice in these lists of a row, counted together; each later one is told of, with where the first stands. */
export function findDuplicates(values: EntityValues, lists: readonly string[], column: string): readonly Duplicate[] {
  const first = new Map<string, { readonly firstIn: string; readonly firstRow: number }>()
  const found: Duplicate[] = []
  for (const list of lists) {
    const rows = values[list]
    for (const [index, row] of (Array.isArray(rows) ? rows : []).entries()) {
      const value: unknown = typeof row === 'object' && row !== null ? Object.entries(row).find(([name]) => name === column)?.[1] : undefined
      if (typeof value !== 'string') continue
      const earlier = first.get(value)
      if (earlier) found.push({ path: `${list}.${index}.${column}`, value, ...earlier })
      else first.set(value, { firstIn: list, firstRow: index + 1 })
    }
  }
  return found
}

/** Where the first one stands, in words: “row 3 of Events”. */
export const duplicatePath = ({ firstIn, firstRow }: Duplicate, lists: Readonly<Record<string, Pick<RowsField, 'words'>>>): Words =>
  ({ en: `row ${firstRow} of ${lists[firstIn]?.words.en ?? firstIn}`, zh: `“${lists[firstIn]?.words.zh ?? firstIn}”第 ${firstRow} 行` })
