import type { EntityField } from './field.ts'
import type { Cell } from './spreadsheetCells.ts'

/** Notation of numbers and dates in a text table. */
export interface CellFormat {
  readonly decimal: '.' | ','
  /** Order of year, month and day. Dates that start with a year are always read as such. */
  readonly dates: 'ymd' | 'dmy' | 'mdy'
}

const commaNumber = /^[-+]?(?:\d{1,3}(?:[.  ']\d{3})+|\d+),\d+$/
const pointNumber = /^[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d+$/
/** Whole numbers with separators of thousands. */
const grouped = { ',': /^[-+]?\d{1,3}(?:[.  ']\d{3})+$/, '.': /^[-+]?\d{1,3}(?:,\d{3})+$/ } as const
const dateText = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/
const sampleSize = 20_000

/** The decimal sign that more numbers of a table use; a point if none has decimals. */
export function detectDecimal(cells: readonly string[]): CellFormat['decimal'] {
  let [commas, points] = [0, 0]
  for (const cell of cells.slice(0, sampleSize)) {
    const plain = cell.trim()
    if (commaNumber.test(plain)) commas++
    else if (pointNumber.test(plain)) points++
  }
  return commas > points ? ',' : '.'
}

/** The order of dates that suits all dates of a table; with doubt, day before month. */
export function detectDates(cells: readonly string[]): CellFormat['dates'] {
  let [hasLateSecond, hasShort] = [false, false]
  for (const cell of cells.slice(0, sampleSize)) {
    const [, first = '', , second = ''] = dateText.exec(cell.trim()) ?? []
    if (first === '' || first.length > 2) continue
    hasShort = true
    if (Number(second) > 12) hasLateSecond = true
  }
  return hasLateSecond ? 'mdy' : hasShort ? 'dmy' : 'ymd'
}

/**
 * Converts a cell of a text table to the notation of `readCell`: numbers of a number field with a decimal point, dates
 * of an instant field as `2026-12-31 14:05:00`. Cells of other fields and other texts stay as they are.
 */
export function normalizeCell(field: EntityField, cell: Cell, { decimal, dates }: CellFormat): Cell {
  if (typeof cell !== 'string') return cell
  const plain = cell.trim()
  if (field.kind === 'number') return toNumber(plain, decimal) ?? cell
  if (field.kind === 'instant') return toDate(plain, dates) ?? cell
  return cell
}

function toNumber(text: string, decimal: CellFormat['decimal']): string | undefined {
  if (grouped[decimal].test(text)) return text.replace(/[.,  ']/g, '')
  if (decimal === ',' && commaNumber.test(text)) return text.replace(/[.  ']/g, '').replace(',', '.')
  return decimal === '.' && pointNumber.test(text) ? text.replaceAll(',', '') : undefined
}

function toDate(text: string, order: CellFormat['dates']): string | undefined {
  const match = dateText.exec(text)
  if (!match) return undefined
  const [, first = '', , second = '', third = '', hour, minute = '00', rest = '00'] = match
  const parts: Readonly<Record<CellFormat['dates'], readonly [string, string, string]>> = {
    ymd: [first, second, third],
    dmy: [third, second, first],
    mdy: [third, first, second],
  }
  const [year, month, day] = parts[first.length > 2 ? 'ymd' : order]
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = year.length === 4 && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  if (!isReal) return undefined
  const written = date.toISOString().slice(0, 10)
  return hour === undefined ? written : `${written} ${hour.padStart(2, '0')}:${minute}:${rest}`
}
