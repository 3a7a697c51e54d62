import { boundsOf, centreOf, normalAngle, tidy, turnOf } from '../geometry/index.ts'
import type { Place } from '../document/index.ts'
import type { Point } from '../geometry/index.ts'

/** One member before and after. */
export interface MovedFrame {
  readonly before: Place
  readonly after: Place
}

/** What a motion of all members does to the place of their instance. */
export type Motion = (place: Place) => Place

/**
 * Which one motion of a whole instance its members have made: a shift, a turn or mirroring, or a stretching. Null: they
 * went different ways, which members of an instance cannot. So a tool may move an instance by its members, as it moves
 * any group, and still it is the place of the instance that is kept.
 */
export function motionOf(frames: readonly MovedFrame[]): Motion | null {
  return shiftOf(frames) ?? turningOf(frames) ?? stretchingOf(frames)
}

/** Tools round frames to hundredths. */
const slack = 0.02

function shiftOf(frames: readonly MovedFrame[]): Motion | null {
  const [first] = frames
  if (!first) return null
  const dx = first.after.x - first.before.x
  const dy = first.after.y - first.before.y
  const isShift = frames.every(({ before, after }) => isSameSize(before, after) && before.angleDeg === after.angleDeg
    && before.flipX === after.flipX && before.flipY === after.flipY && near(after.x - before.x, dx) && near(after.y - before.y, dy))
  return isShift ? (place) => ({ ...place, x: tidy(place.x + dx), y: tidy(place.y + dy) }) : null
}

/** A picture's direction, one way of writing it for each: both flips are half a turn. */
function directionOf({ angleDeg, flipX, flipY }: Place): { readonly isMirrored: boolean; readonly angleDeg: number } {
  return { isMirrored: flipX !== flipY, angleDeg: angleDeg + (flipY ? 180 : 0) }
}

function turningOf(frames: readonly MovedFrame[]): Motion | null {
  const [first] = frames
  if (!first) return null
  const was = directionOf(first.before)
  const is = directionOf(first.after)
  const mirrors = was.isMirrored !== is.isMirrored
  const byDeg = is.angleDeg - (mirrors ? -was.angleDeg : was.angleDeg)
  const { cos, sin } = turnOf(byDeg)
  const from = centreOf(first.before)
  const to = centreOf(first.after)
  const moved = (point: Point): Point => {
    const dx = (point.x - from.x) * (mirrors ? -1 : 1)
    const dy = point.y - from.y
    return { x: to.x + dx * cos - dy * sin, y: to.y + dx * sin + dy * cos }
  }
  const isTurning = frames.every(({ before, after }) => {
    const centre = moved(centreOf(before))
    const [one, other] = [directionOf(before), directionOf(after)]
    const wanted = byDeg + (mirrors ? -one.angleDeg : one.angleDeg)
    return isSameSize(before, after) && (one.isMirrored !== other.isMirrored) === mirrors && isSameAngle(wanted, other.angleDeg)
      && near(centre.x, centreOf(after).x) && near(centre.y, centreOf(after).y)
  })
  if (!isTurning) return null
  // Of the two flips that make the same picture the one that was made: words stand upright by the one, upside down by the other.
  const [isAcross, isUpsideDown] = [first.before.flipX !== first.after.flipX, first.before.flipY !== first.after.flipY]
  return (place) => {
    const centre = moved(centreOf(place))
    const flipY = place.flipY !== isUpsideDown
    return {
      ...place,
      x: tidy(centre.x - place.width / 2), y: tidy(centre.y - place.height / 2),
      angleDeg: normalAngle(tidy(byDeg + (mirrors ? -directionOf(place).angleDeg : directionOf(place).angleDeg) - (flipY ? 180 : 0))),
      flipX: place.flipX !== isAcross, flipY,
    }
  }
}

function stretchingOf(frames: readonly MovedFrame[]): Motion | null {
  if (frames.some(({ before, after }) => !isSameAngle(before.angleDeg, after.angleDeg) || before.flipX !== after.flipX || before.flipY !== after.flipY)) return null
  const x = scaleOf(frames, 'x')
  const y = scaleOf(frames, 'y')
  const stretched = (place: Place): Place => {
    const { cos, sin } = turnOf(place.angleDeg)
    const width = place.width * Math.hypot(cos * x.scale, sin * y.scale)
    const height = place.height * Math.hypot(sin * x.scale, cos * y.scale)
    const centre = centreOf(place)
    return { ...place, x: tidy(x.at + centre.x * x.scale - width / 2), y: tidy(y.at + centre.y * y.scale - height / 2), width: tidy(width), height: tidy(height) }
  }
  const isStretching = frames.every(({ before, after }) => {
    const wanted = stretched(before)
    if (!isSameSize(wanted, after)) return false
    // A turned frame that is stretched unevenly has no one right place.
    return (before.angleDeg % 90 !== 0 && !near(x.scale, y.scale)) || (near(wanted.x, after.x) && near(wanted.y, after.y))
  })
  return isStretching ? stretched : null
}

/** `after = at + scale · before` along one axis, from the two coordinates that lie furthest apart. */
function scaleOf(frames: readonly MovedFrame[], axis: 'x' | 'y'): { readonly scale: number; readonly at: number } {
  let low: readonly [number, number] = [Infinity, 0]
  let high: readonly [number, number] = [-Infinity, 0]
  for (const { before, after } of frames) {
    const samples: (readonly [number, number])[] = [[centreOf(before)[axis], centreOf(after)[axis]]]
    if (before.angleDeg % 90 === 0) {
      const size = axis === 'x' ? 'width' : 'height'
      const [was, is] = [boundsOf(before), boundsOf(after)]
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
