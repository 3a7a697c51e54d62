import { role } from '../components/roles.ts'
import type { Role } from '../components/roles.ts'
import { getCentre, rotatePoint } from '../geometry/index.ts'
import { isClear, transparent } from './color.ts'
import { formatDashes, isPlainPattern, shiftDashes, type StrokeStyle } from './dashPattern.ts'
import { getMeanColor } from './paint.ts'
import type { PlacedFrame } from './matrix.ts'
import { boxAround, cornerLimit, pieces, toShares, simplify } from './outline.ts'
import type { Corners } from './outline.ts'
import type { Look, Part, DrawingBuilder } from './drawingBuilder.ts'

/** Common part of all shapes apart from their outline. */
export type ShapePart = Omit<Part, 'role' | 'frame' | 'look'>

/** Fill and stroke of an imported shape. `strokeWidth` is in drawing pixels. */
export interface Ink {
  /** A colour or gradient; transparent for none. */
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly strokeStyle: StrokeStyle
  /** Exact dash pattern in drawing pixels; `strokeStyle` is the closest plain style. */
  readonly dashes?: readonly number[]
  /** Ends of an open line. */
  readonly lineEnds?: 'butt' | 'round' | 'square'
  readonly startArrow?: boolean
  readonly endArrow?: boolean
}

const plainLine = { role: role.line, look: {} } as const

/**
 * Enlarges a frame by half of the stroke on each side: source formats centre strokes on the edge, Mimic draws them
 * inside the box.
 */
export function outerFrame(frame: PlacedFrame, width: number): PlacedFrame {
  return {
    ...frame,
    x: frame.x - width / 2,
    y: frame.y - width / 2,
    width: frame.width + width,
    height: frame.height + width,
  }
}

/** Returns the look of a filled shape with a border. A transparent stroke gives a border width of 0. */
export function borderLook(ink: Ink): Look {
  const strokeWidth = isClear(ink.stroke) ? 0 : ink.strokeWidth
  return {
    fill: ink.fill,
    strokeWidth,
    strokeStyle: strokeWidth > 0 ? ink.strokeStyle : 'solid',
    ...(strokeWidth > 0 ? { stroke: ink.stroke } : {}),
  }
}

/** Adds an ellipse. The frame is enlarged by half of the border on each side (`outerFrame`). */
export function addEllipse(sketch: DrawingBuilder, part: ShapePart, frame: PlacedFrame, ink: Ink): void {
  if (needsEdge(part, ink)) {
    addEllipse(sketch, part, frame, { ...ink, stroke: transparent })
    return addEdge(sketch, part, ellipseCorners(frame), ink)
  }
  const look = borderLook(ink)
  sketch.add({ ...part, role: role.ellipse, frame: outerFrame(frame, Number(look.strokeWidth)), look })
}

/**
 * Adds a rectangle. Frame and corner radius (px, on the centre line of the stroke) are enlarged by half of the border.
 */
export function addRect(sketch: DrawingBuilder, part: ShapePart, frame: PlacedFrame, ink: Ink, radius = 0): void {
  if (needsEdge(part, ink)) {
    addRect(sketch, part, frame, { ...ink, stroke: transparent }, radius)
    return addEdge(sketch, part, rectCorners(frame, radius), ink)
  }
  const look = borderLook(ink)
  const border = Number(look.strokeWidth)
  sketch.add({
    ...part,
    role: role.rect,
    frame: outerFrame(frame, border),
    look: { ...look, radius: radius > 0 ? radius + border / 2 : 0 },
  })
}

/**
 * A scale without limit alarms: limits at its ends are inactive. The default limits would raise alarms that the file
 * does not have.
 */
export function scaleLook(min: number, max: number): Look {
  return { min, max, lowLimit: min, highLimit: max }
}

