import type { Brush, Size } from '../paint/brush/brush.ts'
import type { Words } from '../schema/index.ts'
import { RoundedClip } from './roundedClip.ts'
import { fontStyle } from './shapes.ts'
import type { FontProps } from './shapes.ts'
import { wordsFor } from './words.ts'

/** A table of texts. */
export interface Sheet {
  readonly columns: readonly SheetColumn[]
  /** Visible rows from top to bottom, with cells in column order. */
  readonly rows: readonly SheetRow[]
  /** Number of rows that fit. Further rows are not drawn, missing rows are empty. */
  readonly rowCount: number
  /** Height in px; 0 for no header. */
  readonly headerHeight: number
  /** Text for an empty table. */
  readonly instead?: Words
}

/** A column of a table: title, width and text alignment. */
export interface SheetColumn {
  readonly title: string
  /** Width relative to the other columns. */
  readonly weight: number
  /** Fixed width in px. Columns that exceed the table width shrink proportionally. */
  readonly width?: number
  readonly align: 'left' | 'center' | 'right'
}

/** A row of a table. Missing cells are empty; without `ink` the text has the default font colour. */
export interface SheetRow {
  readonly cells: readonly string[]
  /** Colour of a bar at the start of the row that highlights it. */
  readonly mark?: string
  readonly ink?: string
  readonly isBold?: boolean
}

/** Colours and fonts of a table. `gridWidth` is in px; 0 draws no grid lines. */
export interface SheetStyle extends FontProps {
  readonly headerColor: string
  readonly headerFontColor: string
  readonly oddColor: string
  readonly evenColor: string
  readonly gridColor: string
  readonly gridWidth: number
  /** Corner radius in px; content is clipped to it. */
  readonly radius: number
}

export const maxRows = 60
export const maxColumns = 16
const markWidth = 4

/** Draws a table: coloured rows, grid lines, and texts truncated with an ellipsis. */
export function drawTable(brush: Brush, sheet: Sheet, sheetStyle: SheetStyle, { width, height }: Size): void {
  const header = Math.min(sheet.headerHeight, height)
  const rowCount = Math.max(1, Math.min(maxRows, sheet.rowCount))
  const line = (height - header) / rowCount
  const lefts = getColumnEdges(sheet.columns, width)
  const bands = new RoundedClip(brush, { width, height }, sheetStyle.radius)

  if (header > 0) bands.fill(0, 0, width, header, sheetStyle.headerColor)
  for (let row = 0; row < rowCount; row++)
    bands.fill(0, header + row * line, width, line, row % 2 === 0 ? sheetStyle.oddColor : sheetStyle.evenColor)
  if (sheetStyle.gridWidth > 0) {
    const style = { stroke: sheetStyle.gridColor, width: sheetStyle.gridWidth }
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
    // Keep the full line height clear of the rounded corner.
    const inset = Math.max(
      ...[-1, 1].map((side) =>
        bands.inset(Math.max(0, Math.min(height, middle + side * sheetStyle.fontSize * 0.6)), height),
      ),
    )
    for (const [index, column] of sheet.columns.entries()) {
      const left = Math.max(lefts[index] + 6 + (index === 0 && row.mark ? markWidth : 0), inset)
      const room = Math.max(0, Math.min(lefts[index + 1] - 6, width - inset) - left)
      const content = row.cells[index] ?? ''
      if (content === '' || room === 0) continue
      brush.text(left, top, room, tall, content.replaceAll('\n', ' '), {
        fill: ink,
        fontSize: sheetStyle.fontSize,
        align: column.align,
        valign: 'middle',
        weight: isHeader || row.isBold ? 'bold' : sheetStyle.fontWeight,
        family: sheetStyle.fontFamily,
        isItalic: sheetStyle.fontItalic,
        overflow: 'ellipsis',
      })
    }
  }
  if (header > 0) words({ cells: sheet.columns.map(({ title }) => title) }, 0, header, sheetStyle.headerFontColor, true)
  for (const [index, row] of sheet.rows.slice(0, rowCount).entries()) {
    if (row.mark) bands.fill(0, header + index * line, markWidth, line, row.mark)
    words(row, header + index * line, line, row.ink ?? sheetStyle.fontColor, false)
  }
  if (!sheet.instead || sheet.rows.length > 0) return
  brush.text(0, header, width, height - header, wordsFor(sheet.instead, brush.language), {
    ...fontStyle(sheetStyle),
    align: 'center',
    valign: 'middle',
    overflow: 'ellipsis',
  })
}

/** Returns the left edge of each column and the right edge of the last one. */
function getColumnEdges(columns: readonly SheetColumn[], width: number): readonly number[] {
  const fixed = columns.reduce((sum, column) => sum + (column.width ?? 0), 0)
  const shrunk = fixed > width ? width / fixed : 1
  const total = columns.reduce((sum, column) => sum + (column.width === undefined ? column.weight : 0), 0) || 1
  const lefts = [0]
  for (const column of columns)
    lefts.push(
      (lefts.at(-1) ?? 0) +
        (column.width === undefined ? (column.weight / total) * Math.max(0, width - fixed) : column.width * shrunk),
    )
  return lefts
}
