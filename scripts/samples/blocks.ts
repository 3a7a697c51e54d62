import type { Binding } from '../../engine/document/index.ts'
import type { Extras, Sheet } from './sheet.ts'

/** Colours shared by the three drawings. Everything normal is grey. */
export const tone = {
  ink: '#2f363dff',
  muted: '#66717cff',
  faint: '#98a1aaff',
  edge: '#c3c9cfff',
  plate: '#f6f7f8ff',
  ground: '#dfe3e7ff',
  groundDark: '#cdd3d8ff',
  bar: '#8695a3ff',
  stopped: '#87919aff',
  running: '#ffffffff',
  outline: '#59636dff',
  alarm: '#d92d20ff',
  warning: '#c77700ff',
  light: '#ffe9a8ff',
} as const

/** State of a status light before the first value. */
export const unknown = 3

/** Adds title and subtitle on the left with a line below. The drawing adds the right part. */
export function header(sheet: Sheet, title: string, subtitle: string): void {
  sheet.place('rect', 'Header', 0, 0, 1600, 56, { backgroundColor: tone.ground })
  sheet.place('line', 'Header line', 0, 55, 1600, 2, { lineColor: tone.faint, lineWidth: 1 })
  words(sheet, 'Title', title, 20, 8, 560, 26, { fontSize: 20, fontWeight: 'bold' })
  words(sheet, 'Subtitle', subtitle, 20, 33, 560, 16, { fontSize: 12, fontColor: tone.muted })
}

/** Adds a key figure to the header: a small label above a large value. */
export function keyFigure(sheet: Sheet, name: string, x: number, width: number, bind: Binding): void {
  words(sheet, `${name} name`, name, x, 8, width, 16, { fontSize: 11, fontColor: tone.muted, align: 'right' })
  words(sheet, name, '—', x, 24, width, 26, { fontSize: 19, fontWeight: 'bold', align: 'right' }, { bind: [bind] })
}

export function words(
  sheet: Sheet,
  name: string,
  text: string,
  x: number,
  y: number,
  width: number,
  height: number,
  props: Record<string, string | number> = {},
  extras: Extras = {},
): void {
  sheet.place('text', name, x, y, width, height, { text, ...props }, extras)
}

/** Adds a framed area with a heading. */
export function panel(sheet: Sheet, title: string, x: number, y: number, width: number, height: number): void {
  sheet.place('rect', `${title} panel`, x, y, width, height, {
    backgroundColor: tone.plate,
    borderWidth: 1,
    borderColor: tone.edge,
    radius: 6,
  })
  words(sheet, `${title} heading`, title, x + 16, y + 8, width - 32, 22, { fontSize: 14, fontWeight: 'bold' })
  sheet.place('line', `${title} rule`, x + 16, y + 33, width - 32, 2, { lineColor: tone.edge, lineWidth: 1 })
}

/** Adds a label on the left and a live value on the right of the same line. */
export function row(
  sheet: Sheet,
  name: string,
  x: number,
  y: number,
  width: number,
  bind: readonly Binding[],
  shown = name,
): void {
  words(sheet, `${name} name`, shown, x, y, width * 0.6, 22, { fontSize: 13, fontColor: tone.muted })
  words(
    sheet,
    name,
    '—',
    x + width * 0.4,
    y,
    width * 0.6,
    22,
    { fontSize: 14, fontWeight: 'bold', align: 'right' },
    { bind },
  )
}

/** Adds a status light and its meaning to the legend. */
export function legendEntry(
  sheet: Sheet,
  meaning: string,
  x: number,
  y: number,
  props: Record<string, string | number>,
): void {
  sheet.place('lamp', `Legend ${meaning}`, x, y, 130, 26, {
    text: meaning,
    labelSide: 'right',
    fontSize: 12,
    fontColor: tone.muted,
    ...props,
  })
}

/** Adds the title block: project, number and revision. */
export function titleBlock(sheet: Sheet, x: number, y: number, project: string, number: string): void {
  const cells = [
    ['Project', project, 150],
    ['Drawing', number, 100],
    ['Revision', '1', 70],
  ] as const
  let left = x
  for (const [name, content, width] of cells) {
    sheet.place('rect', `Title block ${name.toLowerCase()}`, left, y, width, 40, {
      backgroundColor: '#00000000',
      borderWidth: 1,
      borderColor: tone.edge,
    })
    words(sheet, `Title block ${name.toLowerCase()} name`, name, left + 8, y + 3, width - 16, 14, {
      fontSize: 10,
      fontColor: tone.muted,
    })
    words(sheet, `Title block ${name.toLowerCase()} value`, content, left + 8, y + 17, width - 16, 18, { fontSize: 13 })
    left += width
  }
}
