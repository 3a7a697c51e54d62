import { getSideRelation, getSideOfCorner } from '../../geometry/index.ts'
import type { ConvexPiece } from './convexPiece.ts'

/** Maximum number of crossings. Outlines with more are not realistic and are not decomposed. */
const maxCrossings = 1000

/**
 * Decomposes a self-crossing outline, filled by the non-zero winding rule as in SVG, into trapezoids with horizontal
 * edges at the heights of corners and crossings. Returns null if there are too many crossings.
 */
export function toTrapezoids(points: readonly number[]): ConvexPiece[] | null {
  const heights = getHeights(points)
  if (!heights) return null
  const tolerance = (heights[heights.length - 1] - heights[0]) * 1e-9
  const slabs: Span[][] = []
  let top = heights[0]
  for (const bottom of heights) {
    if (bottom - top <= tolerance) continue
    slabs.push(getSpans(points, top, bottom))
    top = bottom
  }
  return slabs.flatMap((spans, at) =>
    spans
      .filter((span) => !prolong(span, slabs[at - 1]))
      .flatMap((span) => {
        let last = span
        let below = at + 1
        for (; below < slabs.length; below++) {
          const under = slabs[below].find((other) => isProlonged(last, other))
          if (!under) break
          last = under
        }
        return cutAtContacts(
          { ...span, bottom: last.bottom, bottomLeft: last.bottomLeft, bottomRight: last.bottomRight },
          slabs[at - 1] ?? [],
          slabs[below] ?? [],
        )
      }),
  )
}

/** Part of a polygon between two heights and two sides. */
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

/** Returns the heights of all corners and crossings in ascending order; null if there are too many. */
function getHeights(points: readonly number[]): Float64Array | null {
  const count = points.length >> 1
  const heights: number[] = []
  for (let i = 0; i < count; i++) heights.push(of(points, 2 * i + 1))
  for (let i = 0; i < count; i++) {
    for (let j = i + 2; j < count; j++) {
      if (getSideRelation(points, i, j) <= 0) continue
      const [a, b] = [getSideOfCorner(points, j, i), getSideOfCorner(points, j, next(points, i))]
      const [from, to] = [of(points, 2 * i + 1), of(points, 2 * next(points, i) + 1)]
      heights.push(from + (to - from) * (a / (a - b)))
      if (heights.length > count + maxCrossings) return null
    }
  }
  return new Float64Array(heights).sort()
}

/** Returns the parts inside the polygon between two heights, from left to right. */
function getSpans(points: readonly number[], top: number, bottom: number): Span[] {
  const middle = (top + bottom) / 2
  const sides: { readonly at: number; readonly x: number; readonly direction: number }[] = []
  for (let i = 0; i < points.length >> 1; i++) {
    const [from, to] = [of(points, 2 * i + 1), of(points, 2 * next(points, i) + 1)]
    if (from > middle !== to > middle)
      sides.push({ at: i, x: getXAt(points, i, middle), direction: to > from ? 1 : -1 })
  }
  sides.sort((a, b) => a.x - b.x)
  const spans: Span[] = []
  const tolerance = Math.abs((sides.at(-1)?.x ?? 0) - (sides[0]?.x ?? 0)) * 1e-9
  let winding = 0
  let left = -1
  for (const [place, { at, x, direction }] of sides.entries()) {
    if (winding === 0 && left < 0) left = at
    winding += direction
    // Coinciding sides are processed together; an edge passed in both directions encloses nothing.
    if (winding !== 0 || (sides[place + 1]?.x ?? Infinity) - x <= tolerance) continue
    if (x - getXAt(points, left, middle) > tolerance) spans.push(createSpan(points, left, at, top, bottom))
    left = -1
  }
  return spans
}

function createSpan(points: readonly number[], left: number, right: number, top: number, bottom: number): Span {
  const [topLeft, topRight] = inOrder(getXAt(points, left, top), getXAt(points, right, top))
  const [bottomLeft, bottomRight] = inOrder(getXAt(points, left, bottom), getXAt(points, right, bottom))
  return { left, right, top, bottom, topLeft, topRight, bottomLeft, bottomRight }
}

/** Corrects two sides that meet and are swapped by a rounding error. */
function inOrder(left: number, right: number): readonly [number, number] {
  return left < right ? [left, right] : [(left + right) / 2, (left + right) / 2]
}

/** Splits a span wherever its horizontal edges change between outer edge and contact with another span. */
function cutAtContacts(span: Span, above: readonly Span[], below: readonly Span[]): ConvexPiece[] {
  const { top, bottom, topLeft, topRight, bottomLeft, bottomRight } = span
  const contacts = [
    above.map(
      (other) => [toShare(topLeft, topRight, other.bottomLeft), toShare(topLeft, topRight, other.bottomRight)] as const,
    ),
    below.map(
      (other) =>
        [toShare(bottomLeft, bottomRight, other.topLeft), toShare(bottomLeft, bottomRight, other.topRight)] as const,
    ),
  ] as const
  const cuts = [0, ...contacts.flat(2).filter((share) => share > 1e-6 && share < 1 - 1e-6), 1].sort((a, b) => a - b)
  return cuts.flatMap((to, i) => {
    const from = cuts[i - 1] ?? 0
    if (to - from < 1e-6) return []
    const middle = (from + to) / 2
    const [isMetAbove, isMetBelow] = contacts.map((shares) => shares.some(([a, b]) => a < middle && middle < b))
    const [atTop, atBottom] = [
      (share: number) => topLeft + (topRight - topLeft) * share,
      (share: number) => bottomLeft + (bottomRight - bottomLeft) * share,
    ]
    return [
      {
        corners: [atTop(from), top, atTop(to), top, atBottom(to), bottom, atBottom(from), bottom] as const,
        inner: (isMetAbove ? 1 : 0) | (to < 1 ? 2 : 0) | (isMetBelow ? 4 : 0) | (from > 0 ? 8 : 0),
      },
    ]
  })
}

/** Returns the position of `x` along a horizontal edge (0 to 1); 0 for an edge without length. */
function toShare(left: number, right: number, x: number): number {
  return right > left ? (x - left) / (right - left) : 0
}

/** Returns the x coordinate of a side at a height. */
function getXAt(points: readonly number[], i: number, y: number): number {
  const j = next(points, i)
  const [ax, ay, bx, by] = [of(points, 2 * i), of(points, 2 * i + 1), of(points, 2 * j), of(points, 2 * j + 1)]
  return ax + (bx - ax) * Math.max(0, Math.min(1, (y - ay) / (by - ay)))
}

function next(points: readonly number[], i: number): number {
  return 2 * i + 3 < points.length ? i + 1 : 0
}

function of(points: readonly number[], at: number): number {
  return points[at] ?? 0
}
