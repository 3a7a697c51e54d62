import type { CellObject, WorkSheet } from 'xlsx'
import { read } from 'xlsx'
import type { Cell } from '../../contract/entity/spreadsheetCells.ts'
import { limits } from '../../contract/limits.ts'
import { readDelimited } from './delimited.ts'
import type { OpenQuote, TableFormat } from './delimited.ts'
import { findFileKind, findWorkbookFault } from './guard.ts'

export interface ReadSheet {
  /** Rows with content; empty rows are omitted. */
  readonly rows: readonly (readonly Cell[])[]
  /** Row numbers in the spreadsheet, from 1. */
  readonly places: readonly number[]
}

/**
 * `format`: not a supported table. `encoding`: unknown character encoding. `large`: too many bytes, sheets, rows, columns
 * or cells. `empty`: the first sheet has no content.
 */
export type WorkbookFault = 'format' | 'encoding' | 'large' | 'empty'

/** The first sheet of a file. `format`: how a text file was read; absent for workbooks. */
export type WorkbookRead =
  | { readonly sheet: ReadSheet; readonly format?: TableFormat; readonly fault?: undefined }
  | { readonly sheet?: undefined; readonly format?: undefined; readonly fault: WorkbookFault }
  | ({ readonly sheet?: undefined; readonly format?: undefined } & OpenQuote)

/**
 * Reads the first sheet of an untrusted table: `.xlsx`, `.xls`, `.ods`, or separated values. `format` sets parts of the
 * format of a text file; the others are detected.
 */
export function readTable(bytes: Uint8Array, format?: Partial<TableFormat>): WorkbookRead {
  if (findFileKind(bytes) !== 'text') return readWorkbook(bytes)
  const table = readDelimited(bytes, format)
  return 'fault' in table ? table : { sheet: { rows: table.rows, places: table.places }, format: table.format }
}

/**
 * Reads the first sheet of an untrusted workbook as plain values. Formulas are returned as text; nothing is computed or
 * fetched.
 */
export function readWorkbook(bytes: Uint8Array): WorkbookRead {
  const fault = findWorkbookFault(bytes)
  if (fault) return { fault }
  const first = firstSheet(bytes)
  if (!first) return { fault: 'format' }
  const rows: Cell[][] = []
  const places: number[] = []
  let count = 0
  for (const [index, row] of getRows(first).entries()) {
    const cells = row ? getCells(row) : []
    if (cells.length === 0) continue
    count += cells.length
    if (cells.length > limits.sheet.columns || rows.length >= limits.sheet.rows || count > limits.sheet.cells)
      return { fault: 'large' }
    rows.push(cells)
    places.push(index + 1)
  }
  return rows.length === 0 ? { fault: 'empty' } : { sheet: { rows, places } }
}

/** Prefix that `write.ts` adds to texts that a spreadsheet would interpret as a formula. */
const formulaPrefix = /^'(?='*[=+\-@\t\r])/

function firstSheet(bytes: Uint8Array): WorkSheet | undefined {
  try {
    const book = read(bytes, {
      type: 'array',
      dense: true,
      cellFormula: true,
      cellHTML: false,
      cellText: false,
      cellDates: true,
      UTC: true,
      bookVBA: false,
      sheets: 0,
      sheetRows: limits.sheet.rows + maxEmptyRows,
    })
    return book.Sheets[book.SheetNames[0] ?? '']
  } catch {
    return undefined // SheetJS throws if it cannot parse the file
  }
}

/** Maximum number of additional empty rows to scan. */
const maxEmptyRows = 1000

/** Dense sheets store rows as an array with holes for empty rows. */
function getRows(sheet: WorkSheet): readonly (readonly (CellObject | undefined)[] | undefined)[] {
  const rows: unknown = sheet['!data']
  return Array.isArray(rows) ? rows.map((row: unknown) => (Array.isArray(row) ? row : undefined)) : []
}

function getCells(row: readonly (CellObject | undefined)[]): Cell[] {
  const cells = Array.from(row, getValue)
  while (cells.length > 0 && (cells.at(-1) === null || cells.at(-1) === '')) cells.pop()
  return cells
}

function getValue(cell: CellObject | undefined): Cell {
  if (!cell) return null
  if (cell.f !== undefined) return truncate(`=${cell.f}`)
  const value: unknown = cell.v
  if (cell.t === 'e' || value === undefined || value === null) return null
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' ? truncate(value.replace(formulaPrefix, '')) : null
}

/** Longer texts are cut; the validation of the field still rejects them. */
const truncate = (text: string): string => text.slice(0, limits.sheet.cellLength)

/** Formats a date as displayed in the cell, independent of the local time zone: spreadsheet dates have no zone. */
function dateText(at: Date): string {
  if (Number.isNaN(at.getTime())) return ''
  const [day = '', time = ''] = new Date(Math.round(at.getTime() / 1000) * 1000).toISOString().split('T')
  const clock = time.slice(0, 8)
  return clock === '00:00:00' ? day : `${day} ${clock}`
}
