import type { Brush } from '../../paint/brush/brush.ts'
import { plainColor } from '../../schema/index.ts'
import { measureWidth } from '../textWidth.ts'
import type { StateColors } from './stateColors.ts'

/** Position of a symbol in its component's box in px, and px per symbol unit. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly scaleX: number
  readonly scaleY: number
}

/**
 * Draws a symbol in its own units (a side has about 100) with the colours of its state. Outlines are centred on their
 * coordinates, so that adjacent shapes and lines meet exactly. Line widths are in drawing px and do not scale with the
 * symbol.
 */
export class SymbolCanvas {
  readonly ink: StateColors
  /** Fill level or needle position, 0 to 1. */
  readonly level: number
  /** Text inside the symbol; '' for its default. */
  readonly inscription: string
  private readonly brush: Brush
  private readonly place: Place

  constructor(brush: Brush, place: Place, ink: StateColors, level: number, inscription: string) {
    this.brush = brush
    this.place = place
    this.ink = ink
    this.level = level
    this.inscription = inscription
  }

  get isOn(): boolean {
    return this.ink.state === 'on'
  }

  /** Position between off (0) and on (1); 0.5 in transit, 0 if faulty or unknown. */
  get share(): number {
    return this.ink.state === 'on' ? 1 : this.ink.state === 'moving' ? 0.5 : 0
  }

  /** Draws an outlined box. */
  box(x: number, y: number, width: number, height: number, fill = this.ink.body, radius = 0): void {
    const edge = this.ink.width
    this.brush.rect(this.x(x) - edge / 2, this.y(y) - edge / 2, this.w(width) + edge, this.h(height) + edge, {
      fill: this.withShade(fill),
      stroke: this.ink.line,
      strokeWidth: edge,
      radius: radius > 0 ? this.small(radius) + edge / 2 : 0,
    })
  }

  /** Draws a box without outline. */
  flat(x: number, y: number, width: number, height: number, fill = this.ink.line, radius = 0): void {
    this.brush.rect(this.x(x), this.y(y), this.w(width), this.h(height), { fill, radius: this.small(radius) })
  }

  /** Draws the outline of a box. */
  frame(x: number, y: number, width: number, height: number, radius = 0, color = this.ink.line): void {
    const edge = this.ink.width
    this.brush.rect(this.x(x) - edge / 2, this.y(y) - edge / 2, this.w(width) + edge, this.h(height) + edge, {
      stroke: color,
      strokeWidth: edge,
      radius: radius > 0 ? this.small(radius) + edge / 2 : 0,
    })
  }

  /** Draws an outlined ellipse in a box. */
  oval(x: number, y: number, width: number, height: number, fill = this.ink.body): void {
    const edge = this.ink.width
    this.brush.ellipse(this.x(x) - edge / 2, this.y(y) - edge / 2, this.w(width) + edge, this.h(height) + edge, {
      fill: this.withShade(fill),
      stroke: this.ink.line,
      strokeWidth: edge,
    })
  }

  disc(cx: number, cy: number, radius: number, fill = this.ink.body): void {
    this.oval(cx - radius, cy - radius, 2 * radius, 2 * radius, fill)
  }

  /** Draws a disc without outline. */
  dot(cx: number, cy: number, radius: number, fill = this.ink.line): void {
    this.brush.ellipse(this.x(cx - radius), this.y(cy - radius), this.w(2 * radius), this.h(2 * radius), { fill })
  }

  ring(cx: number, cy: number, radius: number, color = this.ink.line, widths = 1): void {
    const edge = this.ink.width * widths
    this.brush.ellipse(
      this.x(cx - radius) - edge / 2,
      this.y(cy - radius) - edge / 2,
      this.w(2 * radius) + edge,
      this.h(2 * radius) + edge,
      {
        stroke: color,
        strokeWidth: edge,
      },
    )
  }

  /** Draws an outlined polygon of flat x, y pairs. */
  shape(points: readonly number[], fill = this.ink.body): void {
    this.brush.polygon(this.transformPoints(points), { fill, stroke: this.ink.line, strokeWidth: this.ink.width })
  }

  /** Draws a polygon without outline. */
  area(points: readonly number[], fill = this.ink.line): void {
    this.brush.polygon(this.transformPoints(points), { fill })
  }

  /** Draws a line. `widths` multiplies the line width of the drawing. */
  line(x1: number, y1: number, x2: number, y2: number, color = this.ink.line, widths = 1): void {
    this.brush.line(this.x(x1), this.y(y1), this.x(x2), this.y(y2), {
      stroke: plainColor(color),
      width: this.ink.width * widths,
      cap: 'round',
    })
  }

