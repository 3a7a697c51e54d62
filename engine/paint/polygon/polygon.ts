import { crossesItself } from '../../geometry/index.ts'
import { toTrapezoids } from './trapezoidation.ts'
import type { ConvexPiece } from './convexPiece.ts'

/**
 * Splits a polygon into convex pieces for the shader, filled by the non-zero winding rule as in SVG. Convex outlines of
 * up to four corners stay one piece. Others are triangulated by ear clipping, which is quadratic in the number of
 * corners. Set `isSimple` if the outline is known not to cross itself.
 */
export function splitConvex(points: readonly number[], isSimple = false): readonly ConvexPiece[] {
  const count = points.length >> 1
  if (count < 3) return []
  const order = Array.from({ length: count }, (_, i) => i)
  if (getSignedArea(points) < 0) order.reverse()
  if (count <= 4 && isConvex(points, order)) return [piece(points, order, 0)]
  if (!isSimple && crossesItself(points)) return toTrapezoids(points) ?? cutEars(points, order)
  const triangles = cutEars(points, order)
  const covered = triangles.reduce((sum, { corners }) => sum + Math.abs(getSignedArea(corners)), 0)
  // The triangles cover more than the polygon if the outline overlaps itself and no ear was left.
  return (covered > Math.abs(getSignedArea(points)) * (1 + 1e-6) ? toTrapezoids(points) : null) ?? triangles
}

/** Cuts ears in turn around the outline, so that the triangles do not all share one corner. */
function cutEars(points: readonly number[], order: readonly number[]): ConvexPiece[] {
  const count = order.length
  const isOutline = createEdgeTest(points)
  const pieces: ConvexPiece[] = []
  const [before, after] = [new Int32Array(count), new Int32Array(count)]
  for (const [place, corner] of order.entries()) {
    before[corner] = order[(place + count - 1) % count] ?? 0
    after[corner] = order[(place + 1) % count] ?? 0
  }
  /** Corners that are not convex. Only these can lie inside an ear. */
  const inward = new Uint8Array(count)
  const updateCorner = (corner: number): void => {
    inward[corner] = getOrientation(points, before[corner], corner, after[corner]) <= 0 ? 1 : 0
  }
  const join = (a: number, b: number): void => {
    after[a] = b
    before[b] = a
    updateCorner(a)
    updateCorner(b)
  }
  for (const corner of order) updateCorner(corner)
  let [tip, left, tried] = [order[0] ?? 0, count, 0]
  while (left > 2) {
    const [a, c] = [before[tip], after[tip]]
    if (left > 3 && isSame(points, a, c)) {
      // The outline returns along the same edge, and everything around it has been cut off; skip the two corners.
      join(a, after[c])
      tip = a
      left -= 2
      tried = 0
    } else if (left === 3 || tried > left || isEar(points, a, tip, c, after, inward)) {
      // If rounding errors leave no ear, cut any corner: a wrong pixel is better than an endless loop.
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

/** Returns twice the signed area; positive values are clockwise on the screen. */
function getSignedArea(points: readonly number[]): number {
  let sum = 0
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length
    sum += at(points, i) * at(points, j + 1) - at(points, j) * at(points, i + 1)
  }
  return sum
}

function isConvex(points: readonly number[], order: readonly number[]): boolean {
  return order.every((_, i) => getOrientation(points, ...getNeighbours(order, i)) >= 0)
}

/** Whether a triangle lies inside the outline and contains no other corner. */
function isEar(
  points: readonly number[],
  a: number,
  tip: number,
  c: number,
  after: Int32Array,
  inward: Uint8Array,
): boolean {
  if (inward[tip] === 1) return false
  for (let other = after[c]; other !== a; other = after[other]) {
    if (inward[other] === 1 && isInTriangle(points, a, tip, c, other)) return false
  }
  return true
}

function getNeighbours(rest: readonly number[], i: number): [number, number, number] {
  const n = rest.length
  return [rest[(i + n - 1) % n] ?? 0, rest[i] ?? 0, rest[(i + 1) % n] ?? 0]
}

function getOrientation(points: readonly number[], a: number, b: number, c: number): number {
  const [ax, ay, bx, by] = [at(points, 2 * a), at(points, 2 * a + 1), at(points, 2 * b), at(points, 2 * b + 1)]
  return (bx - ax) * (at(points, 2 * c + 1) - by) - (by - ay) * (at(points, 2 * c) - bx)
}

/**
 * Whether corner `p` lies in the triangle or on its edges. Corners at the same position as one of the triangle's are
 * ignored, because outlines may touch themselves.
 */
function isInTriangle(points: readonly number[], a: number, b: number, c: number, p: number): boolean {
  return (
    getOrientation(points, a, b, p) >= 0 &&
    getOrientation(points, b, c, p) >= 0 &&
    getOrientation(points, c, a, p) >= 0 &&
    !isSame(points, a, p) &&
    !isSame(points, b, p) &&
    !isSame(points, c, p)
  )
}

function isSame(points: readonly number[], a: number, b: number): boolean {
  return at(points, 2 * a) === at(points, 2 * b) && at(points, 2 * a + 1) === at(points, 2 * b + 1)
}

/**
 * Returns a function that tests whether two corners are joined by a visible edge of the outline. An edge that is passed
 * in both directions, such as the connection to a hole, is not visible.
 */
function createEdgeTest(points: readonly number[]): (a: number, b: number) => boolean {
  const count = points.length >> 1
  const hiddenEdges = new Set<number>()
  const cornersByX = new Map<number, number[]>()
  for (let b = 0; b < count; b++) {
    const x = at(points, 2 * b)
    const alike = cornersByX.get(x)
    if (!alike) {
      cornersByX.set(x, [b])
      continue
    }
    for (const a of alike) {
      if (b - a < 2 || !isSame(points, a, b)) continue
      // Both corners are at the same position; the edges coincide if their other ends do, too.
      if (isSame(points, (a + 1) % count, b - 1)) hiddenEdges.add(a).add(b - 1)
      if (isSame(points, (a + count - 1) % count, (b + 1) % count)) hiddenEdges.add((a + count - 1) % count).add(b)
    }
    alike.push(b)
  }
  return (a, b) => (b === (a + 1) % count && !hiddenEdges.has(a)) || (a === (b + 1) % count && !hiddenEdges.has(b))
}

/** Creates a triangle. Edges that are not on the outline are marked as inner. */
function triangle(
  points: readonly number[],
  corner: readonly [number, number, number],
  isOutline: (a: number, b: number) => boolean,
): ConvexPiece {
  const [a, b, c] = corner
  return piece(points, corner, (isOutline(a, b) ? 0 : 1) | (isOutline(b, c) ? 0 : 2) | (isOutline(c, a) ? 0 : 8))
}

/** Creates a piece. A triangle repeats its last corner: its third edge has no length and the fourth one closes it. */
function piece(points: readonly number[], order: readonly number[], inner: number): ConvexPiece {
  const [a = 0, b = 0, c = 0, d = c] = order
  const of = (i: number) => [at(points, 2 * i), at(points, 2 * i + 1)] as const
  return { corners: [...of(a), ...of(b), ...of(c), ...of(d)], inner }
}

function at(points: readonly number[], i: number): number {
  return points[i] ?? 0
}
