import type { Piece } from './piece.ts'

/** Beyond so many crossings an outline is no shape that anybody drew, and is left as it is. */
const mostCrossings = 1000

/** Whether two sides of an outline cross, be it in a corner of one of them. One that only touches itself does not. */
export function doesCross(points: readonly number[]): boolean {
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

/**
 * What an outline that crosses itself winds around at all, as SVG fills it, in pieces between two level lines each: between
 * two neighbouring heights of corners and crossings no sides meet. Null: it has too many crossings.
 */
export function trapezoidsOf(points: readonly number[]): Piece[] | null {
  const heights = heightsOf(points)
  if (!heights) return null
  const least = (heights[heights.length - 1] - heights[0]) * 1e-9
  const slabs: Span[][] = []
  let top = heights[0]
  for (const bottom of heights) {
    if (bottom - top <= least) continue
    slabs.push(spansOf(points, top, bottom))
    top = bottom
  }
  return slabs.flatMap((spans, at) => spans.filter((span) => !prolong(span, slabs[at - 1])).flatMap((span) => {
    let last = span
    let below = at + 1
    for (; below < slabs.length; below++) {
      const under = slabs[below].find((other) => isProlonged(last, other))
      if (!under) break
      last = under
    }
    return cutWhereMet({ ...span, bottom: last.bottom, bottomLeft: last.bottomLeft, bottomRight: last.bottomRight }, slabs[at - 1] ?? [], slabs[below] ?? [])
  }))
}

/** Part of a polygon between two heights and two of its sides. */
interface Span {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly topLeft: number
  readonly topRight: number
  readonly bottomLeft: number
  readonly bottomRight: number
}

function isProlonged(above: Span, below: Span): boolean {
  return above.left === below.left && above.right === below.right
}

function prolong(span: Span, above: readonly Span[] = []): boolean {
  return above.some((other) => isProlonged(other, span))
}

/** The heights of all corners and crossings, from above; null: there are too many. */
function heightsOf(points: readonly number[]): Float64Array | null {
  const count = points.length >> 1
  const heights: number[] = []
  for (let i = 0; i < count; i++) heights.push(of(points, 2 * i + 1))
  for (let i = 0; i < count; i++) {
    for (let j = i + 2; j < count; j++) {
      const [a, b] = [side(points, j, i), side(points, j, next(points, i))]
      if (a * b >= 0 || side(points, i, j) * side(points, i, next(points, j)) >= 0) continue
      const [from, to] = [of(points, 2 * i + 1), of(points, 2 * next(points, i) + 1)]
      heights.push(from + (to - from) * (a / (a - b)))
      if (heights.length > count + mostCrossings) return null
    }
  }
  return new Float64Array(heights).sort()
}

/** What is inside between two heights, from the left. */
function spansOf(points: readonly number[], top: number, bottom: number): Span[] {
  const middle = (top + bottom) / 2
  const sides: { readonly at: number; readonly x: number; readonly way: number }[] = []
  for (let i = 0; i < points.length >> 1; i++) {
    const [from, to] = [of(points, 2 * i + 1), of(points, 2 * next(points, i) + 1)]
    if (from > middle !== to > middle) sides.push({ at: i, x: across(points, i, middle), way: to > from ? 1 : -1 })
  }
  sides.sort((a, b) => a.x - b.x)
  const spans: Span[] = []
  const least = Math.abs((sides.at(-1)?.x ?? 0) - (sides[0]?.x ?? 0)) * 1e-9
  let winding = 0
  let left = -1
  for (const [place, { at, x, way }] of sides.entries()) {
    if (winding === 0 && left < 0) left = at
    winding += way
    // Sides that lie upon each other are passed together: one that goes there and back is none.
    if (winding !== 0 || (sides[place + 1]?.x ?? Infinity) - x <= least) continue
    if (x - across(points, left, middle) > least) spans.push(spanOf(points, left, at, top, bottom))
    left = -1
  }
  return spans
}

function spanOf(points: readonly number[], left: number, right: number, top: number, bottom: number): Span {
  const [topLeft, topRight] = inOrder(across(points, left, top), across(points, right, top))
  const [bottomLeft, bottomRight] = inOrder(across(points, left, bottom), across(points, right, bottom))
  return { left, right, top, bottom, topLeft, topRight, bottomLeft, bottomRight }
}

/** Two sides that meet there may have passed each other by a rounding. */
function inOrder(left: number, right: number): readonly [number, number] {
  return left < right ? [left, right] : [(left + right) / 2, (left + right) / 2]
}

/** A piece's level edges are the polygon's own, or meet other pieces: where they are now one and now the other, it is cut. */
function cutWhereMet(span: Span, above: readonly Span[], below: readonly Span[]): Piece[] {
  const { top, bottom, topLeft, topRight, bottomLeft, bottomRight } = span
  const met = [
    above.map((other) => [shareOf(topLeft, topRight, other.bottomLeft), shareOf(topLeft, topRight, other.bottomRight)] as const),
    below.map((other) => [shareOf(bottomLeft, bottomRight, other.topLeft), shareOf(bottomLeft, bottomRight, other.topRight)] as const),
  ] as const
  const cuts = [0, ...met.flat(2).filter((share) => share > 1e-6 && share < 1 - 1e-6), 1].sort((a, b) => a - b)
  return cuts.flatMap((to, i) => {
    const from = cuts[i - 1] ?? 0
    if (to - from < 1e-6) return []
    const middle = (from + to) / 2
    const [isMetAbove, isMetBelow] = met.map((shares) => shares.some(([a, b]) => a < middle && middle < b))
    const [atTop, atBottom] = [(share: number) => topLeft + (topRight - topLeft) * share, (share: number) => bottomLeft + (bottomRight - bottomLeft) * share]
    return [{
      corners: [atTop(from), top, atTop(to), top, atBottom(to), bottom, atBottom(from), bottom] as const,
      inner: (isMetAbove ? 1 : 0) | (to < 1 ? 2 : 0) | (isMetBelow ? 4 : 0) | (from > 0 ? 8 : 0),
    }]
  })
}

/** How far along a level edge a place is; one of no length is met nowhere. */
function shareOf(left: number, right: number, x: number): number {
  return right > left ? (x - left) / (right - left) : 0
}

/** Where a side is at a height that it reaches. */
function across(points: readonly number[], i: number, y: number): number {
  const j = next(points, i)
  const [ax, ay, bx, by] = [of(points, 2 * i), of(points, 2 * i + 1), of(points, 2 * j), of(points, 2 * j + 1)]
  return ax + (bx - ax) * Math.max(0, Math.min(1, (y - ay) / (by - ay)))
}

/** Whether an outline turns one way only, and once: a convex one crosses nothing, however many corners it has. */
function turnsOnce(points: readonly number[]): boolean {
  const count = points.length >> 1
  let way = 0
  let heading = 0
  let first = 0
  let changes = 0
  for (let i = 0; i < count; i++) {
    const turned = Math.sign(side(points, i, next(points, next(points, i))))
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
  const a = side(points, i, j), b = side(points, i, next(points, j)), c = side(points, j, i), d = side(points, j, next(points, i))
  if (a * b < 0 && c * d < 0) return true
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
  while (from !== j && side(points, i, from) === 0) from = before(points, from)
  return side(points, i, from)
}

/** On which side of the outline a place is that is seen from its corner `i`; 0: on it. */
function sideOfCorner(points: readonly number[], i: number, place: number): number {
  const come = side(points, before(points, i), place), gone = side(points, i, place)
  const isLeftTurn = side(points, before(points, i), next(points, i)) >= 0
  if (isLeftTurn ? come > 0 && gone > 0 : come > 0 || gone > 0) return 1
  return (isLeftTurn ? come < 0 || gone < 0 : come < 0 && gone < 0) ? -1 : 0
}

/** Positive: corner `c` is to the right of the side that begins at corner `i`, on a screen. */
function side(points: readonly number[], i: number, c: number): number {
  const j = next(points, i)
  const [ax, ay] = [of(points, 2 * i), of(points, 2 * i + 1)]
  return (of(points, 2 * j) - ax) * (of(points, 2 * c + 1) - ay) - (of(points, 2 * j + 1) - ay) * (of(points, 2 * c) - ax)
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
