import { multiplyOpacity, mixColors, readColor, transparent } from '../color.ts'
import type { Box } from '../../geometry/index.ts'
import { applyMatrix } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { fewStops, gradientText, inOrder, needsReduction } from '../paint.ts'
import type { Stop } from '../paint.ts'
import type { ReportBook } from '../report.ts'
import type { XmlElement } from '../xml.ts'
import { areStopsUnsupported, isGradientUnsupported } from './gradientFit.ts'
import { computeStyle } from './styles.ts'
import type { Style, StyleSheet } from './styles.ts'
import { readTransform } from './transform.ts'

/** Path and name of the element that is reported for unsupported paint. */
export interface Place {
  readonly path: string
  readonly sourceName: string
}

interface ReadGradient {
  readonly chain: readonly XmlElement[]
  /** Reduced to the number of stops that a fill supports. */
  readonly stops: readonly Stop[]
  /** Whether stops were removed; `isBeyond`: whether that is visible. */
  readonly isReduced: boolean
  readonly isBeyond: boolean
}

/** Position of a marker on a path. */
type MarkerPlace = 'marker-start' | 'marker-mid' | 'marker-end'

/**
 * Resolves fills, strokes and markers of an SVG document, including gradients. Reports unsupported paint and uses its
 * fallback colour or transparent instead.
 */
export class Fills {
  private readonly ids: ReadonlyMap<string, XmlElement>
  private readonly sheet: StyleSheet
  private readonly book: ReportBook
  /** Cache, because gradients can have many stops and be used by many shapes. */
  private readonly read = new Map<XmlElement, ReadGradient>()

  constructor(ids: ReadonlyMap<string, XmlElement>, sheet: StyleSheet, book: ReportBook) {
    this.ids = ids
    this.sheet = sheet
    this.book = book
  }

  /** Returns the fill as a colour or gradient; transparent if there is none. */
  fill(style: Style, matrix: Matrix, place: Place): string {
    return this.paint(style.get('fill') ?? 'black', style, parseShare(style.get('fill-opacity')), matrix, place, true)
  }

  /** Returns the stroke as a colour; transparent if there is none. */
  stroke(style: Style, matrix: Matrix, place: Place): string {
    return this.paint(
      style.get('stroke') ?? 'none',
      style,
      parseShare(style.get('stroke-opacity')),
      matrix,
      place,
      false,
    )
  }

  /** Returns the marker of a style; undefined if the reference is unknown. */
  marker(style: Style, name: MarkerPlace): XmlElement | undefined {
    return this.findPaint(style, name)
  }

