import type { Point } from './box.ts'

/**
 * How a path joins its points: straight segments, corners rounded to a radius, or one smooth curve through all points.
 */
export type Corners = 'straight' | 'rounded' | 'smooth'

/** A curved path as a polyline, in the units of its points. */
export interface Curve {
  /** Flat x, y pairs of a polyline that approximates the curve to a tenth of a unit. */
  readonly path: readonly number[]
  /** Index of the original segment for each piece of the polyline. */
  readonly parts: readonly number[]
}

/** Maximum number of pieces for all bends of a path; more are not visible and slow down painting. */
const maxPieces = 96
/** Maximum distance between polyline and curve, unless the number of pieces is limited. */
const tolerance = 0.1

/**
 * Approximates a path with rounded or smooth corners by a polyline. Returns null if the path is straight. `radius`
 * applies to rounded corners and is reduced for short segments: a corner uses at most half of each. Smooth paths are
 * centripetal Catmull-Rom splines, which have no loops or cusps between points; a path that ends at its first point is
 * smooth there too. The result does not depend on rotation or mirroring.
 *
 * ```ts
 * curved([0, 0, 100, 0, 100, 100], 'rounded', 20)?.path // flat x, y pairs
 * ```
 */
export function buildCurve(points: readonly number[], corners: Corners, radius: number): Curve | null {
  if (corners === 'straight') return null
  const { places, indices } = distinct(points)
  if (places.length < 6) return null
  const bends = corners === 'rounded' ? roundings(places, radius) : splines(places)
  const requestedPieces = bends.reduce((sum, { pieces }) => sum + pieces, 0)
  const share = Math.min(1, maxPieces / Math.max(1, requestedPieces))
  return traceCurve(places, indices, bends, share, corners === 'rounded')
}

/** A curved path as a polyline of points, for hit testing and editing. */
export interface CurvedPath {
  readonly path: readonly Point[]
  /** See `Curve.parts`. */
  readonly parts: readonly number[]
}

/**
 * `curved` for points and property values of a drawing. Any value of `corners` other than 'rounded' or 'smooth' is
 * straight.
 */
export function buildCurvedPath(points: readonly Point[], corners: unknown, radius: unknown): CurvedPath | null {
  if (corners !== 'rounded' && corners !== 'smooth') return null
  const curve = buildCurve(
    points.flatMap(({ x, y }) => [x, y]),
    corners,
    typeof radius === 'number' ? radius : 0,
  )
  if (!curve) return null
  const path: Point[] = []
  for (let at = 0; at + 1 < curve.path.length; at += 2) path.push({ x: curve.path[at], y: curve.path[at + 1] })
  return { path, parts: curve.parts }
}

/** A bend as a cubic Bézier curve: flat x, y of its four control points. */
interface Bend {
  readonly bezier: readonly [number, number, number, number, number, number, number, number]
  readonly pieces: number
}

function traceCurve(
  places: readonly number[],
  indices: readonly number[],
  bends: readonly Bend[],
  share: number,
  isRounded: boolean,
): Curve {
  const path = [places[0], places[1]]
  const parts: number[] = []
  const addPoint = (x: number, y: number, part: number): void => {
    if (x === path.at(-2) && y === path.at(-1)) return
    path.push(x, y)
    parts.push(part)
  }
  for (const [i, { bezier, pieces }] of bends.entries()) {
    const part = indices[i]
    const count = Math.max(Math.min(2, pieces), Math.floor(pieces * share))
    if (isRounded) addPoint(bezier[0], bezier[1], part)
    for (let step = 1; step < count; step++) {
      const [x, y] = pointAt(bezier, step / count)
      // A rounded corner belongs half to the segment before it and half to the one after it.
      addPoint(x, y, isRounded && step * 2 > count ? indices[i + 1] : part)
    }
    addPoint(bezier[6], bezier[7], isRounded && count > 1 ? indices[i + 1] : part)
  }
  const last = places.length - 2
  addPoint(places[last], places[last + 1], indices[last / 2 - 1])
  return { path, parts }
}

/** Removes consecutive duplicate points; `indices` are the indexes of the remaining segments in the original path. */
function distinct(points: readonly number[]): {
  readonly places: readonly number[]
  readonly indices: readonly number[]
} {
  const places: number[] = []
  const indices: number[] = []
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = [points[at], points[at + 1]]
    const isSame = places.length > 0 && Math.hypot(x - places[places.length - 2], y - places[places.length - 1]) < 1e-6
    // The segment after coinciding points starts at the last of them.
    if (isSame) indices[indices.length - 1] = at / 2
    else {
      places.push(x, y)
      indices.push(at / 2)
    }
  }
  return { places, indices }
}

