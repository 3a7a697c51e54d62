import { insetTriangle } from '../components/shapes.ts'
import type { Brush, LineStyle, LiquidStyle, ShapeStyle, TextStyle } from './brush.ts'
import { baselineEm, lineHeightEm } from './glyphs.ts'

/**
 * A brush that writes SVG elements. It agrees with the shader: borders lie inside their shape, a round cap is part of
 * its dash, text stands on the same baseline. What moves there stands still here.
 */
export class SvgBrush implements Brush {
  private readonly parts: string[] = []

  /** All elements so far. */
  toString(): string {
    return this.parts.join('')
  }

  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = borderOf(style, width, height)
    const radius = Math.max(0, Math.min(style.radius ?? 0, width / 2, height / 2) - border / 2)
    this.parts.push(
      `<rect x="${n(x + border / 2)}" y="${n(y + border / 2)}" width="${n(width - border)}" height="${n(height - border)}"`,
      radius > 0 ? ` rx="${n(radius)}"` : '', look(style, border), '/>',
    )
  }

  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = borderOf(style, width, height)
    this.parts.push(
      `<ellipse cx="${n(x + width / 2)}" cy="${n(y + height / 2)}" rx="${n((width - border) / 2)}" ry="${n((height - border) / 2)}"`,
      look(style, border), '/>',
    )
  }

  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    const border = borderOf(style, width, height)
    const [ax, ay, bx, by, cx, cy] = insetTriangle(width, height, border / 2)
    this.parts.push(`<path d="M${n(x + ax)} ${n(y + ay)}L${n(x + bx)} ${n(y + by)}L${n(x + cx)} ${n(y + cy)}Z"`, look(style, border), '/>')
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
      `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" fill="none"`, paint('stroke', style.stroke), ` stroke-width="${n(style.width)}"`,
      round ? ' stroke-linecap="round"' : '', dashes, '/>',
    )
  }

  arc(cx: number, cy: number, radius: number, startDeg: number, sweepDeg: number, style: { readonly stroke: string; readonly width: number }): void {
    if (!(style.width > 0) || !(radius > 0) || sweepDeg === 0) return
    const ink = `${paint('stroke', style.stroke)} stroke-width="${n(style.width)}"`
    if (Math.abs(sweepDeg) >= 360) {
      this.parts.push(`<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}" fill="none"${ink}/>`)
      return
    }
    const from = (startDeg * Math.PI) / 180
    const to = ((startDeg + sweepDeg) * Math.PI) / 180
    const large = Math.abs(sweepDeg) > 180 ? 1 : 0
    this.parts.push(
      `<path d="M${n(cx + radius * Math.cos(from))} ${n(cy + radius * Math.sin(from))}A${n(radius)} ${n(radius)} 0 ${large} ${sweepDeg > 0 ? 1 : 0} `,
      `${n(cx + radius * Math.cos(to))} ${n(cy + radius * Math.sin(to))}" fill="none"${ink}/>`,
    )
  }

  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void {
    const level = Math.max(0, Math.min(1, style.level))
    if (!(width > 0) || !(height > 0) || level === 0) return
    const radius = Math.max(0, Math.min(style.radius ?? 0, width / 2, height / 2))
    this.parts.push(`<path d="${liquidPath(x, y, width, height, radius, height * (1 - level), style.wave ?? 0)}"`, paint('fill', style.fill), '/>')
  }

  text(x: number, y: number, width: number, height: number, content: string, style: TextStyle): void {
    if (content === '' || !(style.fontSize > 0)) return
    const lines = content.split('\n')
    const lineHeight = lineHeightEm * style.fontSize
    const spare = height - lines.length * lineHeight
    const top = style.valign === 'top' ? y : style.valign === 'bottom' ? y + spare : y + spare / 2
    const anchor = style.align === 'center' ? ' text-anchor="middle"' : style.align === 'right' ? ' text-anchor="end"' : ''
    const left = style.align === 'center' ? x + width / 2 : style.align === 'right' ? x + width : x
    const weight = style.weight === 'bold' ? ' font-weight="600"' : ''
    for (const [index, line] of lines.entries()) {
      if (line === '') continue
      const baseline = top + (index + 0.5) * lineHeight + baselineEm * style.fontSize
      this.parts.push(
        `<text x="${n(left)}" y="${n(baseline)}" font-size="${n(style.fontSize)}"${anchor}${weight}`, paint('fill', style.fill), `>${escapeXml(line)}</text>`,
      )
    }
  }
}

