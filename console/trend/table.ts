import type { TrendCurve } from './curve.ts'
import { alignCurves } from './curve.ts'

/** A named column of an exported trend. */
export interface TrendColumn {
  /** Name and unit. */
  readonly name: string
  readonly curve: TrendCurve
}

export type TrendCell = string | number | null

/**
 * Rows of the displayed values: a heading, then one row per time in the displayed period. Missing and invalid values are
 * empty.
 */
export function createTrendRows(
  columns: readonly TrendColumn[],
  { timeName, formatAt }: { readonly timeName: string; readonly formatAt: (at: number) => string },
): TrendCell[][] {
  const [at, ...values] = alignCurves(columns.map(({ curve }) => curve))
  const rows = at.map((time, row): TrendCell[] => [formatAt(time), ...values.map((column) => column[row] ?? null)])
  return [
    [timeName, ...columns.map(({ name }) => name)],
    // Times at which only gaps begin have no values.
    ...rows.filter((row) => row.slice(1).some((cell) => cell !== null)),
  ]
}

/** CSV (RFC 4180) with a byte order mark, without which spreadsheet programs assume the system encoding. */
export const createCsv = (rows: readonly (readonly TrendCell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')}`

/** Prefixes text that a spreadsheet program would interpret as a formula. */
function formatCell(cell: TrendCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
