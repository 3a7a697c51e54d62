import { crossesItself } from '../geometry/index.ts'
import type { Brush, LineStyle, Size } from '../paint/brush/brush.ts'
import { getArea, getPartFill, type Area } from './gradients.ts'

/**
 * Draws a curve as segments that overlap at their outer edges. In a translucent colour the overlap would be visible, so
 * the curve is drawn as one outline between sharp corners. Dashes and flow continue along the whole curve.
 */
export function strokeCurve(
  brush: Brush,
  path: readonly number[],
  ink: string,
  style: Omit<LineStyle, 'stroke'>,
): void {
  const whole = getArea(path, unit, style.width)
  if (style.dash !== undefined || !isTranslucent(ink)) return strokePieces(brush, path, ink, style, whole)
  let from = 0
  for (let at = 2; at < path.length; at += 2) {
    const isLast = at + 3 >= path.length
    if (!isLast && getTurnAngle(path, at) <= sharpTurn) continue
    const bend = path.slice(from, at + 2)
    const outline = getOutline(bend, style.width / 2)
    if (!crossesItself(outline))
      brush.polygon(outline, { fill: getPartFill(ink, whole, getBounds(outline)), isSimple: true })
    else strokePieces(brush, bend, ink, style, whole)
    if (!isLast) disc(brush, path[at], path[at + 1], style.width, ink, whole)
    from = at
  }
}

function strokePieces(
  brush: Brush,
  path: readonly number[],
  ink: string,
  style: Omit<LineStyle, 'stroke'>,
  whole: Area,
): void {
  const { width } = style
  const isSolid = style.dash === undefined
  const isGradient = ink.endsWith(')')
  const isThin = isTranslucent(ink)
  let phase = 0
  let before = 0
  for (let at = 0; at + 3 < path.length; at += 2) {
    const [x1, y1, x2, y2] = [path[at], path[at + 1], path[at + 2], path[at + 3]]
    const length = Math.hypot(x2 - x1, y2 - y1)
    const isLast = at + 5 >= path.length
    const after = isLast ? 0 : getTurnAngle(path, at + 2)
    if (isSolid && at > 0 && before > sharpTurn) disc(brush, x1, y1, width, ink, whole)
    const reach = (angle: number): number => {
      if (angle > sharpTurn || (isThin && !isSolid)) return 0
      const far = (width / 2) * Math.tan(angle / 2) + overlap
      // Dashes must not start before the curve.
      return isSolid ? far : Math.min(far, length / 2)
    }
    const head = at > 0 ? reach(before) / length : 0
    const tail = isLast ? 0 : reach(after) / length
    const [ax, ay] = [x1 - (x2 - x1) * head, y1 - (y2 - y1) * head]
    const [bx, by] = [x2 + (x2 - x1) * tail, y2 + (y2 - y1) * tail]
    const stroke = isGradient
      ? getPartFill(
          ink,
          whole,
          { x: (ax + bx) / 2, y: (ay + by) / 2, width: length * (1 + head + tail), height: width },
          Math.atan2(y2 - y1, x2 - x1),
        )
      : ink
    brush.line(ax, ay, bx, by, isSolid ? { ...style, stroke } : { ...style, stroke, phase: phase - head * length })
    phase += length
    before = after
  }
}

function disc(brush: Brush, x: number, y: number, width: number, ink: string, whole: Area): void {
  brush.ellipse(x - width / 2, y - width / 2, width, width, {
    fill: getPartFill(ink, whole, { x, y, width, height: width }),
  })
}

/** Minimum turn in radians of a corner, which gets a disc; smaller turns belong to a bend. */
const sharpTurn = 0.7
/** Additional overlap of two segments in px, which hides the seam. */
const overlap = 0.25
const unit: Size = { width: 1, height: 1 }

/** True if a colour is translucent, so that overlaps would be visible. */
function isTranslucent(ink: string): boolean {
  return ink.endsWith(')')
    ? /#[0-9a-f]{6}(?!ff)[0-9a-f]{2}/i.test(ink)
    : ink.length === 9 && !ink.toLowerCase().endsWith('ff')
}

/** Returns the outline of a stroke with `half` px to each side. */
function getOutline(path: readonly number[], half: number): number[] {
  const outline: number[] = []
  const back: number[] = []
  const last = path.length - 2
  for (let at = 0; at <= last; at += 2) {
    const [ax, ay] = getDirectionAt(path, at === 0 ? 0 : at - 2)
    const [bx, by] = getDirectionAt(path, at === last ? last - 2 : at)
    // At a bend the edge moves outwards by the cosine of half the turn.
    const reach = half / Math.max(0.5, (1 + ax * bx + ay * by) / 2)
    const [nx, ny] = [(-(ay + by) / 2) * reach, ((ax + bx) / 2) * reach]
    outline.push(path[at] + nx, path[at + 1] + ny)
    back.push(path[at + 1] - ny, path[at] - nx)
  }
  return [...outline, ...back.toReversed()]
}

/** Returns the unit direction of the segment that starts at a point. */
function getDirectionAt(path: readonly number[], at: number): readonly [number, number] {
  const [dx, dy] = [path[at + 2] - path[at], path[at + 3] - path[at + 1]]
  const length = Math.hypot(dx, dy) || 1
  return [dx / length, dy / length]
}

function getBounds(outline: readonly number[]): Area {
  return getArea(outline, unit, 0)
}

/** Returns the turn of a path at a point, from 0 to π radians. */
function getTurnAngle(path: readonly number[], at: number): number {
  const [ax, ay] = [path[at] - path[at - 2], path[at + 1] - path[at - 1]]
  const [bx, by] = [path[at + 2] - path[at], path[at + 3] - path[at + 1]]
  return Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by))
}
