import { role } from '../components/roles.ts'
import type { Role } from '../components/roles.ts'
import { getCentre } from '../geometry/index.ts'
import { isClear, transparent } from './color.ts'
import { getMeanColor } from './paint.ts'
import type { PlacedFrame } from './matrix.ts'
import { boxAround, pieces, toShares, simplify } from './outline.ts'
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
  readonly strokeStyle: 'solid' | 'dashed' | 'dotted'
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
    strokeStyle: ink.strokeStyle,
    ...(strokeWidth > 0 ? { stroke: ink.stroke } : {}),
  }
}

/** Adds an ellipse. The frame is enlarged by half of the border on each side (`outerFrame`). */
export function addEllipse(sketch: DrawingBuilder, part: ShapePart, frame: PlacedFrame, ink: Ink): void {
  const look = borderLook(ink)
  sketch.add({ ...part, role: role.ellipse, frame: outerFrame(frame, Number(look.strokeWidth)), look })
}

/**
 * Adds a rectangle. Frame and corner radius (px, on the centre line of the stroke) are enlarged by half of the border.
 */
export function addRect(sketch: DrawingBuilder, part: ShapePart, frame: PlacedFrame, ink: Ink, radius = 0): void {
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
  for (const [i, piece] of list.entries()) {
    const frame = boxAround(piece)
    const look = {
      points: toShares(piece, frame),
      stroke: ink.stroke,
      strokeWidth: ink.strokeWidth,
      strokeStyle: ink.strokeStyle,
      startArrow: i === 0 && (ink.startArrow ?? false),
      endArrow: i === list.length - 1 && (ink.endArrow ?? false),
      ...as.look,
    }
    sketch.add({ ...part, role: as.role, frame, look })
  }
}

/**
 * Adds a closed outline: a rectangle if possible, otherwise a polygon. If the polygon type has no fill, only the
 * outline is drawn.
 */
export function addArea(sketch: DrawingBuilder, part: ShapePart, corners: Corners, ink: Ink): void {
  if (corners.length < 6) return addLine(sketch, part, corners, ink)
  const frame = toRectangle(corners)
  if (frame) return addRect(sketch, part, frame, ink)
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
