/** On which side of the way from a to b a place lies: positive is right of it on a screen. */
export function sideOf(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax)
}

/**
 * How the ways from a to b and from c to d lie. 1: they cross within both; 0: an end of one is on the line of the other, so that
 * they may touch; -1: neither. `slack` is how far, as `sideOf` measures it, an end may be from a line and still is on it.
 */
export function meetingOf(ax: number, ay: number, bx: number, by: number, cx: number, cy: number, dx: number, dy: number, slack = 0): -1 | 0 | 1 {
  const c = sideOf(ax, ay, bx, by, cx, cy), d = sideOf(ax, ay, bx, by, dx, dy)
  if (Math.abs(c) <= slack || Math.abs(d) <= slack) return 0
  if (c > 0 === d > 0) return -1
  const a = sideOf(cx, cy, dx, dy, ax, ay), b = sideOf(cx, cy, dx, dy, bx, by)
  if (Math.abs(a) <= slack || Math.abs(b) <= slack) return 0
  return a > 0 === b > 0 ? -1 : 1
}

/** How two sides of an outline lie, by the corners that they begin with, as `meetingOf` has it. */
export function meetingOfSides(points: readonly number[], i: number, j: number): number {
  const [k, l] = [next(points, i), next(points, j)]
  return meetingOf(
    of(points, 2 * i), of(points, 2 * i + 1), of(points, 2 * k), of(points, 2 * k + 1), of(points, 2 * j), of(points, 2 * j + 1), of(points, 2 * l), of(points, 2 * l + 1),
  )
}

/** Positive: corner `c` of an outline is to the right of the side that begins at corner `i`, on a screen. */
export function sideOfSide(points: readonly number[], i: number, c: number): number {
  const j = next(points, i)
  return sideOf(of(points, 2 * i), of(points, 2 * i + 1), of(points, 2 * j), of(points, 2 * j + 1), of(points, 2 * c), of(points, 2 * c + 1))
}

/** Whether two sides of a closed outline (flat x, y pairs) cross, be it in a corner of one of them. One that only touches itself does not. */
export function crossesItself(points: readonly number[]): boolean {
  const count = points.length >> 1
  if (count < 4 || turnsOnce(points)) return false
  for (let i = 0; i < count - 1; i++) {
    const ax = of(points, 2 * i), ay = of(points, 2 * i + 1)
    let cx = of(points, 2 * i + 2), cy = of(points, 2 * i + 3)
    const left = Math.min(ax, cx), right = Math.max(ax, cx), top = Math.min(ay, cy), bottom = Math.max(ay, cy)
    for (let j = i + 1; j < count; j++) {
      const end = j + 1 < count ? 2 * j + 2 : 0
      const dx = of(points, end), dy = of(points, end + 1)
      const isApart = (cx < left && dx < left) || (cx > right && dx > right) || (cy < top && dy < top) || (cy > bottom && dy > bottom)
      if (!isApart && crossAt(points, i, j)) return true
      cx = dx
      cy = dy
    }
  }
  return false
}

/** Whether an outline turns one way only, and once: a convex one crosses nothing, however many corners it has. */
function turnsOnce(points: readonly number[]): boolean {
  const count = points.length >> 1
  let way = 0
  let heading = 0
  let first = 0
  let changes = 0
  for (let i = 0; i < count; i++) {
    const turned = Math.sign(sideOfSide(points, i, next(points, next(points, i))))
    if (turned !== 0 && way !== 0 && turned !== way) return false
    if (turned !== 0) way = turned
    const going = Math.sign(of(points, 2 * next(points, i)) - of(points, 2 * i))
    if (going === 0) continue
    if (heading === 0) first = going
    else if (going !== heading) changes++
    heading = going
  }
  return changes + (heading === first ? 0 : 1) <= 2
}

/** Whether two sides cross within both, or the outline does at the corner that one of them begins with, or they run one way upon each other. */
function crossAt(points: readonly number[], i: number, j: number): boolean {
  const met = meetingOfSides(points, i, j)
  if (met !== 0) return met > 0
  const a = sideOfSide(points, i, j), b = sideOfSide(points, i, next(points, j)), c = sideOfSide(points, j, i), d = sideOfSide(points, j, next(points, i))
  if (a === 0 && b === 0 && runTogether(points, i, j)) return true
  if (of(points, 2 * i) === of(points, 2 * j) && of(points, 2 * i + 1) === of(points, 2 * j + 1)) {
    return sideOfCorner(points, i, before(points, j)) * sideOfCorner(points, i, next(points, j)) < 0
  }
  if (a === 0 && c * d < 0) return sideBefore(points, i, j) * b < 0
  return c === 0 && a * b < 0 && sideBefore(points, j, i) * d < 0
}

/** Whether two sides on one line go the same way and have more than a point in common: then it winds twice around what is beside them. */
function runTogether(points: readonly number[], i: number, j: number): boolean {
  const isLevel = Math.abs(of(points, 2 * next(points, i)) - of(points, 2 * i)) > Math.abs(of(points, 2 * next(points, i) + 1) - of(points, 2 * i + 1))
  const [a, b, c, d] = [i, next(points, i), j, next(points, j)].map((corner) => of(points, 2 * corner + (isLevel ? 0 : 1)))
  return (b - a) * (d - c) > 0 && Math.max(Math.min(a, b), Math.min(c, d)) < Math.min(Math.max(a, b), Math.max(c, d))
}

/** On which side of side `i` the outline was before it came to corner `j` on it, maybe along it. */
function sideBefore(points: readonly number[], i: number, j: number): number {
  let from = before(points, j)
  while (from !== j && sideOfSide(points, i, from) === 0) from = before(points, from)
  return sideOfSide(points, i, from)
}

/** On which side of the outline a place is that is seen from its corner `i`; 0: on it. */
function sideOfCorner(points: readonly number[], i: number, place: number): number {
  const come = sideOfSide(points, before(points, i), place), gone = sideOfSide(points, i, place)
  const isLeftTurn = sideOfSide(points, before(points, i), next(points, i)) >= 0
  if (isLeftTurn ? come > 0 && gone > 0 : come > 0 || gone > 0) return 1
  return (isLeftTurn ? come < 0 || gone < 0 : come < 0 && gone < 0) ? -1 : 0
}

function next(points: readonly number[], i: number): number {
  return 2 * i + 3 < points.length ? i + 1 : 0
}

function before(points: readonly number[], i: number): number {
  return i > 0 ? i - 1 : (points.length >> 1) - 1
}

function of(points: readonly number[], at: number): number {
  return points[at] ?? 0
}
