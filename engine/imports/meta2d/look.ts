import { isClear, readColor, transparent } from '../color.ts'
import { gradientText, needsReduction, readCssGradient } from '../paint.ts'
import { asNumber, getList, getNumber, getOwn, getText } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { ReportBook } from '../report.ts'
import type { Ink } from '../shapes.ts'
import type { Look } from '../drawingBuilder.ts'
import { textWidth, toFamily } from '../textSize.ts'
import { shiftDashes, toStrokeStyle } from '../dashPattern.ts'
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
    const width = readLineWidth(pen)
    const dashes = getList(pen.raw, 'lineDash')
      .flatMap((value) => asNumber(value) ?? [])
      .filter((length) => length >= 0)
    const pattern = dashes.some((length) => length > 0)
      ? shiftDashes(dashes.slice(0, dashLimit), styleNumber(pen, 'lineDashOffset', 0))
      : undefined
    const cap = getText(pen.raw, 'lineCap')
    return {
      fill: this.fill(pen),
      stroke: width > 0 ? (this.color(pen, 'color') ?? defaultInk) : transparent,
      strokeWidth: width,
      strokeStyle: toStrokeStyle(pattern, width),
      ...(pattern ? { dashes: pattern } : {}),
      lineEnds: cap === 'butt' || cap === 'square' ? cap : getNumber(pen.raw, 'type') === 1 ? 'round' : 'square',
    }
  }

  /** Whether the text wraps or has several lines, so that it needs a text component. */
  isParagraph(pen: Pen): boolean {
    const text = getText(pen.raw, 'text')
    return text.includes('\n') || this.wraps(pen)
  }

  /** Whether @meta2d wraps the text in its box. */
  private wraps(pen: Pen): boolean {
    const space = getText(pen.raw, 'whiteSpace')
    if (space === 'nowrap' || space === 'pre-line') return false
    const share = styleNumber(pen, 'textWidth', 0)
    const room = share > 0 ? (share < 1 ? share * pen.box.width : share) : pen.box.width
    return textWidth(getText(pen.raw, 'text'), styleNumber(pen, 'fontSize', 12)) > room
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
      wrap: this.wraps(pen),
      lineHeight: styleNumber(pen, 'lineHeight', 1.5),
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

/** Lines up to one pixel wide are drawn one pixel wide; hairlines stay as thin at any zoom. */
function readLineWidth(pen: Pen): number {
  const width = Math.max(0, styleNumber(pen, 'lineWidth', 1))
  return width === 0 || width < 0.1 ? width : Math.max(1, width)
}

const dashLimit = 40
const defaultInk = '#222222ff'
