import { resolveProps } from '../../components/catalog.ts'
import type { AnyComponentType } from '../../components/catalog.ts'
import type { FieldValue, Words } from '../../schema/index.ts'
import type {
  Brush,
  ImageStyle,
  LineStyle,
  LiquidStyle,
  Picture,
  PolygonStyle,
  ShapeStyle,
  Size,
  TextStyle,
} from './brush.ts'

/** One brush call as plain data: its kind, coordinates and style. */
export type Primitive = Readonly<Record<string, string | number | boolean>> & {
  readonly kind: Exclude<keyof Brush, 'language'>
}

/**
 * Brush that records its calls, with numbers rounded to thousandths, so that drawing output can be compared and stored
 * without a screen.
 */
export class ListBrush implements Brush {
  readonly list: Primitive[] = []
  readonly language?: keyof Words

  constructor(language?: keyof Words) {
    this.language = language
  }

  rect(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    this.add('rect', { x, y, width, height }, style)
  }

  ellipse(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    this.add('ellipse', { x, y, width, height }, style)
  }

  triangle(x: number, y: number, width: number, height: number, style: ShapeStyle): void {
    this.add('triangle', { x, y, width, height }, style)
  }

  polygon(points: readonly number[], { fill, stroke, strokeWidth }: PolygonStyle): void {
    this.add('polygon', { points: points.map(roundValue).join(' ') }, { fill, stroke, strokeWidth })
  }

  line(x1: number, y1: number, x2: number, y2: number, style: LineStyle): void {
    this.add('line', { x1, y1, x2, y2 }, style)
  }

  arc(
    cx: number,
    cy: number,
    radius: number,
    startDeg: number,
    sweepDeg: number,
    style: { readonly stroke: string; readonly width: number },
  ): void {
    this.add('arc', { cx, cy, radius, startDeg, sweepDeg }, style)
  }

  liquid(x: number, y: number, width: number, height: number, style: LiquidStyle): void {
    this.add('liquid', { x, y, width, height }, style)
  }

  text(x: number, y: number, width: number, height: number, content: string, style: TextStyle): void {
    this.add('text', { x, y, width, height, content }, style)
  }

  image(x: number, y: number, width: number, height: number, source: string, style: ImageStyle = {}): void {
    this.add('image', { x, y, width, height, source }, style)
  }

  picture(x: number, y: number, width: number, height: number, { painter, key }: Picture): void {
    this.add('picture', { x, y, width, height, painter, key }, {})
  }

  /** The style may overwrite `width` of the place; only arcs and lines have a style width, and they have no box. */
  private add(kind: Primitive['kind'], place: Record<string, number | string>, style: object): void {
    const primitive: Record<string, string | number | boolean> = { ...place }
    for (const [name, value] of Object.entries(style))
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') primitive[name] = value
    for (const [name, value] of Object.entries(primitive))
      if (typeof value === 'number') primitive[name] = roundValue(value)
    this.list.push({ ...primitive, kind })
  }
}

/**
 * Returns the primitives that a type draws with `props` over its defaults. `size` defaults to the type's default size.
 */
export function listPrimitives(
  type: AnyComponentType,
  props: Readonly<Record<string, FieldValue>> = {},
  size: Size = type.size,
  language?: keyof Words,
): readonly Primitive[] {
  const brush = new ListBrush(language)
  type.draw(brush, resolveProps(type, props), size)
  return brush.list
}

/** Keeps NaN and infinities; converts negative zero to zero. */
function roundValue(value: number): number {
  return Number.isFinite(value) ? Math.round(value * 1000) / 1000 + 0 : value
}
