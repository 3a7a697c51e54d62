import type { Brush, Size } from '../paint/brush/brush.ts'
import { choice, color, flag, number, points, readGradient, type FieldValues } from '../schema/index.ts'
import { curveFields, curveFieldsWithoutEffect, getCurve, getHeadDirection, scalePoints } from './curves.ts'
import { readDashes, strokeDashes, strokeEnds, strokeFields, type StrokeProps } from './dashes.ts'
import { borderFields } from './fields.ts'
import { getArea, colorAt, getPartFill, roundStrips } from './gradients.ts'
import { getDash, getGap } from './shapes.ts'
import { strokeCurve } from './strokes.ts'
import { theme } from './theme.ts'

/** Fields of all lines. Line types differ in their defaults. */
export const lineFields = {
  points: points({ en: 'Points', zh: '节点' }, { default: [0, 0.5, 1, 0.5] }),
  lineColor: color({ en: 'Line colour', zh: '线条颜色' }, { default: theme.outline, gradient: true }),
  lineWidth: number({ en: 'Line width', zh: '线宽' }, { default: 2, min: 0, max: 100, unit: 'px' }),
  lineStyle: choice({ en: 'Line style', zh: '线型' }, { default: 'solid', options: borderFields.borderStyle.options }),
  startArrow: flag({ en: 'Arrow at the start', zh: '起点箭头' }),
  endArrow: flag({ en: 'Arrow at the end', zh: '终点箭头' }),
  ...strokeFields,
  ...curveFields,
}

/** A dash pattern replaces the line style. */
export function lineFieldsWithoutEffect(
  props: StrokeProps & Parameters<typeof curveFieldsWithoutEffect>[0],
): readonly string[] {
  return [...curveFieldsWithoutEffect(props), ...(readDashes(props.dashes) ? ['lineStyle'] : [])]
}

/** Draws the segments of a line and its arrows. Dashes continue across corners. */
export function drawLine(brush: Brush, props: FieldValues<typeof lineFields>, size: Size): void {
  const last = props.points.length - 2
  const curve = getCurve(props, size)
  if (curve) return drawCurve(brush, props, curve)
  drawParts(brush, props, size, last > 2 ? 'round' : 'butt')
  const barbs = (at: number, next: number) => {
    const [x, y] = [props.points[at] * size.width, props.points[at + 1] * size.height]
    drawBarbs(
      brush,
      x,
      y,
      props.points[next] * size.width - x,
      props.points[next + 1] * size.height - y,
      inkAt(props, size, x, y),
      props.lineWidth,
    )
  }
  if (props.startArrow && last > 0) barbs(0, 2)
  if (props.endArrow && last > 0) barbs(last, last - 2)
}

/** Draws a curve. Arrows follow the direction of the curve over their length. */
function drawCurve(brush: Brush, props: FieldValues<typeof lineFields>, curve: readonly number[]): void {
  drawAlong(brush, props, curve)
  const barbs = (isEnd: boolean) => {
    const [x, y] = isEnd ? [curve[curve.length - 2], curve[curve.length - 1]] : [curve[0], curve[1]]
    const [dx, dy] = getHeadDirection(curve, isEnd, headReach(props.lineWidth))
    drawBarbs(brush, x, y, dx, dy, inkAlong(props, curve, x, y), props.lineWidth)
  }
  if (props.startArrow) barbs(false)
  if (props.endArrow) barbs(true)
}

/** Fields needed to draw the segments of a line. Points are flat x, y fractions of the box; `lineWidth` is in px. */
export interface PartsProps extends StrokeProps {
  readonly points: readonly number[]
  readonly lineColor: string
  readonly lineWidth: number
  readonly lineStyle: 'solid' | 'dashed' | 'dotted'
}

/**
 * Draws the segments without the ends. A radial gradient is drawn as nested strips, which makes the line look round.
 */
export function drawParts(brush: Brush, props: PartsProps, size: Size, cap: 'butt' | 'round'): void {
  const { lineColor, lineWidth } = props
  if (drawStroke(brush, props, scalePoints(props.points, size))) return
  const gradient = lineColor.endsWith(')') ? readGradient(lineColor) : undefined
  if (gradient?.kind !== 'radial') return drawStrip(brush, props, size, cap, lineColor, lineWidth)
  for (const { color: ink, width } of roundStrips(gradient, lineWidth)) drawStrip(brush, props, size, cap, ink, width)
}

