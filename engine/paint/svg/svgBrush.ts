import { insetTriangle } from '../../components/shapes.ts'
import { colorPattern, plainColor, readGradient, type Gradient } from '../../schema/color.ts'
import { safePictureUrl } from '../../schema/parse.ts'
import type { Words } from '../../schema/index.ts'
import type {
  Brush,
  ImageStyle,
  LineStyle,
  LiquidStyle,
  Picture,
  PolygonStyle,
  ShapeStyle,
  TextStyle,
} from '../brush/brush.ts'
import { hairlineBelowPx } from '../brush/primitiveLayout.ts'
import { baselineEm, fontFamilies, lineHeightEm } from '../atlas/glyphs.ts'
import { withDirection } from '../atlas/shaping.ts'
import { mirrorTextStyle, type Flips } from '../brush/mirroring.ts'
import { truncateToWidth } from '../../components/textWidth.ts'

/**
 * Returns the SVG content, sized `width` by `height`, of a picture painted in advance, or undefined if there is none.
 */
export type PaintedPictures = (picture: Picture, width: number, height: number) => string | undefined

/**
 * Brush that writes SVG elements and matches the shader: borders are inside their shape, round caps are part of the
 * dash, and text uses the same baseline. Waves and dashes do not move.
 */
export class SvgBrush implements Brush {
  private readonly parts: string[] = []
  readonly language?: keyof Words
  private readonly pictures: PaintedPictures
  private readonly flips: Flips

  /** `flips` is the mirroring that the caller applies to the result; texts are written so that they stay readable. */
  constructor(pictures: PaintedPictures = () => undefined, language?: keyof Words, flips: Flips = upright) {
    this.pictures = pictures
    this.language = language
    this.flips = flips
  }

