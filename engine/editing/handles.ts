import {
  getCentre,
  handleDirection,
  handles,
  rotatePoint,
  type Frame,
  type Handle,
  type Point,
} from '../geometry/index.ts'
import { getFramePoint } from './frames.ts'
import { getSegmentMiddle, getOutline, type EditedPath } from './pathPoints.ts'

/** Sizes in CSS pixels, independent of the zoom. Larger for touch. */
export const handleSize = (isCoarse: boolean): number => (isCoarse ? 16 : 8)
export const gripReach = (isCoarse: boolean): number => (isCoarse ? 22 : 8)
const knobDistance = (isCoarse: boolean): number => (isCoarse ? 40 : 24)
/** Minimum side length in screen pixels to show the handle in its middle. */
const roomForMiddles = (isCoarse: boolean): number => (isCoarse ? 72 : 36)
/** Below this size in screen pixels handles are placed outside the box, because on its corners they would cover it. */
const roomForCorners = (isCoarse: boolean): number => 3 * handleSize(isCoarse)
/** Minimum length in screen pixels of a path segment to show an insert handle. */
const roomForInsert = (isCoarse: boolean): number => (isCoarse ? 80 : 40)

/** Handle under the pointer that a drag acts on. */
export type Grip =
  | { readonly kind: 'resize'; readonly handle: Handle }
  | { readonly kind: 'rotate' }
  /** A point of the selected path. */
  | { readonly kind: 'point'; readonly index: number }
  /** The middle of a segment of the selected path; dragging it adds a point. */
  | { readonly kind: 'insert'; readonly part: number }

/** Handles of the frame in addition to those of its path. A line with two points needs no resize handles. */
export type HandleSet = 'all' | 'corners' | 'knob' | 'none'

/** View properties for handles: scale, touch input, and conversion from drawing to screen coordinates. */
export interface GripView {
  readonly scale: number
  readonly isCoarse: boolean
  readonly toScreen: (world: Point) => Point
}

/** Returns the handles that a frame shows in addition to those of its path; all if no path is selected. */
export function getHandleSet(path: EditedPath | null): HandleSet {
  if (!path) return 'all'
  if (path.ends) return 'none'
  return path.points.length > 2 ? 'corners' : 'knob'
}

/** Returns the handles shown at the current zoom: small boxes show corners only. */
export function visibleHandles(frame: Frame, { scale, isCoarse }: GripView, set: HandleSet): readonly Handle[] {
  if (set === 'knob' || set === 'none') return []
  const room = roomForMiddles(isCoarse)
  return handles.filter((handle) => {
    const { x, y } = handleDirection(handle)
    if (set === 'corners' && (x === 0 || y === 0)) return false
    return (x !== 0 || frame.width * scale >= room) && (y !== 0 || frame.height * scale >= room)
  })
}

/** Returns the centre of a handle in screen coordinates. */
export function handleAt(frame: Frame, handle: Handle, { scale, isCoarse, toScreen }: GripView): Point {
  const side = handleDirection(handle)
  const at = toScreen(getFramePoint(frame, side))
  const beside = (length: number, direction: number): number =>
    length * scale < roomForCorners(isCoarse) ? (direction * handleSize(isCoarse)) / 2 : 0
  return rotatePoint(
    { x: at.x + beside(frame.width, side.x), y: at.y + beside(frame.height, side.y) },
    at,
    frame.angleDeg,
  )
}

/** Whether a screen point is inside a box too small to be grabbed elsewhere than here. */
function isOnSmall(frame: Frame, screen: Point, { scale, isCoarse, toScreen }: GripView): boolean {
  const room = roomForCorners(isCoarse)
  if (frame.width * scale >= room && frame.height * scale >= room) return false
  const middle = toScreen(getCentre(frame))
  const { x, y } = rotatePoint(screen, middle, -frame.angleDeg)
  return (
    Math.abs(x - middle.x) < (frame.width * scale) / 2 - edgePx &&
    Math.abs(y - middle.y) < (frame.height * scale) / 2 - edgePx
  )
}

/** Points within this distance of the edge belong to the handle. */
const edgePx = 0.5

/**
 * Returns the rotation knob in screen coordinates: above the middle of the frame's top side, rotated with the frame.
 */
export function getKnobPosition(frame: Frame, { toScreen, isCoarse }: GripView): Point {
  const top = toScreen(getFramePoint(frame, { x: 0, y: -1 }))
  const radians = ((frame.angleDeg - 90) * Math.PI) / 180
  const distance = knobDistance(isCoarse)
  return { x: top.x + Math.cos(radians) * distance, y: top.y + Math.sin(radians) * distance }
}

/** Returns the insert handles of a path: segment index and screen position. */
export function insertHandles(
  path: EditedPath,
  { toScreen, isCoarse }: GripView,
): { readonly part: number; readonly at: Point }[] {
  if (!path.canBend) return []
  const screen = getOutline(path).map(toScreen)
  return screen.flatMap((a, part) => {
    const b = screen[part + 1]
    if (!b || Math.hypot(b.x - a.x, b.y - a.y) < roomForInsert(isCoarse)) return []
    const [from, to] = [path.points[part], path.points[part + 1]]
    return {
      part,
      at:
        path.curve && from && to
          ? toScreen(getSegmentMiddle(path, part, from, to))
          : { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    }
  })
}

/** Returns the handle at a screen point, if any. Points of the path have priority, because they lie on its frame. */
export function gripAt(frame: Frame, path: EditedPath | null, screen: Point, view: GripView): Grip | undefined {
  const near = nearTo(screen, gripReach(view.isCoarse))
  if (path) {
    const index = path.handles.findLast((one) => near(view.toScreen(path.points[one] ?? nowhere)))
    if (index !== undefined) return { kind: 'point', index }
    const insert = insertHandles(path, view).find(({ at }) => near(at))
    if (insert) return { kind: 'insert', part: insert.part }
  }
  const set = getHandleSet(path)
  if (set !== 'none' && near(getKnobPosition(frame, view))) return { kind: 'rotate' }
  if (isOnSmall(frame, screen, view)) return undefined
  // Corners first: on a small box the middle handles overlap them.
  const handle = visibleHandles(frame, view, set)
    .toSorted((a, b) => b.length - a.length)
    .find((one) => near(handleAt(frame, one, view)))
  return handle && { kind: 'resize', handle }
}

const nowhere: Point = { x: Infinity, y: Infinity }

function nearTo(point: Point, reach: number): (other: Point) => boolean {
  return (other) => Math.abs(point.x - other.x) <= reach && Math.abs(point.y - other.y) <= reach
}