/** One Bézier arc per inner point; for a quarter turn the error is below 0.03 % of the radius. */
function roundings(places: readonly number[], radius: number): Bend[] {
  const bends: Bend[] = []
  for (let at = 2; at + 3 < places.length; at += 2) {
    const [x, y] = [places[at], places[at + 1]]
    const [ax, ay, a] = getUnitVector(x, y, places[at - 2], places[at - 1])
    const [bx, by, b] = getUnitVector(x, y, places[at + 2], places[at + 3])
    // Half of the turning angle: the tangent length is the radius times its tangent.
    const half = (Math.PI - Math.acos(Math.max(-1, Math.min(1, ax * bx + ay * by)))) / 2
    const reach = Math.min(Math.max(0, radius) * Math.tan(half), a / 2, b / 2)
    const isStraight = half < 1e-4 || half > Math.PI / 2 - 1e-4
    if (isStraight || !(reach > 1e-3)) {
      bends.push({ bezier: [x, y, x, y, x, y, x, y], pieces: 1 })
      continue
    }
    const real = reach / Math.tan(half)
    const handle = reach - (4 / 3) * Math.tan(half / 2) * real
    const step = 2 * Math.acos(Math.max(0.5, 1 - tolerance / Math.max(real, tolerance)))
    bends.push({
      bezier: [
        x + ax * reach,
        y + ay * reach,
        x + ax * handle,
        y + ay * handle,
        x + bx * handle,
        y + by * handle,
        x + bx * reach,
        y + by * reach,
      ],
      pieces: Math.max(2, Math.ceil((2 * half) / step)),
    })
  }
  return bends
}

/** One Bézier curve per segment, without curvature at open ends. */
function splines(places: readonly number[]): Bend[] {
  const last = places.length - 2
  const isClosed = places.length >= 8 && Math.hypot(places[0] - places[last], places[1] - places[last + 1]) < 1e-6
  const placeAt = (at: number): readonly [number, number] | null => {
    const around = isClosed ? (at < 0 ? at + last : at > last ? at - last : at) : at
    return around < 0 || around > last ? null : [places[around], places[around + 1]]
  }
  const bends: Bend[] = []
  for (let at = 0; at < last; at += 2) {
    const [from, to] = [
      [places[at], places[at + 1]],
      [places[at + 2], places[at + 3]],
    ] as const
    const first = getControlPoint(placeAt(at - 2), from, to)
    const second = getControlPoint(placeAt(at + 4), to, from)
    const one = first ?? middle(from, second ?? to)
    const other = second ?? middle(to, first ?? from)
    const [bx, by] = [
      Math.hypot(from[0] - 2 * one[0] + other[0], from[1] - 2 * one[1] + other[1]),
      Math.hypot(one[0] - 2 * other[0] + to[0], one[1] - 2 * other[1] + to[1]),
    ]
    bends.push({
      bezier: [...from, ...one, ...other, ...to],
      pieces: Math.max(1, Math.ceil(Math.sqrt((0.75 * Math.max(bx, by)) / tolerance))),
    })
  }
  return bends
}

/** Control point next to `at` in the direction of `next`; null at an open end (`before` is null). */
function getControlPoint(
  before: readonly [number, number] | null,
  at: readonly [number, number],
  next: readonly [number, number],
): readonly [number, number] | null {
  if (!before) return null
  const back = Math.hypot(at[0] - before[0], at[1] - before[1])
  const on = Math.hypot(next[0] - at[0], next[1] - at[1])
  const geometricMean = Math.sqrt(back * on)
  const whole = 3 * (back + geometricMean)
  const along = (axis: 0 | 1): number =>
    (back * next[axis] - on * before[axis] + (2 * back + 3 * geometricMean + on) * at[axis]) / whole
  return [along(0), along(1)]
}

function middle(a: readonly [number, number], b: readonly [number, number]): readonly [number, number] {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}

function pointAt(bezier: Bend['bezier'], t: number): readonly [number, number] {
  const u = 1 - t
  const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  return [
    a * bezier[0] + b * bezier[2] + c * bezier[4] + d * bezier[6],
    a * bezier[1] + b * bezier[3] + c * bezier[5] + d * bezier[7],
  ]
}

/** Unit vector between two points and their distance. */
function getUnitVector(x: number, y: number, toX: number, toY: number): readonly [number, number, number] {
  const length = Math.hypot(toX - x, toY - y)
  return [(toX - x) / length, (toY - y) / length, length]
}