/** A number as SVG text, to a thousandth; what is no finite number is 0 rather than a broken file. */
export function n(value: number): string {
  return Number.isFinite(value) ? `${Math.round(value * 1000) / 1000 + 0}` : '0'
}

/** Text and attribute values made harmless, without the characters that XML forbids even escaped. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(special, (character) => entities[character] ?? character)
}

/** ` name="#rrggbb"` with the alpha as an opacity of its own, which every SVG reader knows. */
export function paint(name: 'fill' | 'stroke', color: string): string {
  if (!colorPattern.test(color)) return ` ${name}="none"`
  const alpha = color.length === 9 ? Number.parseInt(color.slice(7), 16) / 255 : 1
  if (alpha === 0) return ` ${name}="none"`
  return ` ${name}="${color.slice(0, 7)}"${alpha < 1 ? ` ${name}-opacity="${n(alpha)}"` : ''}`
}

const colorPattern = /^#[0-9a-f]{6}([0-9a-f]{2})?$/i
// oxlint-disable-next-line no-control-regex -- these are the very characters to find
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const special = /[&<>"']/g
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function borderOf(style: ShapeStyle, width: number, height: number): number {
  return style.stroke === undefined ? 0 : Math.max(0, Math.min(style.strokeWidth ?? 0, width, height))
}

function look(style: ShapeStyle, border: number): string {
  const fill = style.fill === undefined ? ' fill="none"' : paint('fill', style.fill)
  if (border <= 0 || style.stroke === undefined) return fill
  const dashes = style.dash && style.gap ? ` stroke-dasharray="${n(style.dash)} ${n(style.gap)}"` : ''
  return `${fill}${paint('stroke', style.stroke)} stroke-width="${n(border)}"${dashes}`
}

/**
 * The part of a rounded box below `surface` (pixels under its top). Written as one path, not with a clip: clips need
 * ids, and ids clash where several pictures stand on one page.
 */
function liquidPath(x: number, y: number, width: number, height: number, radius: number, surface: number, wave: number): string {
  const inset = (at: number) => {
    const into = at < radius ? radius - at : at > height - radius ? at - (height - radius) : 0
    return into > 0 ? radius - Math.sqrt(Math.max(0, radius * radius - into * into)) : 0
  }
  const left = inset(surface)
  const point = (px: number, py: number) => `${n(x + px)} ${n(y + py)}`
  const turn = (px: number, py: number) => (radius > 0 ? `A${n(radius)} ${n(radius)} 0 0 1 ${point(px, py)}` : `L${point(px, py)}`)
  let path = `M${point(left, surface)}`
  if (wave > 0) {
    for (let at = left + 6; at < width - left; at += 6) path += `L${point(at, surface + wave * 0.5 * Math.sin((at - width / 2) * 0.12))}`
  }
  path += `L${point(width - left, surface)}`
  if (surface < radius) path += turn(width, radius)
  if (surface < height - radius) path += `L${point(width, height - radius)}`
  path += turn(width - radius, height) + `L${point(radius, height)}`
  path += surface < height - radius ? turn(0, height - radius) : turn(left, surface)
  if (surface < height - radius && radius > 0) path += `L${point(0, Math.max(radius, surface))}`
  if (surface < radius) path += turn(left, surface)
  return `${path}Z`
}
