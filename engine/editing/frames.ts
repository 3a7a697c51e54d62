import { ownFrame } from '../commands/index.ts'
import type { Component } from '../document/index.ts'
import { boundsOf, handleDirection, rotatePoint, centreOf, type Frame, type Handle, type Point } from '../geometry/index.ts'

/** What the handles sit on: one component's own, turned box, an instance's being the place of its symbol's box; or the upright box around several. */
export function frameOf(components: readonly Component[]): Frame | undefined {
  const [first] = components
  if (first && components.length === 1) return ownFrame(first)
  if (!first) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  // Of a hundred thousand a box each would be seen: only what is turned gets one.
  for (const component of components) {
    const { x, y, width, height } = component.angleDeg === 0 ? component : boundsOf(component)
    if (x < left) left = x
    if (y < top) top = y
    if (x + width > right) right = x + width
    if (y + height > bottom) bottom = y + height
  }
  return { x: left, y: top, width: right - left, height: bottom - top, angleDeg: 0 }
}

/** Where a point given in shares of the half size (-1 to 1 each way) of a frame lies in the drawing. */
export function pointOfFrame(frame: Frame, share: Point): Point {
  const centre = centreOf(frame)
  const flat = { x: centre.x + (share.x * frame.width) / 2, y: centre.y + (share.y * frame.height) / 2 }
  return rotatePoint(flat, centre, frame.angleDeg)
}

/** The double arrow that has a handle's direction on the screen. */
export function resizeCursor(handle: Handle, angleDeg: number): string {
  const side = handleDirection(handle)
  const directionDeg = (Math.atan2(side.y, side.x) * 180) / Math.PI + angleDeg
  const eighth = ((Math.round(directionDeg / 45) % 4) + 4) % 4
  return ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'][eighth] ?? 'move'
}

/** Hundredths are finer than anybody sees, coarse enough for a file to be read, and keep a turned box's far corner still. */
export function rounded(frame: Frame): Frame {
  return {
    x: hundredths(frame.x),
    y: hundredths(frame.y),
    width: hundredths(frame.width),
    height: hundredths(frame.height),
    angleDeg: hundredths(frame.angleDeg),
  }
}

const hundredths = (value: number): number => Math.round(value * 100) / 100
