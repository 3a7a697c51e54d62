import { getBounds, getRotation } from '../document/values/frame.ts'
import type { Box, Frame, Point } from '../document/values/frame.ts'

/** Defined in `document`, which needs frames to place symbol instances while reading a drawing. */
export { getBounds, normalAngle, tidy, getRotation, unionBoxes } from '../document/values/frame.ts'
export type { Box, Frame, Point } from '../document/values/frame.ts'

/** Returns a point rotated around a pivot, in degrees clockwise on the screen. */
export function rotatePoint(point: Point, pivot: Point, angleDeg: number): Point {
  const { cos, sin } = getRotation(angleDeg)
  const dx = point.x - pivot.x
  const dy = point.y - pivot.y
  return { x: pivot.x + dx * cos - dy * sin, y: pivot.y + dx * sin + dy * cos }
}

/** Returns the centre of a box. */
export function getCentre(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Corners of a rotated frame, clockwise from its own top left corner. */
export function getCorners(frame: Frame): readonly [Point, Point, Point, Point] {
  const { x, y, width, height, angleDeg } = frame
  const centre = getCentre(frame)
  return [
    rotatePoint({ x, y }, centre, angleDeg),
    rotatePoint({ x: x + width, y }, centre, angleDeg),
    rotatePoint({ x: x + width, y: y + height }, centre, angleDeg),
    rotatePoint({ x, y: y + height }, centre, angleDeg),
  ]
}

/**
 * Whether a point is in a rotated frame or on its edge. `slack` (pixels) enlarges the frame on all sides, for example
 * to hit thin lines.
 */
export function containsPoint(frame: Frame, point: Point, slack = 0): boolean {
  const { x, y } = frame.angleDeg === 0 ? point : rotatePoint(point, getCentre(frame), -frame.angleDeg)
  return (
    x >= frame.x - slack &&
    x <= frame.x + frame.width + slack &&
    y >= frame.y - slack &&
    y <= frame.y + frame.height + slack
  )
}

/** Whether two boxes overlap or touch. */
export function intersects(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
}

/** Whether the bounding box of a rotated frame overlaps `seen`. Touching edges do not count. */
export function isOnScreen(frame: Frame, visibleArea: Box): boolean {
  const { x, y, width, height } = getBounds(frame)
  return (
    x < visibleArea.x + visibleArea.width &&
    visibleArea.x < x + width &&
    y < visibleArea.y + visibleArea.height &&
    visibleArea.y < y + height
  )
}

/** Returns true if `inner` is completely inside `outer`. Shared edges count as inside. */
export function containsBox(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  )
}

/** The box between two opposite corners, in any order. */
export function boxBetween(a: Point, b: Point): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

/** Returns a box enlarged by `by` on every side. A negative value shrinks it. */
export function expandBox(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by }
}
