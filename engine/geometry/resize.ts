import { getBounds, normalAngle, getRotation } from './box.ts'
import type { Box, Frame, Point } from './box.ts'

/** The eight handles of a frame as compass directions of the unrotated frame. */
export type Handle = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

export const handles: readonly Handle[] = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw']

/** Options for resizing a frame. `minSize` is the minimum side length in pixels; default: 1. */
export interface ResizeOptions {
  readonly keepRatio?: boolean
  /** Keeps the centre fixed and moves both sides. */
  readonly fromCentre?: boolean
  readonly minSize?: number
}

/** Direction of a handle from the frame's centre, -1 to 1 per axis. */
export function handleDirection(handle: Handle): Point {
  return {
    x: handle.includes('e') ? 1 : handle.includes('w') ? -1 : 0,
    y: handle.includes('s') ? 1 : handle.includes('n') ? -1 : 0,
  }
}

/**
 * Returns the frame after dragging a handle by `by` drawing pixels. Always pass the frame at the start of the drag, so
 * that rounding does not accumulate. The opposite handle stays fixed at any angle. The minimum size is 1 px unless
 * `minSize` is set.
 */
export function resizeFrame(start: Frame, handle: Handle, by: Point, options: ResizeOptions = {}): Frame {
  const { cos, sin } = getRotation(start.angleDeg)
  const side = handleDirection(handle)
  const reach = options.fromCentre ? 2 : 1
  const requested = {
    width: start.width + side.x * reach * (by.x * cos + by.y * sin),
    height: start.height + side.y * reach * (by.y * cos - by.x * sin),
  }
  const size = sizeWithin(start, side, requested, options)
  const growX = (size.width - start.width) / 2
  const growY = (size.height - start.height) / 2
  const localX = options.fromCentre ? 0 : side.x * growX
  const localY = options.fromCentre ? 0 : side.y * growY
  return {
    ...size,
    x: start.x + (localX * cos - localY * sin - growX),
    y: start.y + (localX * sin + localY * cos - growY),
    angleDeg: start.angleDeg,
  }
}

/** Returns the frame with another size; its own top left corner stays fixed at any angle. */
export function resizeTo(frame: Frame, size: { readonly width: number; readonly height: number }): Frame {
  const { cos, sin } = getRotation(frame.angleDeg)
  const growX = (size.width - frame.width) / 2
  const growY = (size.height - frame.height) / 2
  return {
    x: frame.x + (growX * cos - growY * sin - growX),
    y: frame.y + (growX * sin + growY * cos - growY),
    width: size.width,
    height: size.height,
    angleDeg: frame.angleDeg,
  }
}

/**
 * Scales frames with their bounding box from `from` to `to`. Rotated frames keep their angle: under uneven scaling each
 * side is scaled along its direction, and the bounds keep their relative position, so frames that touched an edge of
 * the box still do.
 */
export function resizeFrames(frames: readonly Frame[], from: Box, to: Box): Frame[] {
  const scaleX = from.width === 0 ? 1 : to.width / from.width
  const scaleY = from.height === 0 ? 1 : to.height / from.height
  return frames.map((frame) => {
    const { cos, sin } = getRotation(frame.angleDeg)
    const width = frame.width * lengthAlong(cos, sin, scaleX, scaleY)
    const height = frame.height * lengthAlong(sin, cos, scaleX, scaleY)
    if (scaleX !== scaleY && sin !== 0 && cos !== 0)
      return between({ ...frame, width, height }, getBounds(frame), from, to)
    return {
      x: mapStart(frame.x, frame.width, width, from.x, to.x, scaleX),
      y: mapStart(frame.y, frame.height, height, from.y, to.y, scaleY),
      width,
      height,
      angleDeg: frame.angleDeg,
    }
  })
}

/** Rotates frames about a pivot by degrees clockwise. */
export function rotateFrames(frames: readonly Frame[], pivot: Point, byDeg: number): Frame[] {
  const { cos, sin } = getRotation(byDeg)
  return frames.map((frame) => {
    const dx = frame.x + frame.width / 2 - pivot.x
    const dy = frame.y + frame.height / 2 - pivot.y
    return {
      x: frame.x + (dx * cos - dy * sin - dx),
      y: frame.y + (dx * sin + dy * cos - dy),
      width: frame.width,
      height: frame.height,
      angleDeg: normalAngle(frame.angleDeg + byDeg),
    }
  })
}

/** Direction from a centre to a point in degrees clockwise from the positive x axis. */
export function angleTo(centre: Point, point: Point): number {
  return normalAngle((Math.atan2(point.y - centre.y, point.x - centre.x) * 180) / Math.PI)
}

/** The nearest multiple of a step, in [0, 360) degrees. */
export function snapAngle(angleDeg: number, stepDeg: number): number {
  return normalAngle(Math.round(angleDeg / stepDeg) * stepDeg)
}

function sizeWithin(
  start: Box,
  side: Point,
  requested: { width: number; height: number },
  options: ResizeOptions,
): { width: number; height: number } {
  const min = options.minSize ?? 1
  // A side that is not dragged keeps its size, even below the minimum (a line may have no height).
  const width = side.x === 0 ? start.width : Math.max(min, requested.width)
  const height = side.y === 0 ? start.height : Math.max(min, requested.height)
  if (!options.keepRatio || start.width === 0 || start.height === 0) return { width, height }
  const byWidth = width / start.width
  const byHeight = height / start.height
  const lead =
    side.x === 0
      ? byHeight
      : side.y === 0
        ? byWidth
        : Math.abs(byWidth - 1) >= Math.abs(byHeight - 1)
          ? byWidth
          : byHeight
  const scale = Math.max(lead, Math.min(1, min / Math.min(start.width, start.height)))
  return { width: start.width * scale, height: start.height * scale }
}

function lengthAlong(cos: number, sin: number, scaleX: number, scaleY: number): number {
  if (scaleX === scaleY || sin === 0) return scaleX
  return cos === 0 ? scaleY : Math.hypot(cos * scaleX, sin * scaleY)
}

/** Scales the centre with the surrounding box. Without scaling only shifts the start, which rounds once. */
function mapStart(start: number, size: number, newSize: number, from: number, to: number, scale: number): number {
  if (scale === 1) return start + (to - from) + (size - newSize) / 2
  return to + (start + size / 2 - from) * scale - newSize / 2
}

/** Moves the frame so that its bounds keep their relative position in the free space of the box. */
function between(frame: Frame, was: Box, from: Box, to: Box): Frame {
  const now = getBounds(frame)
  return {
    x: to.x + startWithin(was.x - from.x, was.width, now.width, from.width, to.width) + (now.width - frame.width) / 2,
    y:
      to.y +
      startWithin(was.y - from.y, was.height, now.height, from.height, to.height) +
      (now.height - frame.height) / 2,
    width: frame.width,
    height: frame.height,
    angleDeg: frame.angleDeg,
  }
}

/**
 * New start of the bounds for an old start at distance `before` from the start of the box. Bounds as wide as the box
 * are centred. Bounds that extend beyond the box, as those of a symbol instance can, follow their centre.
 */
function startWithin(before: number, size: number, newSize: number, length: number, newLength: number): number {
  const room = length - size
  const noise = 1e-9 * (1 + Math.abs(before))
  if (before < -noise || before > room + noise)
    return (before + size / 2) * (length === 0 ? 1 : newLength / length) - newSize / 2
  return (newLength - newSize) * (room > noise ? before / room : 0.5)
}