  private findPaint(style: Style, name: 'fill' | 'stroke' | MarkerPlace): XmlElement | undefined {
    return this.ids.get(/^url\(\s*['"]?#([^'")]+)/i.exec(style.get(name) ?? '')?.[1] ?? '')
  }

  /** Whether the style has a gradient that a fill in the shape's box cannot represent. */
  isBeyond(style: Style, name: 'fill' | 'stroke', box: () => Box | undefined): boolean {
    const element = this.findPaint(style, name)
    if (!element || !/^(?:linear|radial)Gradient$/.test(element.name)) return false
    const { chain, stops, isBeyond } = this.read.get(element) ?? this.readGradient(element)
    // Strokes support a single colour.
    if (name === 'stroke') return stops.length > 1 && stops.some(({ color }) => color !== stops[0]?.color)
    const around = box()
    const read = (attribute: string) =>
      chain.map((link) => link.attributes.get(attribute)).find((value) => value !== undefined)
    return (
      around !== undefined &&
      stops.length > 1 &&
      (isBeyond || isGradientUnsupported(element.name === 'radialGradient' ? 'radial' : 'linear', read, around))
    )
  }

  private paint(
    text: string,
    style: Style,
    opacity: number,
    matrix: Matrix,
    place: Place,
    allowsGradient: boolean,
  ): string {
    const reference = /^url\(\s*['"]?#([^'")]+)['"]?\s*\)\s*(.*)$/i.exec(text)
    if (!reference) return multiplyOpacity(this.color(text, style, place), opacity)
    const [, id = '', fallback = ''] = reference
    const element = this.ids.get(id)
    if (element && /^(?:linear|radial)Gradient$/.test(element.name))
      return this.gradient(element, opacity, matrix, place, allowsGradient)
    this.book.lose(place.path, place.sourceName, element ? 'paint.pattern' : 'reference.missing')
    return fallback ? multiplyOpacity(this.color(fallback, style, place), opacity) : transparent
  }

  private color(text: string, style: Style, place: Place): string {
    const written = text.trim().toLowerCase()
    const plain = /^context-(?:fill|stroke)$/.test(written) ? (style.get(written) ?? 'none') : written
    const color = readColor(plain === 'currentcolor' ? (style.get('color') ?? 'black') : plain)
    if (color !== undefined) return color
    // Drawing programs write these values if no paint was selected.
    if (plain !== 'null') this.book.lose(place.path, `${place.sourceName}: ${text.slice(0, 40)}`, 'color.unknown')
    return transparent
  }

  private gradient(
    element: XmlElement,
    opacity: number,
    matrix: Matrix,
    place: Place,
    allowsGradient: boolean,
  ): string {
    const cached = this.read.get(element) ?? this.readGradient(element)
    const { chain } = cached
    const stops = cached.stops.map(({ at, color }) => ({ at, color: multiplyOpacity(color, opacity) }))
    if (stops.length === 0) return transparent
    if (!allowsGradient) return mixColors(stops.map(({ color }) => ({ color, weight: 1 })))
    const read = (name: string) => chain.map((link) => link.attributes.get(name)).find((value) => value !== undefined)
    const angleDeg = element.name === 'radialGradient' ? 'radial' : readAngle(read, matrix)
    if (cached.isReduced) this.book.change(place.path, place.sourceName, 'paint.gradient')
    return gradientText({ angleDeg, stops }) ?? transparent
  }

  private readGradient(element: XmlElement): ReadGradient {
    const chain = this.getChain(element)
    const all = inOrder(this.readStops(chain))
    const stops = fewStops(all)
    const read = { chain, stops, isReduced: needsReduction({ stops: all }), isBeyond: areStopsUnsupported(all, stops) }
    this.read.set(element, read)
    return read
  }

  /** A gradient and the gradients it inherits from. */
  private getChain(element: XmlElement): XmlElement[] {
    const chain = [element]
    for (let at = element; chain.length < 8;) {
      const next = this.ids.get((at.attributes.get('href') ?? at.attributes.get('xlink:href') ?? '').replace(/^#/, ''))
      if (!next || chain.includes(next)) break
      chain.push(next)
      at = next
    }
    return chain
  }

  private readStops(chain: readonly XmlElement[]): Stop[] {
    for (const link of chain) {
      const stops = link.children
        .slice(0, 200)
        .flatMap((child) => (typeof child !== 'string' && child.name === 'stop' ? [this.readStop(child)] : []))
      if (stops.length > 0) return stops
    }
    return []
  }

  private readStop(element: XmlElement): Stop {
    const style = computeStyle(element, new Map(), this.sheet)
    const color = readColor(style.get('stop-color') ?? element.attributes.get('stop-color') ?? 'black') ?? '#000000ff'
    return {
      at: parseShare(element.attributes.get('offset') ?? '0'),
      color: multiplyOpacity(color, parseShare(style.get('stop-opacity'))),
    }
  }
}

/** Angle in the shape's box, because a component's gradient rotates with the component. */
function readAngle(read: (name: string) => string | undefined, matrix: Matrix): number {
  const value = (name: string, otherwise: number) => {
    const text = read(name) ?? ''
    const number = Number.parseFloat(text)
    return Number.isFinite(number) ? (text.trim().endsWith('%') ? number / 100 : number) : otherwise
  }
  const own = readTransform(read('gradientTransform'))
  const from = applyMatrix(own, value('x1', 0), value('y1', 0))
  const to = applyMatrix(own, value('x2', 1), value('y2', 0))
  const stretch = [Math.hypot(matrix[0], matrix[1]) || 1, Math.hypot(matrix[2], matrix[3]) || 1] as const
  return (Math.atan2((to.y - from.y) * stretch[1], (to.x - from.x) * stretch[0]) * 180) / Math.PI
}

/** Parses a number or percentage as a fraction, clamped to 0 to 1. Missing or invalid text gives 1. */
export function parseShare(text: string | undefined): number {
  const number = Number.parseFloat(text ?? '')
  if (!Number.isFinite(number)) return 1
  return Math.max(0, Math.min(1, text?.trim().endsWith('%') ? number / 100 : number))
}