/** Draws a curve without the ends. */
export function drawAlong(brush: Brush, props: Omit<PartsProps, 'points'>, curve: readonly number[]): void {
  if (drawStroke(brush, props, curve)) return
  const { lineColor, lineStyle, lineWidth } = props
  const broken =
    lineStyle === 'solid' ? undefined : { dash: getDash(lineStyle, lineWidth), gap: getGap(lineStyle, lineWidth) }
  const strip = (ink: string, width: number) => strokeCurve(brush, curve, ink, { width, cap: 'butt', ...broken })
  const gradient = lineColor.endsWith(')') ? readGradient(lineColor) : undefined
  if (gradient?.kind !== 'radial') return strip(lineColor, lineWidth)
  for (const { color: ink, width } of roundStrips(gradient, lineWidth)) strip(ink, width)
}

/** Draws a path with a dash pattern or chosen ends. Returns false if the line has neither. */
function drawStroke(brush: Brush, props: Omit<PartsProps, 'points'>, path: readonly number[]): boolean {
  const { lineColor: ink, lineWidth: width, lineStyle, lineEnds: ends = 'auto' } = props
  const pattern = readDashes(props.dashes)
  if (path.length < 4 || !(width > 0)) return false
  if (pattern) return strokeDashes(brush, path, pattern, { ink, width, ends })
  if (ends === 'auto' || lineStyle !== 'solid') return false
  strokeEnds(brush, path, { ink, width, ends })
  return true
}

/** Returns the colour of a line at a point, used for its ends. */
export function inkAt({ points: list, lineColor, lineWidth }: PartsProps, size: Size, x: number, y: number): string {
  return lineColor.endsWith(')') ? colorAt(lineColor, getArea(list, size, lineWidth), x, y) : lineColor
}

/** Returns the colour of a curve at a point, used for its ends. */
export function inkAlong(
  { lineColor, lineWidth }: Omit<PartsProps, 'points'>,
  curve: readonly number[],
  x: number,
  y: number,
): string {
  return lineColor.endsWith(')')
    ? colorAt(lineColor, getArea(curve, { width: 1, height: 1 }, lineWidth), x, y)
    : lineColor
}

function drawStrip(
  brush: Brush,
  { points: list, lineStyle, lineWidth }: PartsProps,
  size: Size,
  cap: 'butt' | 'round',
  ink: string,
  width: number,
): void {
  const dash = getDash(lineStyle, lineWidth)
  const gap = getGap(lineStyle, lineWidth)
  const whole = ink.endsWith(')') ? getArea(list, size, width) : undefined
  let phase = 0
  for (let at = 0; at + 3 < list.length; at += 2) {
    const x1 = list[at] * size.width
    const y1 = list[at + 1] * size.height
    const x2 = list[at + 2] * size.width
    const y2 = list[at + 3] * size.height
    const length = Math.hypot(x2 - x1, y2 - y1)
    const over = lineStyle === 'solid' && cap === 'round' ? width : 0
    const stroke = whole
      ? getPartFill(
          ink,
          whole,
          { x: (x1 + x2) / 2, y: (y1 + y2) / 2, width: length + over, height: width },
          Math.atan2(y2 - y1, x2 - x1),
        )
      : ink
    brush.line(x1, y1, x2, y2, lineStyle === 'solid' ? { stroke, width, cap } : { stroke, width, dash, gap, phase })
    phase += length
  }
}

/** Length of an arrow head in px. */
export const headReach = (width: number): number => 3 * width + 6

/**
 * Returns the ends of the two barbs of an arrow head with its tip at (x, y), backwards along (dx, dy), 28° to each
 * side: left x, y, right x, y. Undefined for a zero direction.
 */
export function getBarbs(
  x: number,
  y: number,
  dx: number,
  dy: number,
  width: number,
): readonly [number, number, number, number] | undefined {
  const length = Math.hypot(dx, dy)
  if (length === 0) return undefined
  const reach = Math.min(headReach(width), length) / length
  const along = reach * 0.883
  const across = reach * 0.469
  return [
    x + dx * along - dy * across,
    y + dy * along + dx * across,
    x + dx * along + dy * across,
    y + dy * along - dx * across,
  ]
}

/** Draws an open arrow head. */
export function drawBarbs(
  brush: Brush,
  x: number,
  y: number,
  dx: number,
  dy: number,
  stroke: string,
  width: number,
): void {
  const barbs = getBarbs(x, y, dx, dy, width)
  if (!barbs) return
  const style = { stroke, width, cap: 'round' } as const
  brush.line(x, y, barbs[0], barbs[1], style)
  brush.line(x, y, barbs[2], barbs[3], style)
}