  /** Returns all elements written so far. */
  toString(): string {
    return this.parts.join('')
  }

  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = getBorderWidth(style, width, height)
    const radius = Math.max(0, Math.min(style.radius ?? 0, width / 2, height / 2) - border / 2)
    this.parts.push(
      `<rect x="${n(x + border / 2)}" y="${n(y + border / 2)}" width="${n(width - border)}" height="${n(height - border)}"`,
      radius > 0 ? ` rx="${n(radius)}"` : '',
      this.formatStyle(style, border, { x, y, width, height }),
      '/>',
    )
  }

  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = getBorderWidth(style, width, height)
    const [rx, ry] = [(width - border) / 2, (height - border) / 2]
    if (style.fill && readGradient(style.fill)) {
      // Written as a path: the renderer of PNG files does not know the bounding box of an ellipse and would fill a
      // gradient with black.
      const [left, right, middle] = [n(x + width / 2 - rx), n(x + width / 2 + rx), n(y + height / 2)]
      this.parts.push(
        `<path d="M${left} ${middle}A${n(rx)} ${n(ry)} 0 1 1 ${right} ${middle}A${n(rx)} ${n(ry)} 0 1 1 ${left} ${middle}Z"`,
        this.formatStyle(style, border, { x, y, width, height }),
        '/>',
      )
      return
    }
    this.parts.push(
      `<ellipse cx="${n(x + width / 2)}" cy="${n(y + height / 2)}" rx="${n(rx)}" ry="${n(ry)}"`,
      this.formatStyle(style, border, { x, y, width, height }),
      '/>',
    )
  }

  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = getBorderWidth(style, width, height)
    const [ax, ay, bx, by, cx, cy] = insetTriangle(width, height, border / 2)
    this.parts.push(
      `<path d="M${n(x + ax)} ${n(y + ay)}L${n(x + bx)} ${n(y + by)}L${n(x + cx)} ${n(y + cy)}Z"`,
      this.formatStyle(style, border, { x, y, width, height }),
      '/>',
    )
  }

  polygon(points: readonly number[], style: PolygonStyle): void {
    if (points.length < 6) return
    const border =
      style.stroke && style.strokeWidth
        ? `${paint('stroke', style.stroke)}${strokeWidth(style.strokeWidth)} stroke-linejoin="round"`
        : ''
    this.parts.push(
      `<path d="M${points.map(n).join(' ')}Z"`,
      style.fill ? this.fill(style.fill, getBounds(points)) : ' fill="none"',
      border,
      '/>',
    )
  }

  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle): void {
    if (!(style.width > 0)) return
    const round = style.cap === 'round'
    let dashes = ''
    if (style.dash && style.gap) {
      const cut = round ? Math.min(style.width, style.dash) : 0
      const offset = (style.phase ?? 0) - cut / 2
      dashes = ` stroke-dasharray="${n(Math.max(0.01, style.dash - cut))} ${n(style.gap + cut)}" stroke-dashoffset="${n(offset)}"`
    }
    this.parts.push(
      `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" fill="none"`,
      this.stroke(style, x1, y1, x2, y2),
      strokeWidth(style.width),
      round ? ' stroke-linecap="round"' : '',
      dashes,
      '/>',
    )
  }

  arc(
    cx: number,
    cy: number,
    radius: number,
    startDeg: number,
    sweepDeg: number,
    style: { readonly stroke: string; readonly width: number },
  ): void {
    if (!(style.width > 0) || !(radius > 0) || sweepDeg === 0) return
    const ink = `${paint('stroke', style.stroke)}${strokeWidth(style.width)}`
    const end = (degrees: number) =>
      `${n(cx + radius * Math.cos((degrees * Math.PI) / 180))} ${n(cy + radius * Math.sin((degrees * Math.PI) / 180))}`
    const [from, to] = [end(startDeg), end(startDeg + sweepDeg)]
    const isLarge = Math.abs(sweepDeg) > 180
    // SVG readers ignore an arc whose rounded end points are equal; write a circle.
    if (Math.abs(sweepDeg) >= 360 || (isLarge && from === to))
      this.parts.push(`<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="none"${ink}/>`)
    else
      this.parts.push(
        `<path d="M${from}A${n(radius)} ${n(radius)} 0 ${isLarge ? 1 : 0} ${sweepDeg > 0 ? 1 : 0} ${to}" fill="none"${ink}/>`,
      )
  }

  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void {
    const level = Math.max(0, Math.min(1, style.level))
    if (!(width > 0) || !(height > 0) || level === 0) return
    if (style.vessel && style.vessel !== 'box') {
      const filledOutline = clipBelow(getVesselOutline(style.vessel, x, y, width, height), y + height * (1 - level))
      if (filledOutline.length >= 6)
        this.parts.push(
          `<path d="M${filledOutline.map(n).join(' ')}Z"`,
          this.fill(style.fill, { x, y, width, height }, true),
          '/>',
        )
      return
    }
    const radius = Math.max(0, Math.min(style.radius ?? 0, width / 2, height / 2))
    this.parts.push(
      `<path d="${liquidPath(x, y, width, height, radius, height * (1 - level), level < 1 ? (style.wave ?? 0) : 0)}"`,
      this.fill(style.fill, { x, y, width, height }, true),
      '/>',
    )
  }

  text(x: number, y: number, width: number, height: number, content: string, input: TextStyle): void {
    if (content === '' || !(input.fontSize > 0)) return
    const { flipX, flipY } = this.flips
    const isMirrored = flipX || flipY
    const style = isMirrored ? mirrorTextStyle(input, this.flips) : input
    // Mirror texts about the centre of their box, so that the caller's mirroring leaves them upright.
    const back = isMirrored
      ? ` transform="translate(${n(flipX ? 2 * x + width : 0)} ${n(flipY ? 2 * y + height : 0)}) scale(${flipX ? -1 : 1} ${flipY ? -1 : 1})"`
      : ''
    const lines = content.split('\n')
    const lineHeight = (style.lineHeight ?? lineHeightEm) * style.fontSize
    const spare = height - lines.length * lineHeight
    const top = style.valign === 'top' ? y : style.valign === 'bottom' ? y + spare : y + spare / 2
    const anchor =
      style.align === 'center' ? ' text-anchor="middle"' : style.align === 'right' ? ' text-anchor="end"' : ''
    const left = style.align === 'center' ? x + width / 2 : style.align === 'right' ? x + width : x
    const face = [
      style.weight === 'bold' ? ' font-weight="600"' : '',
      style.isItalic ? ' font-style="italic"' : '',
      style.family && style.family !== 'sans' ? ` font-family="${escapeXml(fontFamilies[style.family])}"` : '',
    ].join('')
    for (const [index, whole] of lines.entries()) {
      if (whole === '') continue
      const line = style.overflow === 'ellipsis' ? truncateToWidth(whole, width / style.fontSize) : whole
      const baseline = top + (index + 0.5) * lineHeight + baselineEm * style.fontSize
      this.parts.push(
        `<text x="${n(left)}" y="${n(baseline)}" font-size="${n(style.fontSize)}"${anchor}${face}${back}`,
        paint('fill', style.fill),
        `>${escapeXml(withDirection(line))}</text>`,
      )
    }
  }

  image(x: number, y: number, width: number, height: number, source: string, style: ImageStyle = {}): void {
    const url = safePictureUrl(source)
    if (!url || !(width > 0) || !(height > 0)) return
    const ratio = style.fit === 'contain' ? 'xMidYMid meet' : style.fit === 'cover' ? 'xMidYMid slice' : 'none'
    const round = style.radius ? ` style="clip-path:inset(0 round ${n(style.radius)}px)"` : ''
    this.parts.push(
      `<image href="${escapeXml(url)}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="${ratio}"${round}/>`,
    )
  }

  picture(x: number, y: number, width: number, height: number, picture: Picture): void {
    const inside = this.pictures(picture, width, height)
    if (inside !== undefined)
      this.parts.push(
        `<svg x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}">${inside}</svg>`,
      )
  }

  /**
   * Returns the fill attribute. A gradient is defined once per brush, with an id derived from its value. `isPart`: the
   * filled shape is only a part of the gradient's box.
   */
  private fill(fill: string, box: FillBox, isPart = false): string {
    const gradient = readGradient(fill)
    if (!gradient) return paint('fill', fill)
    const place =
      isPart || gradient.kind === 'radial' ? `-${n(box.x)}-${n(box.y)}-${n(box.width)}-${n(box.height)}` : ''
    const id = getFillId(fill) + place
    if (!this.parts.some((part) => part.includes(`id="${id}"`)))
      this.parts.splice(0, 0, gradientSvg(gradient, id, box, isPart))
    return ` fill="url(#${id})"`
  }

  /**
   * Returns the stroke attribute. A line's gradient uses user space coordinates, because the bounding box of a
   * horizontal or vertical line has no area.
   */
  private stroke({ stroke, width, cap }: LineStyle, x1: number, y1: number, x2: number, y2: number): string {
    const gradient = readGradient(stroke)
    if (!gradient) return paint('stroke', stroke)
    const id = `${getFillId(stroke)}-l${[x1, y1, x2, y2, width].map(n).join('-')}`
    const length = Math.hypot(x2 - x1, y2 - y1) + (cap === 'round' ? width : 0)
    const along = `translate(${n((x1 + x2) / 2)} ${n((y1 + y2) / 2)}) rotate(${n((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI)})`
    if (!this.parts.some((part) => part.includes(`id="${id}"`)))
      this.parts.splice(0, 0, lineGradientSvg(gradient, id, along, length, width))
    return ` stroke="url(#${id})"`
  }

  private formatStyle(style: ShapeStyle, border: number, box: FillBox): string {
    const fill = style.fill === undefined ? ' fill="none"' : this.fill(style.fill, box)
    if (border <= 0 || style.stroke === undefined) return fill
    const dashes = style.dash && style.gap ? ` stroke-dasharray="${n(style.dash)} ${n(style.gap)}"` : ''
    return `${fill}${paint('stroke', style.stroke)}${strokeWidth(border)}${dashes}`
  }
}

