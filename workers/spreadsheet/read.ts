import type { CellObject, WorkSheet } from 'xlsx'
import { read } from 'xlsx'
import type { Cell } from '../../contract/entity/spreadsheetCells.ts'
import { limits } from '../../contract/limits.ts'
import { faultOfWorkbook } from './guard.ts'

export interface ReadSheet {
  /** From the first row on that has something in it: empty ones are left out. */
  readonly rows: readonly (readonly Cell[])[]
  /** The number of each row as the spreadsheet shows it, from 1. */
  readonly places: readonly number[]
}

/** `format`: no workbook of this kind. `large`: too many bytes, sheets, rows, columns or cells. `empty`: nothing in its first sheet. */
export type WorkbookFault = 'format' | 'large' | 'empty'

export type WorkbookRead = { readonly sheet: ReadSheet; readonly fault?: undefined } | { readonly sheet?: undefined; readonly fault: WorkbookFault }

/** The first sheet of a workbook that may be hostile, as plain values: formulas are text and nothing is computed or fetched. */
export function readWorkbook(bytes: Uint8Array): WorkbookRead {
  const fault = faultOfWorkbook(bytes)
  if (fault) return { fault }
  const first = firstSheet(bytes)
  if (!first) return { fault: 'format' }
  const rows: Cell[][] = []
  const places: number[] = []
  let count = 0
  for (const [index, row] of rowsOf(first).entries()) {
    const cells = row ? cellsOf(row) : []
    if (cells.length === 0) continue
    count += cells.length
    if (cells.length > limits.sheet.columns || rows.length >= limits.sheet.rows || count > limits.sheet.cells) return { fault: 'large' }
    rows.push(cells)
    places.push(index + 1)
  }
  return rows.length === 0 ? { fault: 'empty' } : { sheet: { rows, places } }
}

/** A prefix that `write.ts` puts before what a spreadsheet would take for a formula. */
const guarded = /^'(?='*[=+\-@\t\r])/

function firstSheet(bytes: Uint8Array): WorkSheet | undefined {
  try {
    const book = read(bytes, {
      type: 'array', dense: true, cellFormula: true, cellHTML: false, cellText: false, cellDates: true, UTC: true, bookVBA: false, sheets: 0, sheetRows: limits.sheet.rows + scanned,
    })
    return book.Sheets[book.SheetNames[0] ?? '']
  } catch {
    return undefined // the package throws on what it cannot read
  }
}

/** Empty rows between the others are read over up to here. */
const scanned = 1000

/** In a dense sheet the rows are a list; a row without cells is a hole. */
function rowsOf(sheet: WorkSheet): readonly (readonly (CellObject | undefined)[] | undefined)[] {
  const rows: unknown = sheet['!data']
  return Array.isArray(rows) ? rows.map((row: unknown) => (Array.isArray(row) ? row : undefined)) : []
}

function cellsOf(row: readonly (CellObject | undefined)[]): Cell[] {
  const cells = Array.from(row, valueOf)
  while (cells.length > 0 && (cells.at(-1) === null || cells.at(-1) === '')) cells.pop()
  return cells
}

function valueOf(cell: CellObject | undefined): Cell {
  if (!cell) return null
  if (cell.f !== undefined) return clipped(`=${cell.f}`)
  const value: unknown = cell.v
  if (cell.t === 'e' || value === undefined || value === null) return null
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? clipped(value.replace(guarded, '')) : null
}

/** What is longer was written by nobody; the check of its field says what is wrong with it. */
const clipped = (text: string): string => text.slice(0, limits.sheet.cellLength)

/** A date as the cell shows it, wherever that is read: a spreadsheet's dates have no zone. */
function dateText(at: Date): string {
  if (Number.isNaN(at.getTime())) return ''
  const [day = '', time = ''] = new Date(Math.round(at.getTime() / 1000) * 1000).toISOString().split('T')
  const clock = time.slice(0, 8)
  return clock === '00:00:00' ? day : `${day} ${clock}`
}
