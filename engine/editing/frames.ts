import { getOwnFrame } from '../commands/index.ts'
import type { Component } from '../document/index.ts'
import {
  getBounds,
  handleDirection,
  rotatePoint,
  getCentre,
  type Frame,
  type Handle,
  type Point,
} from '../geometry/index.ts'

/**
 * Frame of the handles: the rotated frame of a single component (for an instance its place), or the bounding box of
 * several. Undefined without components.
 */
export function getSelectionFrame(components: readonly Component[]): Frame | undefined {
  const [first] = components
  if (first && components.length === 1) return getOwnFrame(first)
  if (!first) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  // Computes bounds only for rotated components; a box object for each of 100,000 components would be noticeably slow.
  for (const component of components) {
    const { x, y, width, height } = component.angleDeg === 0 ? component : getBounds(component)
    if (x < left) left = x
    if (y < top) top = y
    if (x + width > right) right = x + width
    if (y + height > bottom) bottom = y + height
  }
  return { x: left, y: top, width: right - left, height: bottom - top, angleDeg: 0 }
}

/** Converts a point in frame units (-1 to 1 from the centre) to drawing coordinates. */
export function getFramePoint(frame: Frame, share: Point): Point {
  const centre = getCentre(frame)
  const flat = { x: centre.x + (share.x * frame.width) / 2, y: centre.y + (share.y * frame.height) / 2 }
  return rotatePoint(flat, centre, frame.angleDeg)
}

/** Resize cursor for a handle of a rotated frame. */
export function resizeCursor(handle: Handle, angleDeg: number): string {
  const side = handleDirection(handle)
  const directionDeg = (Math.atan2(side.y, side.x) * 180) / Math.PI + angleDeg
  const eighth = ((Math.round(directionDeg / 45) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][eighth] ?? 'move'
}

/**
 * Rounds a frame to hundredths of a pixel or degree: below visibility, readable in files, and precise enough to keep
 * the opposite corner of a rotated frame in place.
 */
export function roundFrame(frame: Frame): Frame {
  return {
    x: hundredths(frame.x),
    y: hundredths(frame.y),
    width: hundredths(frame.width),
    height: hundredths(frame.height),
    angleDeg: hundredths(frame.angleDeg),
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100