/** Returns the attribute for a stroke width. Hairlines are one pixel wide at any scale. */
function strokeWidth(width: number): string {
  return width < hairlineBelowPx
    ? ' stroke-width="1" vector-effect="non-scaling-stroke"'
    : ` stroke-width="${n(width)}"`
}

const upright: Flips = { flipX: false, flipY: false }

interface FillBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function getBounds(points: readonly number[]): FillBox {
  const xs = points.filter((_, i) => i % 2 === 0),
    ys = points.filter((_, i) => i % 2 === 1)
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

/** Radial gradients use user space coordinates, because some readers support nothing else. */
function gradientSvg(gradient: Gradient, id: string, { x, y, width, height }: FillBox, isPart: boolean): string {
  const stops = stopsSvg(gradient)
  if (gradient.kind === 'radial')
    return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(${n(x + width / 2)} ${n(y + height / 2)}) scale(${n(width / 2)} ${n(height / 2)})">${stops}</radialGradient>`
  const angle = (gradient.angleDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const reach = (Math.abs(cos) + Math.abs(sin)) / 2
  const box = isPart
    ? ` gradientUnits="userSpaceOnUse" gradientTransform="translate(${n(x)} ${n(y)}) scale(${n(width)} ${n(height)})"`
    : ''
  return `<linearGradient id="${id}"${box} x1="${n(0.5 - cos * reach)}" y1="${n(0.5 - sin * reach)}" x2="${n(0.5 + cos * reach)}" y2="${n(0.5 + sin * reach)}">${stops}</linearGradient>`
}

/** The gradient is scaled to half the length and half the width of the line, as in the shader. */
function lineGradientSvg(gradient: Gradient, id: string, along: string, length: number, width: number): string {
  const stops = stopsSvg(gradient)
  if (gradient.kind === 'radial')
    return `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${along} scale(${n(length / 2)} ${n(width / 2)})">${stops}</radialGradient>`
  const angle = (gradient.angleDeg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [gx, gy] = [cos / Math.max(length, 1e-6), sin / Math.max(width, 1e-6)]
  const share = (Math.abs(cos) + Math.abs(sin)) / 2 / (gx * gx + gy * gy)
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${n(-gx * share)}" y1="${n(-gy * share)}" x2="${n(gx * share)}" y2="${n(gy * share)}" gradientTransform="${along}">${stops}</linearGradient>`
}

function stopsSvg({ stops }: Gradient): string {
  return stops.map(({ color, at }) => `<stop offset="${n(at)}"${stopColor(color)}/>`).join('')
}

/**
 * Returns an id that is unique per fill. Separators are kept where stops have positions, because digits of a colour and
 * a position would otherwise run together.
 */
function getFillId(fill: string): string {
  return `g-${(fill.includes(' ') ? fill.replaceAll(/[ ,]/g, '_') : fill).replace(/[^0-9a-z._-]/gi, '')}`
}

function stopColor(color: string): string {
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1
  return ` stop-color="${color.slice(0, 7)}"${alpha < 1 ? ` stop-opacity="${n(alpha)}"` : ''}`
}

/** Formats a number for SVG, rounded to thousandths; non-finite values become 0 to keep the file valid. */
export function n(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value * 1000) / 1000 + 0}` : '0'
}

/** Escapes text and attribute values, and replaces characters that XML forbids. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(special, (character) => entities[character] ?? character)
}

/** Returns the attribute ` name="#rrggbb"` with a separate opacity attribute, which every SVG reader supports. */
export function paint(name: 'fill' | 'stroke', input: string): string {
  const color = plainColor(input)
  if (!colorPattern.test(color)) return ` ${name}="none"`
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1
  if (alpha === 0) return ` ${name}="none"`
  return ` ${name}="${color.slice(0, 7)}"${alpha < 1 ? ` ${name}-opacity="${n(alpha)}"` : ''}`
}

// oxlint-disable no-control-regex -- finds control characters
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// oxlint-enable no-control-regex
const special = /[&<>"']/g
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function getBorderWidth(style: ShapeStyle, width: number, height: number): number {
  return style.stroke === undefined ? 0 : Math.max(0, Math.min(style.strokeWidth ?? 0, width, height))
}

/** Returns the outline of a straight-sided vessel as flat x, y pairs. */
function getVesselOutline(
  vessel: 'triangle' | 'inverted' | 'diamond',
  x: number,
  y: number,
  width: number,
  height: number,
): number[] {
  const [right, bottom, middle, half] = [x + width, y + height, x + width / 2, y + height / 2]
  switch (vessel) {
    case 'triangle':
      return [middle, y, right, bottom, x, bottom]
    case 'inverted':
      return [x, y, right, y, middle, bottom]
    case 'diamond':
      return [middle, y, right, half, middle, bottom, x, half]
  }
}

/** Returns the part of a convex outline below a height. */
function clipBelow(points: readonly number[], surface: number): number[] {
  const remaining: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const [ax, ay, bx, by] = [
      points[i],
      points[i + 1],
      points[(i + 2) % points.length],
      points[(i + 3) % points.length],
    ]
    if (ay >= surface) remaining.push(ax, ay)
    if (ay < surface !== by < surface) remaining.push(ax + ((surface - ay) / (by - ay)) * (bx - ax), surface)
  }
  return remaining
}

/**
 * Returns the path of the part of a rounded box below `surface` (pixels from its top). A single path avoids clip ids,
 * which clash when several pictures are on one page.
 */
function liquidPath(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  surface: number,
  wave: number,
): string {
  /** Inset caused by the rounded corners at a position along a side. */
  const inset = (at: number, length: number) => {
    const into = at < radius ? radius - at : at > length - radius ? at - (length - radius) : 0
    return into > 0 ? radius - Math.sqrt(Math.max(0, radius * radius - into * into)) : 0
  }
  const left = inset(surface, height)
  const point = (px: number, py: number) => `${n(x + px)} ${n(y + py)}`
  const corner = (px: number, py: number) =>
    radius > 0 ? `A${n(radius)} ${n(radius)} 0 0 1 ${point(px, py)}` : `L${point(px, py)}`
  let path = `M${point(left, surface)}`
  if (wave > 0) {
    for (let at = left + 6; at < width - left; at += 6) {
      const edge = inset(at, width)
      path += `L${point(at, Math.max(edge, Math.min(height - edge, surface + wave * 0.5 * Math.sin((at - width / 2) * 0.12))))}`
    }
  }
  path += `L${point(width - left, surface)}`
  if (surface < radius) path += corner(width, radius)
  if (surface < height - radius) path += `L${point(width, height - radius)}`
  path += corner(width - radius, height) + `L${point(radius, height)}`
  path += surface < height - radius ? corner(0, height - radius) : corner(left, surface)
  if (surface < height - radius && radius > 0) path += `L${point(0, Math.max(radius, surface))}`
  if (surface < radius) path += corner(left, surface)
  return `${path}Z`
}