/** Adds an open outline as a line or another path type, split into pieces if it has too many points. */
export function addLine(
  sketch: DrawingBuilder,
  part: ShapePart,
  corners: Corners,
  ink: Ink,
  as: { readonly role: Role; readonly look: Look } = plainLine,
): void {
  if (isClear(ink.stroke) || !(ink.strokeWidth > 0) || corners.length < 4) return
  const list = pieces(corners)
  let covered = 0
  for (const [i, piece] of list.entries()) {
    const dashes = ink.dashes && formatDashes(shiftDashes(ink.dashes, covered))
    if (ink.dashes && dashes === undefined) sketch.book.change(part.path, part.sourceName, 'paint.dash')
    covered += getLength(piece)
    const frame = boxAround(piece)
    const look = {
      points: toShares(piece, frame),
      stroke: ink.stroke,
      strokeWidth: ink.strokeWidth,
      strokeStyle: ink.strokeStyle,
      startArrow: i === 0 && (ink.startArrow ?? false),
      endArrow: i === list.length - 1 && (ink.endArrow ?? false),
      ...(dashes === undefined ? {} : { dashes }),
      ...(hasVisibleEnds(ink, piece) ? { lineEnds: ink.lineEnds } : {}),
      ...as.look,
    }
    sketch.add({ ...part, role: as.role, frame, look })
  }
}

/** Attached ends and heads of a line. */
export interface ConnectorEnds extends NonNullable<Part['ends']> {
  readonly startHead: 'none' | 'open' | 'filled' | 'dot'
  readonly endHead: 'none' | 'open' | 'filled' | 'dot'
}

/** Adds a line whose ends stay attached to other parts. A line with too many points becomes a free line. */
export function addConnector(
  sketch: DrawingBuilder,
  part: ShapePart,
  corners: Corners,
  ink: Ink,
  { from, to, startHead, endHead }: ConnectorEnds,
): void {
  if (corners.length > 2 * cornerLimit || !sketch.has(role.connector, 'startHead')) {
    sketch.book.change(part.path, part.sourceName, 'line.free')
    const arrows = { startArrow: startHead !== 'none', endArrow: endHead !== 'none' }
    return addLine(sketch, part, corners, { ...ink, ...arrows })
  }
  const frame = boxAround(corners)
  const points = toShares(corners, frame)
  const isOrthogonal = isRightAngled(corners)
  addLine(sketch, { ...part, ends: { ...(from ? { from } : {}), ...(to ? { to } : {}) } }, corners, ink, {
    role: role.connector,
    look: {
      routing: isOrthogonal ? 'orthogonal' : 'straight',
      ...(isOrthogonal ? { bends: points } : {}),
      startHead,
      endHead,
    },
  })
}

/** Whether all segments are horizontal or vertical and there is a corner. */
function isRightAngled(corners: Corners): boolean {
  for (let at = 0; at + 3 < corners.length; at += 2)
    if (Math.abs(corners[at + 2] - corners[at]) > 0.5 && Math.abs(corners[at + 3] - corners[at + 1]) > 0.5) return false
  return corners.length > 4
}

/**
 * Adds a closed outline: a rectangle if possible, otherwise a polygon. If the polygon type has no fill, only the
 * outline is drawn.
 */
export function addArea(sketch: DrawingBuilder, part: ShapePart, corners: Corners, ink: Ink): void {
  if (corners.length < 6) return addLine(sketch, part, corners, ink)
  const frame = toRectangle(corners)
  if (frame) return addRect(sketch, part, frame, ink)
  if (needsEdge(part, ink)) {
    if (!isClear(ink.fill)) addArea(sketch, part, corners, { ...ink, stroke: transparent })
    return addEdge(sketch, part, corners, ink)
  }
  if (!sketch.has(role.polygon, 'fill')) return addOutline(sketch, part, corners, ink)
  const few = simplify(corners)
  if (few.isChanged) sketch.book.change(part.path, part.sourceName, 'shape.simplified')
  const box = boxAround(few.corners)
  sketch.add({
    ...part,
    role: role.polygon,
    frame: box,
    look: { ...borderLook(ink), points: toShares(few.corners, box) },
  })
}

/** Whether an edge is a separate line, because a border cannot have its dash pattern. */
function needsEdge({ wishes = [] }: ShapePart, { dashes, stroke, strokeStyle, strokeWidth }: Ink): boolean {
  return (
    dashes !== undefined &&
    !isClear(stroke) &&
    strokeWidth > 0 &&
    wishes.length === 0 &&
    !isPlainPattern(dashes, strokeStyle, strokeWidth)
  )
}

function addEdge(sketch: DrawingBuilder, part: ShapePart, corners: Corners, ink: Ink): void {
  addLine(sketch, part, [...corners, corners[0] ?? 0, corners[1] ?? 0], ink)
}

