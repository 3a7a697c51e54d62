import { isClear, readColor, transparent } from '../color.ts'
import { gradientText, needsReduction, readCssGradient } from '../paint.ts'
import { asNumber, getList, getNumber, getOwn, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { ReportBook } from '../report.ts'
import type { Ink } from '../shapes.ts'
import type { Look } from '../drawingBuilder.ts'
import { toFamily } from '../textSize.ts'
import { styleNumber } from './pens.ts'
import type { Pen } from './pens.ts'

/** Reads colours and fonts of pens. Missing values are taken from the drawing, then from the defaults of @meta2d. */
export class PenStyle {
  private readonly data: Raw
  private readonly book: ReportBook

  constructor(data: Raw, book: ReportBook) {
    this.data = data
    this.book = book
  }

  ink(pen: Pen): Ink {
    const width = styleNumber(pen, 'lineWidth', 1)
    const dash = getList(pen.raw, 'lineDash')
      .map(asNumber)
      .filter((length) => length !== undefined && length > 0)
    return {
      fill: this.fill(pen),
      stroke: width > 0 ? (this.color(pen, 'color') ?? defaultInk) : transparent,
      strokeWidth: Math.max(0, width),
      strokeStyle: dash[0] === undefined ? 'solid' : dash[0] <= 1.5 * width ? 'dotted' : 'dashed',
    }
  }

  /** Look of the text; its position is the pen's box. */
  getTextLook(pen: Pen): Look {
    const { raw } = pen
    const align = getText(raw, 'textAlign')
    const valign = getText(raw, 'textBaseline')
    const weight = getText(raw, 'fontWeight')
    return {
      text: getText(raw, 'text'),
      fontSize: styleNumber(pen, 'fontSize', 12),
      fontColor: this.color(pen, 'textColor') ?? this.color(pen, 'color') ?? defaultInk,
      fontWeight: weight === 'bold' || weight === 'bolder' || Number(weight) >= 600 ? 'bold' : 'normal',
      fontFamily: toFamily(getText(raw, 'fontFamily')),
      fontItalic: /italic|oblique/.test(getText(raw, 'fontStyle')),
      wrap: getText(raw, 'whiteSpace') !== 'nowrap',
      align: align === 'left' || align === 'right' ? align : 'center',
      valign: valign === 'top' || valign === 'bottom' ? valign : 'middle',
    }
  }

  color(pen: Pen, key: string): string | undefined {
    return this.read(getText(pen.raw, key), pen) ?? this.read(getText(this.data, key), pen)
  }

  read(text: string, pen: Pen): string | undefined {
    if (text === '') return undefined
    const color = readColor(text)
    if (color === undefined) this.book.lose(pen.path, text.slice(0, 40), 'color.unknown')
    return color
  }

  private fill(pen: Pen): string {
    const kind = getNumber(pen.raw, 'bkType') ?? 0
    const gradient = kind === 0 ? undefined : this.gradient(pen, kind)
    return (
      gradient ??
      this.read(getText(pen.raw, 'background'), pen) ??
      this.read(getText(this.data, 'penBackground'), pen) ??
      transparent
    )
  }

  private gradient(pen: Pen, kind: number): string | undefined {
    const written = readCssGradient(getText(pen.raw, 'gradientColors'), readColor)
    const [from, to] = [
      readColor(getText(pen.raw, 'gradientFromColor')),
      readColor(getText(pen.raw, 'gradientToColor')),
    ]
    const ends =
      from && to
        ? {
            angleDeg: getNumber(pen.raw, 'gradientAngle') ?? 0,
            stops: [
              { at: 0, color: from },
              { at: 1, color: to },
            ],
          }
        : undefined
    const gradient = written ?? ends
    if (!gradient) return undefined
    if (needsReduction(gradient)) this.book.change(pen.path, pen.name, 'paint.gradient')
    return gradientText({ ...gradient, angleDeg: kind === 2 ? 'radial' : gradient.angleDeg })
  }
}

/** Shadow as length and direction, as in the engine. */
export function readShadow(pen: Pen): Readonly<Record<string, string | number>> {
  const color = readColor(getText(pen.raw, 'shadowColor'))
  const [x, y] = [styleNumber(pen, 'shadowOffsetX', 0), styleNumber(pen, 'shadowOffsetY', 0)]
  const length = Math.min(100, Math.hypot(x, y))
  if (color === undefined || isClear(color) || !(length > 0)) return {}
  return {
    shadowColor: color,
    shadowLength: Math.round(length * 100) / 100,
    shadowAngleDeg: Math.round((((Math.atan2(y, x) * 180) / Math.PI + 360) % 360) * 10) / 10,
  }
}

/** A corner radius below 1 is a fraction of the shorter side. */
export function readRadius(pen: Pen): number {
  const radius = asNumber(getOwn(pen.raw, 'borderRadius')) ?? 0
  return radius < 1 ? Math.max(0, radius) * Math.min(pen.box.width, pen.box.height) : radius
}

const defaultInk = '#222222ff'
