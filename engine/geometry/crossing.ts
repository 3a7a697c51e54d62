/**
 * Side of a point relative to the line from a to b: positive is to the right on a screen (y downwards), 0 is on the
 * line. The magnitude is twice the area of the triangle.
 */
export function getSide(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
}

/**
 * Relation of the segments a–b and c–d. 1: they cross inside both; 0: an end of one is on the line of the other, so
 * they may touch; -1: neither. `slack` is the tolerance for an end on a line, in the unit of `getSide`.
 */
export function getSegmentRelation(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
  slack = 0,
): -1 | 0 | 1 {
  const c = getSide(ax, ay, bx, by, cx, cy),
    d = getSide(ax, ay, bx, by, dx, dy)
  if (Math.abs(c) <= slack || Math.abs(d) <= slack) return 0
  if (c > 0 === d > 0) return -1
  const a = getSide(cx, cy, dx, dy, ax, ay),
    b = getSide(cx, cy, dx, dy, bx, by)
  if (Math.abs(a) <= slack || Math.abs(b) <= slack) return 0
  return a > 0 === b > 0 ? -1 : 1
}

/** `getSegmentRelation` for two sides of an outline, given by their first corners. */
export function getSideRelation(points: readonly number[], i: number, j: number): number {
  const [k, l] = [next(points, i), next(points, j)]
  return getSegmentRelation(
    getCoordinate(points, 2 * i),
    getCoordinate(points, 2 * i + 1),
    getCoordinate(points, 2 * k),
    getCoordinate(points, 2 * k + 1),
    getCoordinate(points, 2 * j),
    getCoordinate(points, 2 * j + 1),
    getCoordinate(points, 2 * l),
    getCoordinate(points, 2 * l + 1),
  )
}

/** `getSide` for corner `c` of an outline and the side that begins at corner `i`. */
export function getSideOfCorner(points: readonly number[], i: number, c: number): number {
  const j = next(points, i)
  return getSide(
    getCoordinate(points, 2 * i),
    getCoordinate(points, 2 * i + 1),
    getCoordinate(points, 2 * j),
    getCoordinate(points, 2 * j + 1),
    getCoordinate(points, 2 * c),
    getCoordinate(points, 2 * c + 1),
  )
}

/**
 * Whether a closed outline (flat x, y pairs) crosses itself, also at one of its corners. Touching itself does not
 * count.
 */
export function crossesItself(points: readonly number[]): boolean {
  const count = points.length >> 1
  if (count < 4 || turnsOnce(points)) return false
  for (let i = 0; i < count - 1; i++) {
    const ax = getCoordinate(points, 2 * i),
      ay = getCoordinate(points, 2 * i + 1)
    let cx = getCoordinate(points, 2 * i + 2),
      cy = getCoordinate(points, 2 * i + 3)
    const left = Math.min(ax, cx),
      right = Math.max(ax, cx),
      top = Math.min(ay, cy),
      bottom = Math.max(ay, cy)
    for (let j = i + 1; j < count; j++) {
      const end = j + 1 < count ? 2 * j + 2 : 0
      const dx = getCoordinate(points, end),
        dy = getCoordinate(points, end + 1)
      const isApart =
        (cx < left && dx < left) || (cx > right && dx > right) || (cy < top && dy < top) || (cy > bottom && dy > bottom)
      if (!isApart && crossAt(points, i, j)) return true
      cx = dx
      cy = dy
    }
  }
  return false
}

/** Whether an outline turns in one direction only, and only once. Such a convex outline never crosses itself. */
function turnsOnce(points: readonly number[]): boolean {
  const count = points.length >> 1
  let direction = 0
  let heading = 0
  let first = 0
  let changes = 0
  for (let i = 0; i < count; i++) {
    const turned = Math.sign(getSideOfCorner(points, i, next(points, next(points, i))))
    if (turned !== 0 && direction !== 0 && turned !== direction) return false
    if (turned !== 0) direction = turned
    const step = Math.sign(getCoordinate(points, 2 * next(points, i)) - getCoordinate(points, 2 * i))
    if (step === 0) continue
    if (heading === 0) first = step
    else if (step !== heading) changes++
    heading = step
  }
  return changes + (heading === first ? 0 : 1) <= 2
}

/** Whether two sides cross inside both, at the first corner of one of them, or overlap in the same direction. */
function crossAt(points: readonly number[], i: number, j: number): boolean {
  const relation = getSideRelation(points, i, j)
  if (relation !== 0) return relation > 0
  const a = getSideOfCorner(points, i, j),
    b = getSideOfCorner(points, i, next(points, j)),
    c = getSideOfCorner(points, j, i),
    d = getSideOfCorner(points, j, next(points, i))
  if (a === 0 && b === 0 && runTogether(points, i, j)) return true
  if (
    getCoordinate(points, 2 * i) === getCoordinate(points, 2 * j) &&
    getCoordinate(points, 2 * i + 1) === getCoordinate(points, 2 * j + 1)
  ) {
    return getOutlineSide(points, i, before(points, j)) * getOutlineSide(points, i, next(points, j)) < 0
  }
  if (a === 0 && c * d < 0) return sideBefore(points, i, j) * b < 0
  return c === 0 && a * b < 0 && sideBefore(points, j, i) * d < 0
}

/**
 * Whether two collinear sides overlap in the same direction, so that the outline winds twice around the adjacent area.
 */
function runTogether(points: readonly number[], i: number, j: number): boolean {
  const isLevel =
    Math.abs(getCoordinate(points, 2 * next(points, i)) - getCoordinate(points, 2 * i)) >
    Math.abs(getCoordinate(points, 2 * next(points, i) + 1) - getCoordinate(points, 2 * i + 1))
  const [a, b, c, d] = [i, next(points, i), j, next(points, j)].map((corner) =>
    getCoordinate(points, 2 * corner + (isLevel ? 0 : 1)),
  )
  return (b - a) * (d - c) > 0 && Math.max(Math.min(a, b), Math.min(c, d)) < Math.min(Math.max(a, b), Math.max(c, d))
}

/** Side of `i` on which the outline was before it reached corner `j` on that side, possibly along it. */
function sideBefore(points: readonly number[], i: number, j: number): number {
  let from = before(points, j)
  while (from !== j && getSideOfCorner(points, i, from) === 0) from = before(points, from)
  return getSideOfCorner(points, i, from)
}

/** Side of the outline on which a point is, seen from corner `i`; 0 if it is on the outline. */
function getOutlineSide(points: readonly number[], i: number, place: number): number {
  const incoming = getSideOfCorner(points, before(points, i), place),
    outgoing = getSideOfCorner(points, i, place)
  const isLeftTurn = getSideOfCorner(points, before(points, i), next(points, i)) >= 0
  if (isLeftTurn ? incoming > 0 && outgoing > 0 : incoming > 0 || outgoing > 0) return 1
  return (isLeftTurn ? incoming < 0 || outgoing < 0 : incoming < 0 && outgoing < 0) ? -1 : 0
}

function next(points: readonly number[], i: number): number {
  return 2 * i + 3 < points.length ? i + 1 : 0
}

function before(points: readonly number[], i: number): number {
  return i > 0 ? i - 1 : (points.length >> 1) - 1
}

function getCoordinate(points: readonly number[], at: number): number {
  return points[at] ?? 0
}
