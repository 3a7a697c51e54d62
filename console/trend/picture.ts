import type { Palette } from '../styles/palette.ts'

interface PictureParts {
  /** Canvas with the curves. */
  readonly plot: HTMLCanvasElement
  readonly title: string
  /** Period and time zone. */
  readonly note: string
  readonly pens: readonly {
    readonly name: string
    readonly color: string
    readonly line: 'solid' | 'dashed' | 'dotted'
  }[]
  readonly palette: Palette
  readonly fontFamily: string
}

const margin = 16
const lineHeight = 20
const dashes = { solid: [], dashed: [6, 4], dotted: [2, 3] } as const

/** Creates a PNG with title, pens, curves, period and time zone. Throws if the browser cannot encode it. */
export async function createTrendPicture({
  plot,
  title,
  note,
  pens,
  palette,
  fontFamily,
}: PictureParts): Promise<Blob> {
  const scale = devicePixelRatio
  const width = plot.width / scale
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D canvas')
  const font = `12px ${fontFamily}`
  context.font = font
  const rows = arrangeLegend(
    pens.map(({ name }) => context.measureText(name).width + 42),
    width,
  )
  const head = margin + 24 + ((rows.at(-1)?.row ?? -1) + 1) * lineHeight
  canvas.width = (width + 2 * margin) * scale
  canvas.height = (head + plot.height / scale + lineHeight + 2 * margin) * scale
  context.scale(scale, scale)
  context.fillStyle = palette.surface
  context.fillRect(0, 0, width + 2 * margin, canvas.height / scale)
  context.fillStyle = palette.ink
  context.font = `600 15px ${fontFamily}`
  context.fillText(title, margin, margin + 14)
  context.font = font
  for (const [index, { name, color, line }] of pens.entries()) {
    const { left, row } = rows[index] ?? { left: 0, row: 0 }
    const [x, y] = [margin + left, margin + 36 + row * lineHeight]
    context.strokeStyle = color
    context.lineWidth = 2.5
    context.setLineDash(dashes[line])
    context.beginPath()
    context.moveTo(x, y - 4)
    context.lineTo(x + 20, y - 4)
    context.stroke()
    context.fillStyle = palette.ink
    context.fillText(name, x + 26, y)
  }
  context.drawImage(plot, margin, head, width, plot.height / scale)
  context.fillStyle = palette.inkSoft
  context.fillText(note, margin, head + plot.height / scale + lineHeight)
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('the picture could not be encoded'))), 'image/png')
  })
}

/** Places entries of these widths side by side, in as many rows as needed. */
export function arrangeLegend(
  widths: readonly number[],
  available: number,
): readonly { readonly left: number; readonly row: number }[] {
  let [left, row] = [0, 0]
  return widths.map((width) => {
    if (left > 0 && left + width > available) [left, row] = [0, row + 1]
    const place = { left, row }
    left += width
    return place
  })
}
