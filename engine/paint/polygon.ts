/** One convex piece of a polygon: four corners as flat x, y pairs (a triangle names its last one twice). */
export interface Piece {
  readonly corners: readonly [number, number, number, number, number, number, number, number]
  /** Bit i: the edge from corner i to corner i + 1 lies inside the polygon and meets another piece. */
  readonly inner: number
}

/**
 * Cuts a simple polygon into pieces that the shader paints. One to four corners that are convex stay one piece; others
 * become triangles by ear clipping, quadratic in the corners, of which symbols have a dozen.
 */
export function piecesOf(points: readonly number[]): readonly Piece[] {
  const count = points.length >> 1
  if (count < 3) return []
  const order = Array.from({ length: count }, (_, i) => i)
  if (areaOf(points) < 0) order.reverse()
  if (count <= 4 && isConvex(points, order)) return [piece(points, order, 0)]
  const pieces: Piece[] = []
  const rest = [...order]
  while (rest.length > 3) {
    const ear = earOf(points, rest)
    const [before, tip, after] = around(rest, ear)
    pieces.push(triangle(points, [before, tip, after], count))
    rest.splice(ear, 1)
  }
  const [a = 0, b = 0, c = 0] = rest
  pieces.push(triangle(points, [a, b, c], count))
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

/** The first corner whose triangle holds no other; where rounding leaves none, the first: a wrong pixel, no endless loop. */
function earOf(points: readonly number[], rest: readonly number[]): number {
  const found = rest.findIndex((_, i) => {
    const corner = around(rest, i)
    if (turn(points, ...corner) <= 0) return false
    return rest.every((other) => corner.includes(other) || !isWithin(points, corner, other))
  })
  return Math.max(0, found)
}

function around(rest: readonly number[], i: number): [number, number, number] {
  const n = rest.length
  return [rest[(i + n - 1) % n] ?? 0, rest[i] ?? 0, rest[(i + 1) % n] ?? 0]
}

function turn(points: readonly number[], a: number, b: number, c: number): number {
  const [ax, ay, bx, by] = [at(points, 2 * a), at(points, 2 * a + 1), at(points, 2 * b), at(points, 2 * b + 1)]
  return (bx - ax) * (at(points, 2 * c + 1) - by) - (by - ay) * (at(points, 2 * c) - bx)
}

function isWithin(points: readonly number[], [a, b, c]: readonly [number, number, number], p: number): boolean {
  return turn(points, a, b, p) > 0 && turn(points, b, c, p) > 0 && turn(points, c, a, p) > 0
}

/** An edge of a triangle is the polygon's own when it joins neighbours of the outline. */
function triangle(points: readonly number[], corner: readonly [number, number, number], count: number): Piece {
  const isOwn = (a: number, b: number) => Math.abs(a - b) === 1 || Math.abs(a - b) === count - 1
  const [a, b, c] = corner
  return piece(points, corner, (isOwn(a, b) ? 0 : 1) | (isOwn(b, c) ? 0 : 2) | (isOwn(c, a) ? 0 : 8))
}

/** The last corner of a triangle stands twice: its third edge has no length, its fourth closes it. */
function piece(points: readonly number[], order: readonly number[], inner: number): Piece {
  const [a = 0, b = 0, c = 0, d = c] = order
  const of = (i: number) => [at(points, 2 * i), at(points, 2 * i + 1)] as const
  return { corners: [...of(a), ...of(b), ...of(c), ...of(d)], inner }
}

function at(points: readonly number[], i: number): number {
  return points[i] ?? 0
}
