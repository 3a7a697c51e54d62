import type { Point } from './box.ts'

/**
 * How a path goes through its points: in straight parts, with its corners rounded to a radius, or as one smooth curve
 * through all of them.
 */
export type Corners = 'straight' | 'rounded' | 'smooth'

export interface Curve {
  /** Flat x, y pairs in the units of the points: straight pieces that say the curve to a tenth of a unit. */
  readonly path: readonly number[]
  /** For each of its pieces, between which two of the points it lies: 0 from the first to the second. */
  readonly parts: readonly number[]
}

/** So many pieces are shared out among all bends of a path: more cannot be told apart, and each is painted. */
const mostPieces = 96
/** Farthest that a piece may lie from its curve, where there are pieces enough. */
const tolerance = 0.1

/**
 * The straight pieces of a path with its corners as asked, from its first point to its last; null where it is straight
 * anyway. `radius` is that of rounded corners, less where the parts beside a corner are short: a corner takes no more
 * than half of either. A smooth curve is a centripetal Catmull-Rom spline: it neither loops nor cusps between two points,
 * and a path that ends where it began is smooth there, too. The same whichever way the path is turned or mirrored.
 */
export function curved(points: readonly number[], corners: Corners, radius: number): Curve | null {
  if (corners === 'straight') return null
  const { places, indices } = distinct(points)
  if (places.length < 6) return null
  const bends = corners === 'rounded' ? roundings(places, radius) : splines(places)
  const wanted = bends.reduce((sum, { pieces }) => sum + pieces, 0)
  const share = Math.min(1, mostPieces / Math.max(1, wanted))
  return traced(places, indices, bends, share, corners === 'rounded')
}

export interface CurvedPath {
  readonly path: readonly Point[]
  /** As of a `Curve`. */
  readonly parts: readonly number[]
}

/** The same of points as a drawing has them, with what its properties say: what is no way to join corners is straight. */
export function curvedPath(points: readonly Point[], corners: unknown, radius: unknown): CurvedPath | null {
  if (corners !== 'rounded' && corners !== 'smooth') return null
  const curve = curved(points.flatMap(({ x, y }) => [x, y]), corners, typeof radius === 'number' ? radius : 0)
  if (!curve) return null
  const path: Point[] = []
  for (let at = 0; at + 1 < curve.path.length; at += 2) path.push({ x: curve.path[at], y: curve.path[at + 1] })
  return { path, parts: curve.parts }
}

/** A bend as a cubic Bézier curve: flat x, y of its four corners. */
interface Bend {
  readonly bezier: readonly [number, number, number, number, number, number, number, number]
  readonly pieces: number
}

function traced(places: readonly number[], indices: readonly number[], bends: readonly Bend[], share: number, isRounded: boolean): Curve {
  const path = [places[0], places[1]]
  const parts: number[] = []
  const put = (x: number, y: number, part: number): void => {
    if (x === path.at(-2) && y === path.at(-1)) return
    path.push(x, y)
    parts.push(part)
  }
  for (const [i, { bezier, pieces }] of bends.entries()) {
    const part = indices[i]
    const count = Math.max(Math.min(2, pieces), Math.floor(pieces * share))
    if (isRounded) put(bezier[0], bezier[1], part)
    for (let step = 1; step < count; step++) {
      const [x, y] = pointAt(bezier, step / count)
      // A rounded corner lies between two parts: its first half belongs to the one.
      put(x, y, isRounded && step * 2 > count ? indices[i + 1] : part)
    }
    put(bezier[6], bezier[7], isRounded && count > 1 ? indices[i + 1] : part)
  }
  const last = places.length - 2
  put(places[last], places[last + 1], indices[last / 2 - 1])
  return { path, parts }
}

/** The points without those that lie upon the one before, and which part of the whole begins at each. */
function distinct(points: readonly number[]): { readonly places: readonly number[]; readonly indices: readonly number[] } {
  const places: number[] = []
  const indices: number[] = []
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x, y] = [points[at], points[at + 1]]
    const isSame = places.length > 0 && Math.hypot(x - places[places.length - 2], y - places[places.length - 1]) < 1e-6
    // The part that goes on from a place is that of its last point.
    if (isSame) indices[indices.length - 1] = at / 2
    else {
      places.push(x, y)
      indices.push(at / 2)
    }
  }
  return { places, indices }
}

/** One arc for each inner point, as a Bézier curve: at a quarter of a turn it lies within 0.03 % of the radius. */
function roundings(places: readonly number[], radius: number): Bend[] {
  const bends: Bend[] = []
  for (let at = 2; at + 3 < places.length; at += 2) {
    const [x, y] = [places[at], places[at + 1]]
    const [ax, ay, a] = wayTo(x, y, places[at - 2], places[at - 1])
    const [bx, by, b] = wayTo(x, y, places[at + 2], places[at + 3])
    // Half of what the path turns by: the tangents are as long as the radius times its tangent.
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
      bezier: [x + ax * reach, y + ay * reach, x + ax * handle, y + ay * handle, x + bx * handle, y + by * handle, x + bx * reach, y + by * reach],
      pieces: Math.max(2, Math.ceil((2 * half) / step)),
    })
  }
  return bends
}

/** One Bézier curve for each part. At open ends it is bent by nothing. */
function splines(places: readonly number[]): Bend[] {
  const last = places.length - 2
  const isClosed = places.length >= 8 && Math.hypot(places[0] - places[last], places[1] - places[last + 1]) < 1e-6
  const placeAt = (at: number): readonly [number, number] | null => {
    const around = isClosed ? (at < 0 ? at + last : at > last ? at - last : at) : at
    return around < 0 || around > last ? null : [places[around], places[around + 1]]
  }
  const bends: Bend[] = []
  for (let at = 0; at < last; at += 2) {
    const [from, to] = [[places[at], places[at + 1]], [places[at + 2], places[at + 3]]] as const
    const first = controlOf(placeAt(at - 2), from, to)
    const second = controlOf(placeAt(at + 4), to, from)
    const one = first ?? middle(from, second ?? to)
    const other = second ?? middle(to, first ?? from)
    const [bx, by] = [Math.hypot(from[0] - 2 * one[0] + other[0], from[1] - 2 * one[1] + other[1]), Math.hypot(one[0] - 2 * other[0] + to[0], one[1] - 2 * other[1] + to[1])]
    bends.push({ bezier: [...from, ...one, ...other, ...to], pieces: Math.max(1, Math.ceil(Math.sqrt((0.75 * Math.max(bx, by)) / tolerance))) })
  }
  return bends
}

/** The Bézier corner beside `at` on the way to `next`, where the path comes from `before`; null at an open end. */
function controlOf(before: readonly [number, number] | null, at: readonly [number, number], next: readonly [number, number]): readonly [number, number] | null {
  if (!before) return null
  const back = Math.hypot(at[0] - before[0], at[1] - before[1])
  const on = Math.hypot(next[0] - at[0], next[1] - at[1])
  const mean = Math.sqrt(back * on)
  const whole = 3 * (back + mean)
  const along = (axis: 0 | 1): number => (back * next[axis] - on * before[axis] + (2 * back + 3 * mean + on) * at[axis]) / whole
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

/** The direction from one place to another, and how far it is. */
function wayTo(x: number, y: number, toX: number, toY: number): readonly [number, number, number] {
  const length = Math.hypot(toX - x, toY - y)
  return [(toX - x) / length, (toY - y) / length, length]
}
