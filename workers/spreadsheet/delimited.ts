import { decodeAs, decodeText } from '@mimic/engine/schema'
import type { Cell } from '../../contract/entity/spreadsheetCells.ts'
import { detectDates, detectDecimal } from '../../contract/entity/cellFormat.ts'
import type { CellFormat } from '../../contract/entity/cellFormat.ts'
import { limits } from '../../contract/limits.ts'

/** How the text of a `.csv` file is read. */
export interface TableFormat extends CellFormat {
  readonly encoding: Encoding
  readonly separator: Separator
}

/** Encodings of text files. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

/** Separators of columns. */
export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

/** Rows of a table with their line numbers and the format, or the reason why the file is rejected. */
export type DelimitedRead =
  | { readonly rows: readonly (readonly Cell[])[]; readonly places: readonly number[]; readonly format: TableFormat }
  | { readonly fault: 'format' | 'encoding' | 'large' | 'empty' }
  | OpenQuote

/** A quoted cell without closing quote. `line`: line of the file where the quote starts, from 1. */
export interface OpenQuote {
  readonly fault: 'quote'
  readonly line: number
}

/**
 * Reads an untrusted table of separated values. Parts of the format that are not given are detected. Cells are
 * returned as they are written: the field of a column decides whether `normalizeCell` reads numbers or dates.
 */
export function readDelimited(bytes: Uint8Array, given: Partial<TableFormat> = {}): DelimitedRead {
  if (bytes.length > limits.sheet.bytes) return { fault: 'large' }
  const decoded = decode(bytes, given.encoding)
  if (!decoded) return { fault: 'encoding' }
  const { encoding } = decoded
  if (decoded.text.includes('\0')) return { fault: 'format' }
  const declared = /^sep=([,;\t])\r?\n/.exec(decoded.text)
  const text = declared ? decoded.text.slice(declared[0].length) : decoded.text
  const separator = given.separator ?? toSeparator(declared?.[1]) ?? detectSeparator(text)
  const skipped = declared ? 1 : 0
  const table = split(text, separator)
  if (!table) return { fault: 'large' }
  if ('fault' in table) return { ...table, line: table.line + skipped }
  if (table.rows.length === 0) return { fault: 'empty' }
  const [, ...body] = table.rows
  const decimal = given.decimal ?? detectDecimal(body.flat())
  const dates = given.dates ?? detectDates(body.flat())
  const format = { encoding, separator, decimal, dates }
  return {
    rows: table.rows.map((row) => row.map(toCell)),
    places: table.places.map((place) => place + skipped),
    format,
  }
}

/** Apostrophe that marks a text in spreadsheets. */
const formulaPrefix = /^'(?='*[=+\-@\t\r])/

const toCell = (text: string): Cell =>
  text.trim() === '' ? '' : text.replace(formulaPrefix, '').slice(0, limits.sheet.cellLength)

function decode(
  bytes: Uint8Array,
  encoding: Encoding | undefined,
): { readonly text: string; readonly encoding: Encoding } | undefined {
  if (encoding !== undefined) {
    const text = decodeAs(bytes, encoding)
    return text === undefined ? undefined : { text, encoding }
  }
  const read = decodeText(bytes)
  const found = encodings.find((each) => each === read.value?.encoding)
  return read.value && found ? { text: read.value.text, encoding: found } : undefined
}

const toSeparator = (text: string | undefined): Separator | undefined => separators.find((each) => each === text)

/** The separator that the first lines contain equally often, most times. */
function detectSeparator(text: string): Separator {
  const lines = text
    .slice(0, 20_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 20)
  const score = (separator: Separator): number => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const [first = 0] = counts
    const share = counts.filter((count) => count === first).length / Math.max(1, counts.length)
    return first > 0 ? share * 100 + Math.min(first, 50) : 0
  }
  return separators.reduce<Separator>((best, each) => (score(each) > score(best) ? each : best), ',')
}

/** Splits a text into rows by RFC 4180; undefined if the text exceeds the limits of a sheet. */
function split(
  text: string,
  separator: Separator,
): { readonly rows: readonly (readonly string[])[]; readonly places: readonly number[] } | OpenQuote | undefined {
  const rows: string[][] = []
  const places: number[] = []
  let [row, cell, line, start, cells]: [string[], string, number, number, number] = [[], '', 1, 1, 0]
  let isQuoted = false
  let quoteLine = 1
  const endRow = (): boolean => {
    row.push(cell)
    cell = ''
    while (row.length > 0 && row.at(-1) === '') row.pop()
    if (row.length > 0) {
      rows.push(row)
      places.push(start)
      cells += row.length
    }
    const fits = row.length <= limits.sheet.columns && rows.length <= limits.sheet.rows && cells <= limits.sheet.cells
    row = []
    return fits
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') cell += text[at++]
      else if (sign === '"') isQuoted = false
      else {
        if (sign === '\n') line++
        cell += sign
      }
    } else if (sign === '"' && cell === '') {
      isQuoted = true
      quoteLine = line
    } else if (sign === separator) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at++
      if (!endRow()) return undefined
      start = ++line
    } else cell += sign
  }
  if (isQuoted) return { fault: 'quote', line: quoteLine }
  return endRow() ? { rows, places } : undefined
}
