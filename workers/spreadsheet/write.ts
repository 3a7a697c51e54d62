import type { WorkSheet } from 'xlsx'
import { utils, write } from 'xlsx'

export type SheetCell = string | number | boolean | null

export interface Sheet {
  /** Name of the tab. Defaults to `SheetJS` (specification, section 9). */
  readonly name?: string
  readonly rows: readonly (readonly SheetCell[])[]
}

/** Returns the bytes of a workbook. No program interprets its texts as formulas. */
export function writeWorkbook(sheets: readonly Sheet[]): Uint8Array<ArrayBuffer> {
  const book = utils.book_new()
  for (const { name = 'SheetJS', rows } of sheets) utils.book_append_sheet(book, createSheet(rows), name)
  // `bookSST` writes a shared string table: SheetJS decodes inline strings twice, so `&lt;` would be read as `<`.
  const output: unknown = write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true })
  if (!(output instanceof ArrayBuffer)) throw new Error('the workbook could not be written')
  return new Uint8Array(output)
}

const minWidth = 8
const maxWidth = 40
const measuredRows = 100

function createSheet(rows: readonly (readonly SheetCell[])[]): WorkSheet {
  const sheet = utils.aoa_to_sheet(
    rows.map((row) => row.map(escapeFormula)),
    { dense: true },
  )
  const columns = Math.max(0, ...rows.slice(0, measuredRows).map((row) => row.length))
  sheet['!cols'] = Array.from({ length: columns }, (_none, column) => ({
    wch: Math.min(
      maxWidth,
      Math.max(minWidth, ...rows.slice(0, measuredRows).map((row) => measureWidth(row[column] ?? null) + 2)),
    ),
  }))
  return sheet
}

/**
 * Prefixes formula-like texts with an apostrophe and escapes texts that look like an escaped character (`_x0041_`).
 * `readWorkbook` reverses both.
 */
function escapeFormula(cell: SheetCell): SheetCell {
  if (typeof cell !== 'string') return cell
  const text = cell.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** Returns the column width: Chinese characters count as two. */
const measureWidth = (cell: SheetCell): number =>
  Array.from(String(cell ?? '')).reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)