/** Corners of a rounded, rotated rectangle from its upper left corner, clockwise as in SVG. */
function rectCorners(frame: PlacedFrame, radius: number): number[] {
  const { x, y, width, height } = frame
  const r = Math.min(radius, width / 2, height / 2)
  if (!(r > 0)) return placed(frame, [x, y, x + width, y, x + width, y + height, x, y + height])
  const corner = (cx: number, cy: number, fromDeg: number) =>
    Array.from({ length: 9 }, (_, i) => ((fromDeg + i * 11.25) * Math.PI) / 180).flatMap((angle) => [
      cx + r * Math.cos(angle),
      cy + r * Math.sin(angle),
    ])
  return placed(frame, [
    ...corner(x + width - r, y + r, -90),
    ...corner(x + width - r, y + height - r, 0),
    ...corner(x + r, y + height - r, 90),
    ...corner(x + r, y + r, 180),
  ])
}

/** Corners of a rotated ellipse from its right end, clockwise as in SVG. */
function ellipseCorners(frame: PlacedFrame): number[] {
  const [rx, ry] = [frame.width / 2, frame.height / 2]
  const count = 96
  const corners = Array.from({ length: count }, (_, i) => (i * 2 * Math.PI) / count).flatMap((angle) => [
    frame.x + rx + rx * Math.cos(angle),
    frame.y + ry + ry * Math.sin(angle),
  ])
  return placed(frame, corners)
}

function placed(frame: PlacedFrame, corners: readonly number[]): number[] {
  if (frame.angleDeg === 0) return [...corners]
  const centre = getCentre(frame)
  const out: number[] = []
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const point = rotatePoint({ x: corners[at], y: corners[at + 1] }, centre, frame.angleDeg)
    out.push(point.x, point.y)
  }
  return out
}

/** Whether the ends differ visibly from the automatic ones: round with bends, flat without. */
function hasVisibleEnds({ lineEnds, strokeWidth, dashes }: Ink, corners: Corners): boolean {
  if (lineEnds === undefined || strokeWidth <= (dashes ? 1 : 2.5)) return false
  return lineEnds !== (dashes || corners.length === 4 ? 'butt' : 'round')
}

function getLength(corners: Corners): number {
  let length = 0
  for (let at = 0; at + 3 < corners.length; at += 2)
    length += Math.hypot(corners[at + 2] - corners[at], corners[at + 3] - corners[at + 1])
  return length
}

function addOutline(sketch: DrawingBuilder, part: ShapePart, corners: Corners, ink: Ink): void {
  const isFilled = !isClear(getMeanColor(ink.fill))
  if (isFilled) sketch.book.change(part.path, part.sourceName, 'shape.outline')
  const hasStroke = !isClear(ink.stroke) && ink.strokeWidth > 0
  const line = hasStroke ? ink : { ...ink, stroke: isFilled ? getMeanColor(ink.fill) : transparent, strokeWidth: 1 }
  addLine(sketch, part, [...corners, corners[0] ?? 0, corners[1] ?? 0], line)
}

/** Frame of a rotated rectangle; undefined if the corners are not one. */
function toRectangle(corners: Corners): PlacedFrame | undefined {
  if (corners.length !== 8) return undefined
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = corners
  const [width, height] = [Math.hypot(x1 - x0, y1 - y0), Math.hypot(x3 - x0, y3 - y0)]
  const isParallelogram = Math.abs(x0 + x2 - x1 - x3) < 1e-3 && Math.abs(y0 + y2 - y1 - y3) < 1e-3
  const isSquare = Math.abs((x1 - x0) * (x3 - x0) + (y1 - y0) * (y3 - y0)) <= 1e-6 * width * height
  if (!isParallelogram || !isSquare || width < 1e-3 || height < 1e-3) return undefined
  const centre = getCentre({ x: x0, y: y0, width: x2 - x0, height: y2 - y0 })
  const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI
  // Choose the representation closest to upright.
  const quarters = Math.round(angle / 90)
  const [wide, high] = quarters % 2 === 0 ? [width, height] : [height, width]
  return {
    x: centre.x - wide / 2,
    y: centre.y - high / 2,
    width: wide,
    height: high,
    angleDeg: angle - quarters * 90,
    flipX: false,
    flipY: false,
  }
}
