import { crossesItself } from '../geometry/index.ts'
import { toTrapezoids } from './trapezoidation.ts'
import type { ConvexPiece } from './convexPiece.ts'

/**
 * Cuts a polygon into pieces that the shader paints. One to four corners that are convex stay one piece; others become
 * triangles by ear clipping, quadratic in the corners, of which symbols have a dozen. An outline may touch itself; one that
 * crosses itself is filled where it winds around at all, as in SVG. `isSimple`: somebody knows that it does not.
 */
export function piecesOf(points: readonly number[], isSimple = false): readonly ConvexPiece[] {
  const count = points.length >> 1
  if (count < 3) return []
  const order = Array.from({ length: count }, (_, i) => i)
  if (areaOf(points) < 0) order.reverse()
  if (count <= 4 && isConvex(points, order)) return [piece(points, order, 0)]
  if (!isSimple && crossesItself(points)) return toTrapezoids(points) ?? trianglesOf(points, order)
  const triangles = trianglesOf(points, order)
  const covered = triangles.reduce((sum, { corners }) => sum + Math.abs(areaOf(corners)), 0)
  // More than is inside: an outline that runs along itself left no ear.
  return (covered > Math.abs(areaOf(points)) * (1 + 1e-6) ? toTrapezoids(points) : null) ?? triangles
}

/** Ears are cut off going round, so that they do not all meet in one corner. */
function trianglesOf(points: readonly number[], order: readonly number[]): ConvexPiece[] {
  const count = order.length
  const isOutline = outlineOf(points)
  const pieces: ConvexPiece[] = []
  const [before, after] = [new Int32Array(count), new Int32Array(count)]
  for (const [place, corner] of order.entries()) {
    before[corner] = order[(place + count - 1) % count] ?? 0
    after[corner] = order[(place + 1) % count] ?? 0
  }
  /** Where the outline does not turn outwards: only there can it come into an ear. */
  const inward = new Uint8Array(count)
  const look = (corner: number): void => { inward[corner] = turn(points, before[corner], corner, after[corner]) <= 0 ? 1 : 0 }
  const join = (a: number, b: number): void => {
    after[a] = b
    before[b] = a
    look(a)
    look(b)
  }
  for (const corner of order) look(corner)
  let [tip, left, tried] = [order[0] ?? 0, count, 0]
  while (left > 2) {
    const [a, c] = [before[tip], after[tip]]
    if (left > 3 && isSame(points, a, c)) {
      // From here the outline goes back the way it came, once all around it is cut off: with the next corner it is nothing.
      join(a, after[c])
      tip = a
      left -= 2
      tried = 0
    } else if (left === 3 || tried > left || isEar(points, a, tip, c, after, inward)) {
      // Where rounding leaves no ear, any corner: a wrong pixel, no endless loop.
      pieces.push(triangle(points, [a, tip, c], isOutline))
      join(a, c)
      tip = after[c]
      left--
      tried = 0
    } else {
      tip = c
      tried++
    }
  }
  return pieces
}

/** Twice the signed area; positive is clockwise on a screen. */
function areaOf(points: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length
    sum += at(points, i) * at(points, j + 1) - at(points, j) * at(points, i + 1)
  }
  return sum
}

function isConvex(points: readonly number[], order: readonly number[]): boolean {
  return order.every((_, i) => turn(points, ...around(order, i)) >= 0)
}

/** Whether a triangle lies inside and holds no other corner. */
function isEar(points: readonly number[], a: number, tip: number, c: number, after: Int32Array, inward: Uint8Array): boolean {
  if (inward[tip] === 1) return false
  for (let other = after[c]; other !== a; other = after[other]) {
    if (inward[other] === 1 && isWithin(points, a, tip, c, other)) return false
  }
  return true
}

function around(rest: readonly number[], i: number): [number, number, number] {
  const n = rest.length
  return [rest[(i + n - 1) % n] ?? 0, rest[i] ?? 0, rest[(i + 1) % n] ?? 0]
}

function turn(points: readonly number[], a: number, b: number, c: number): number {
  const [ax, ay, bx, by] = [at(points, 2 * a), at(points, 2 * a + 1), at(points, 2 * b), at(points, 2 * b + 1)]
  return (bx - ax) * (at(points, 2 * c + 1) - by) - (by - ay) * (at(points, 2 * c) - bx)
}

/** In a triangle or on its edges; at a corner only another corner stands, where an outline meets itself. */
function isWithin(points: readonly number[], a: number, b: number, c: number, p: number): boolean {
  return turn(points, a, b, p) >= 0 && turn(points, b, c, p) >= 0 && turn(points, c, a, p) >= 0
    && !isSame(points, a, p) && !isSame(points, b, p) && !isSame(points, c, p)
}

function isSame(points: readonly number[], a: number, b: number): boolean {
  return at(points, 2 * a) === at(points, 2 * b) && at(points, 2 * a + 1) === at(points, 2 * b + 1)
}

/**
 * Whether two corners are neighbours on the outline, and the edge between them is one to be seen: the way into a hole is
 * gone twice, there and back, and is none.
 */
function outlineOf(points: readonly number[]): (a: number, b: number) => boolean {
  const count = points.length >> 1
  const ways = new Set<number>()
  const known = new Map<number, number[]>()
  for (let b = 0; b < count; b++) {
    const x = at(points, 2 * b)
    const alike = known.get(x)
    if (!alike) {
      known.set(x, [b])
      continue
    }
    for (const a of alike) {
      if (b - a < 2 || !isSame(points, a, b)) continue
      // One edge begins where the other ends: they are the same when their other ends meet too.
      if (isSame(points, (a + 1) % count, b - 1)) ways.add(a).add(b - 1)
      if (isSame(points, (a + count - 1) % count, (b + 1) % count)) ways.add((a + count - 1) % count).add(b)
    }
    alike.push(b)
  }
  return (a, b) => (b === (a + 1) % count && !ways.has(a)) || (a === (b + 1) % count && !ways.has(b))
}

/** Edges that are not the polygon's own lie between two pieces. */
function triangle(points: readonly number[], corner: readonly [number, number, number], isOutline: (a: number, b: number) => boolean): ConvexPiece {
  const [a, b, c] = corner
  return piece(points, corner, (isOutline(a, b) ? 0 : 1) | (isOutline(b, c) ? 0 : 2) | (isOutline(c, a) ? 0 : 8))
}

/** The last corner of a triangle stands twice: its third edge has no length, its fourth closes it. */
function piece(points: readonly number[], order: readonly number[], inner: number): ConvexPiece {
  const [a = 0, b = 0, c = 0, d = c] = order
  const of = (i: number) => [at(points, 2 * i), at(points, 2 * i + 1)] as const
  return { corners: [...of(a), ...of(b), ...of(c), ...of(d)], inner }
}

function at(points: readonly number[], i: number): number {
  return points[i] ?? 0
}