  /** Draws a line whose thickness is in symbol units and scales with the symbol. */
  bar(
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    thickness: number,
    color = this.ink.line,
    cap: 'round' | 'butt' = 'round',
  ): void {
    this.brush.line(this.x(x1), this.y(y1), this.x(x2), this.y(y2), {
      stroke: plainColor(color),
      width: this.small(thickness),
      cap,
    })
  }

  dashes(x1: number, y1: number, x2: number, y2: number, dash: number, color = this.ink.line, widths = 1): void {
    this.brush.line(this.x(x1), this.y(y1), this.x(x2), this.y(y2), {
      stroke: color,
      width: this.ink.width * widths,
      dash: this.small(dash),
      gap: this.small(dash * 0.7),
      cap: 'butt',
    })
  }

  /** Draws a polyline of flat x, y pairs. */
  path(points: readonly number[], color = this.ink.line, widths = 1): void {
    for (let i = 0; i + 3 < points.length; i += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = points.slice(i, i + 4)
      this.line(x1, y1, x2, y2, color, widths)
    }
  }

  /**
   * Draws an arc, in degrees clockwise from three o'clock. In a stretched box it becomes an elliptical arc of chords.
   */
  arc(
    cx: number,
    cy: number,
    radius: number,
    startDeg: number,
    sweepDeg: number,
    color = this.ink.line,
    widths = 1,
  ): void {
    const { scaleX, scaleY } = this.place
    if (Math.abs(scaleX - scaleY) <= 0.01 * Math.max(scaleX, scaleY)) {
      this.brush.arc(this.x(cx), this.y(cy), this.small(radius), startDeg, sweepDeg, {
        stroke: color,
        width: this.ink.width * widths,
      })
      return
    }
    this.path(getArcPoints(cx, cy, radius, startDeg, sweepDeg, Math.ceil(Math.abs(sweepDeg) / 30)), color, widths)
  }

  /** Draws the liquid in a vessel with vertical walls up to `level` (0–1). */
  liquid(
    x: number,
    y: number,
    width: number,
    height: number,
    level = this.level,
    radius = 0,
    fill = this.ink.liquid,
  ): void {
    if (level > 0)
      this.brush.liquid(this.x(x), this.y(y), this.w(width), this.h(height), {
        fill,
        level,
        radius: this.small(radius),
      })
  }

  /** Draws a text as large as its box allows. */
  text(x: number, y: number, width: number, height: number, content: string, color = this.ink.accent): void {
    if (content === '') return
    const lines = content.split('\n')
    const widest = Math.max(0.3, ...lines.map(measureWidth))
    const fontSize = Math.min(this.h(height) / (1.15 * lines.length), this.w(width) / widest)
    this.brush.text(this.x(x), this.y(y), this.w(width), this.h(height), content, {
      fill: color,
      fontSize,
      align: 'center',
      valign: 'middle',
      weight: 'bold',
    })
  }

  /** Adds a light gradient from above to large parts in the vivid look. */
  private withShade(fill: string): string {
    const { ink } = this
    if (ink.look === 'muted' || (fill !== ink.body && fill !== ink.part && fill !== ink.dark) || fill.length !== 9)
      return fill
    return `linear(90,${lighter(fill)},${fill})`
  }

  private transformPoints(points: readonly number[]): number[] {
    return points.map((value, index) => (index % 2 === 0 ? this.x(value) : this.y(value)))
  }

  private x(value: number): number {
    return this.place.x + value * this.place.scaleX
  }

  private y(value: number): number {
    return this.place.y + value * this.place.scaleY
  }

  private w(value: number): number {
    return value * this.place.scaleX
  }

  private h(value: number): number {
    return value * this.place.scaleY
  }

  private small(value: number): number {
    return value * Math.min(this.place.scaleX, this.place.scaleY)
  }
}

/** Returns points along an arc as flat pairs. */
export function getArcPoints(
  cx: number,
  cy: number,
  radius: number,
  startDeg: number,
  sweepDeg: number,
  steps: number,
): number[] {
  const points: number[] = []
  for (let step = 0; step <= steps; step++) {
    points.push(...polar(cx, cy, radius, startDeg + (sweepDeg * step) / steps))
  }
  return points
}

/** Returns the point at a radius and an angle (degrees clockwise from three o'clock). */
export function polar(cx: number, cy: number, radius: number, angleDeg: number): [number, number] {
  const angle = (angleDeg * Math.PI) / 180
  return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)]
}

/** Mixes a colour with 40 % white. */
function lighter(color: string): string {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16)
    return Math.round(value + (255 - value) * 0.4)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}${color.slice(7)}`
}
