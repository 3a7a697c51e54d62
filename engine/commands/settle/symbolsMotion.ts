import { getBounds, getCentre, normalAngle, tidy, getRotation } from '../../geometry/index.ts'
import type { Place } from '../../document/index.ts'
import type { Point } from '../../geometry/index.ts'

/** Frame of one member before and after. */
export interface MovedFrame {
  readonly before: Place
  readonly after: Place
}

/** Maps the old place of an instance to its new place. */
export type Motion = (place: Place) => Place

/**
 * Returns the single motion (shift, rotation, mirroring or scaling) that explains the new frames of all members, or
 * null if there is none. Tools can therefore move an instance by its members like any group, and the motion is stored
 * as the instance's place.
 */
export function findMotion(frames: readonly MovedFrame[]): Motion | null {
  return findShift(frames) ?? findRotation(frames) ?? findScaling(frames)
}

/** Tolerance in px. Tools round frames to hundredths. */
const slack = 0.02

function findShift(frames: readonly MovedFrame[]): Motion | null {
  const [first] = frames
  if (!first) return null
  const dx = first.after.x - first.before.x
  const dy = first.after.y - first.before.y
  const isShift = frames.every(
    ({ before, after }) =>
      isSameSize(before, after) &&
      before.angleDeg === after.angleDeg &&
      before.flipX === after.flipX &&
      before.flipY === after.flipY &&
      near(after.x - before.x, dx) &&
      near(after.y - before.y, dy),
  )
  return isShift ? (place) => ({ ...place, x: tidy(place.x + dx), y: tidy(place.y + dy) }) : null
}

/** Normalizes an orientation: flipping both axes equals a rotation by 180°. */
function getOrientation({ angleDeg, flipX, flipY }: Place): {
  readonly isMirrored: boolean
  readonly angleDeg: number
} {
  return { isMirrored: flipX !== flipY, angleDeg: angleDeg + (flipY ? 180 : 0) }
}

function findRotation(frames: readonly MovedFrame[]): Motion | null {
  const [first] = frames
  if (!first) return null
  const was = getOrientation(first.before)
  const is = getOrientation(first.after)
  const mirrors = was.isMirrored !== is.isMirrored
  const byDeg = is.angleDeg - (mirrors ? -was.angleDeg : was.angleDeg)
  const { cos, sin } = getRotation(byDeg)
  const from = getCentre(first.before)
  const to = getCentre(first.after)
  const moved = (point: Point): Point => {
    const dx = (point.x - from.x) * (mirrors ? -1 : 1)
    const dy = point.y - from.y
    return { x: to.x + dx * cos - dy * sin, y: to.y + dx * sin + dy * cos }
  }
  const isTurning = frames.every(({ before, after }) => {
    const centre = moved(getCentre(before))
    const [one, other] = [getOrientation(before), getOrientation(after)]
    const expected = byDeg + (mirrors ? -one.angleDeg : one.angleDeg)
    return (
      isSameSize(before, after) &&
      (one.isMirrored !== other.isMirrored) === mirrors &&
      isSameAngle(expected, other.angleDeg) &&
      near(centre.x, getCentre(after).x) &&
      near(centre.y, getCentre(after).y)
    )
  })
  if (!isTurning) return null
  // Keep the flips that were made: the other pair gives the same picture but turns texts upside down.
  const [isAcross, isUpsideDown] = [first.before.flipX !== first.after.flipX, first.before.flipY !== first.after.flipY]
  return (place) => {
    const centre = moved(getCentre(place))
    const flipY = place.flipY !== isUpsideDown
    return {
      ...place,
      x: tidy(centre.x - place.width / 2),
      y: tidy(centre.y - place.height / 2),
      angleDeg: normalAngle(
        tidy(byDeg + (mirrors ? -getOrientation(place).angleDeg : getOrientation(place).angleDeg) - (flipY ? 180 : 0)),
      ),
      flipX: place.flipX !== isAcross,
      flipY,
    }
  }
}

function findScaling(frames: readonly MovedFrame[]): Motion | null {
  if (
    frames.some(
      ({ before, after }) =>
        !isSameAngle(before.angleDeg, after.angleDeg) || before.flipX !== after.flipX || before.flipY !== after.flipY,
    )
  )
    return null
  const x = fitScale(frames, 'x')
  const y = fitScale(frames, 'y')
  const stretched = (place: Place): Place => {
    const { cos, sin } = getRotation(place.angleDeg)
    const width = place.width * Math.hypot(cos * x.scale, sin * y.scale)
    const height = place.height * Math.hypot(sin * x.scale, cos * y.scale)
    const centre = getCentre(place)
    return {
      ...place,
      x: tidy(x.at + centre.x * x.scale - width / 2),
      y: tidy(y.at + centre.y * y.scale - height / 2),
      width: tidy(width),
      height: tidy(height),
    }
  }
  const isStretching = frames.every(({ before, after }) => {
    const expected = stretched(before)
    if (!isSameSize(expected, after)) return false
    // A rotated frame has no exact result under non-uniform scaling.
    return (
      (before.angleDeg % 90 !== 0 && !near(x.scale, y.scale)) ||
      (near(expected.x, after.x) && near(expected.y, after.y))
    )
  })
  return isStretching ? stretched : null
}

/**
 * Returns scale and offset along one axis (`after = at + scale · before`), from the two coordinates that are furthest
 * apart.
 */
function fitScale(frames: readonly MovedFrame[], axis: 'x' | 'y'): { readonly scale: number; readonly at: number } {
  let low: readonly [number, number] = [Infinity, 0]
  let high: readonly [number, number] = [-Infinity, 0]
  for (const { before, after } of frames) {
    const samples: (readonly [number, number])[] = [[getCentre(before)[axis], getCentre(after)[axis]]]
    if (before.angleDeg % 90 === 0) {
      const size = axis === 'x' ? 'width' : 'height'
      const [was, is] = [getBounds(before), getBounds(after)]
      samples.push([was[axis], is[axis]], [was[axis] + was[size], is[axis] + is[size]])
    }
    for (const sample of samples) {
      if (sample[0] < low[0]) low = sample
      if (sample[0] > high[0]) high = sample
    }
  }
  const scale = high[0] - low[0] > 1e-9 ? (high[1] - low[1]) / (high[0] - low[0]) : 1
  return { scale, at: low[1] - low[0] * scale }
}

const near = (a: number, b: number): boolean => Math.abs(a - b) <= slack
const isSameSize = (a: Place, b: Place): boolean => near(a.width, b.width) && near(a.height, b.height)

function isSameAngle(a: number, b: number): boolean {
  const rest = normalAngle(a - b)
  return rest <= slack || rest >= 360 - slack
}
