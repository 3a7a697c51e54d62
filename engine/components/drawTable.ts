import type { Brush, Size } from '../paint/brush.ts'
import type { Words } from '../schema/index.ts'
import { RoundedClip } from './roundedClip.ts'
import { fontStyle } from './shapes.ts'
import type { FontProps } from './shapes.ts'
import { wordsFor } from './words.ts'

/** Rows and columns of words, drawn into a box. */
export interface Sheet {
  readonly columns: readonly SheetColumn[]
  /** The rows to be seen, top to bottom; each cell in the order of the columns. */
  readonly rows: readonly SheetRow[]
  /** How many rows the box has room for; rows beyond are not drawn, missing ones stay empty. */
  readonly rowCount: number
  /** 0: none. */
  readonly headerHeight: number
  /** What stands there while there are no rows. */
  readonly instead?: Words
}

export interface SheetColumn {
  readonly title: string
  /** Share of the width, relative to the other columns. */
  readonly weight: number
  /** Pixels instead of a share; columns that together are wider than the sheet shrink alike. */
  readonly width?: number
  readonly align: 'left' | 'center' | 'right'
}

export interface SheetRow {
  readonly cells: readonly string[]
  /** A bar at the row's start, for what must be seen at once. */
  readonly mark?: string
  readonly ink?: string
  readonly isBold?: boolean
}

export interface SheetLook extends FontProps {
  readonly headerColor: string
  readonly headerFontColor: string
  readonly oddColor: string
  readonly evenColor: string
  readonly gridColor: string
  readonly gridWidth: number
  /** Of the corners, which cut off what reaches into them. */
  readonly radius: number
}

export const maxRows = 60
export const maxColumns = 16
const markWidth = 4

/** Draws a sheet: bands of colour, lines between, words cut with an ellipsis where their cell ends. */
export function drawTable(brush: Brush, sheet: Sheet, look: SheetLook, { width, height }: Size): void {
  const header = Math.min(sheet.headerHeight, height)
  const rowCount = Math.max(1, Math.min(maxRows, sheet.rowCount))
  const line = (height - header) / rowCount
  const lefts = leftsOf(sheet.columns, width)
  const bands = new RoundedClip(brush, { width, height }, look.radius)

  if (header > 0) bands.fill(0, 0, width, header, look.headerColor)
  for (let row = 0; row < rowCount; row++) bands.fill(0, header + row * line, width, line, row % 2 === 0 ? look.oddColor : look.evenColor)
  if (look.gridWidth > 0) {
    const style = { stroke: look.gridColor, width: look.gridWidth }
    for (let row = header > 0 ? 0 : 1; row < rowCount; row++) {
      const at = header + row * line
      const inset = bands.inset(at, height)
      brush.line(inset, at, width - inset, at, style)
    }
    for (const left of (lefts.at(-1) ?? 0) < width - 0.5 ? lefts.slice(1) : lefts.slice(1, -1)) {
      const inset = bands.inset(left, width)
      brush.line(left, inset, left, height - inset, style)
    }
  }
  const words = (row: SheetRow, top: number, tall: number, ink: string, isHeader: boolean) => {
    const middle = top + tall / 2
    // A line of words keeps clear of the corner over its whole height.
    const inset = Math.max(...[-1, 1].map((side) => bands.inset(Math.max(0, Math.min(height, middle + side * look.fontSize * 0.6)), height)))
    for (const [index, column] of sheet.columns.entries()) {
      const left = Math.max(lefts[index] + 6 + (index === 0 && row.mark ? markWidth : 0), inset)
      const room = Math.max(0, Math.min(lefts[index + 1] - 6, width - inset) - left)
      const content = row.cells[index] ?? ''
      if (content === '' || room === 0) continue
      brush.text(left, top, room, tall, content.replaceAll('\n', ' '), {
        fill: ink, fontSize: look.fontSize, align: column.align, valign: 'middle', weight: isHeader || row.isBold ? 'bold' : look.fontWeight,
        family: look.fontFamily, isItalic: look.fontItalic, overflow: 'ellipsis',
      })
    }
  }
  if (header > 0) words({ cells: sheet.columns.map(({ title }) => title) }, 0, header, look.headerFontColor, true)
  for (const [index, row] of sheet.rows.slice(0, rowCount).entries()) {
    if (row.mark) bands.fill(0, header + index * line, markWidth, line, row.mark)
    words(row, header + index * line, line, row.ink ?? look.fontColor, false)
  }
  if (!sheet.instead || sheet.rows.length > 0) return
  brush.text(0, header, width, height - header, wordsFor(sheet.instead, brush.language), {
    ...fontStyle(look), align: 'center', valign: 'middle', overflow: 'ellipsis',
  })
}

/** Where each column begins, and where the last one ends. */
function leftsOf(columns: readonly SheetColumn[], width: number): readonly number[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0)
  const shrunk = fixed > width ? width / fixed : 1
  const total = columns.reduce((sum, column) => sum + (column.width === undefined ? column.weight : 0), 0) || 1
  const lefts = [0]
  for (const column of columns) lefts.push((lefts.at(-1) ?? 0) + (column.width === undefined ? (column.weight / total) * Math.max(0, width - fixed) : column.width * shrunk))
  return lefts
}
