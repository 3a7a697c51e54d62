import { getSegmentRelation, getSide } from '../geometry/index.ts'
import { boxAround, isInside } from './outline.ts'
import type { Corners } from './outline.ts'
import type { Box } from '../geometry/index.ts'

/** Returns twice the signed area; positive values are clockwise on the screen. */
export function getSignedArea(ring: Corners): number {
  let sum = 0
  for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2)
    sum += at(ring, j) * at(ring, i + 1) - at(ring, i) * at(ring, j + 1)
  return sum
}

/** Returns the ring in the given direction. */
export function orient(ring: Corners, isClockwise: boolean): Corners {
  if (getSignedArea(ring) > 0 === isClockwise) return ring
  const list: number[] = []
  for (let i = ring.length - 2; i >= 0; i -= 2) list.push(at(ring, i), at(ring, i + 1))
  return list
}

/** Removes consecutive duplicate corners. */
export function removeDuplicates(ring: Corners): Corners {
  const remaining: number[] = []
  for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
    if (Math.abs(at(ring, i) - at(ring, j)) > 1e-6 || Math.abs(at(ring, i + 1) - at(ring, j + 1)) > 1e-6)
      remaining.push(at(ring, i), at(ring, i + 1))
  }
  return remaining
}

/**
 * Whether any edges of the rings cross; touching does not count. Quadratic in the number of edges with overlapping x
 * ranges.
 */
export function segmentsCross(rings: readonly Corners[]): boolean {
  const edges = rings.flatMap(getEdges).sort((a, b) => a.left - b.left)
  for (const [i, a] of edges.entries()) {
    for (let j = i + 1; j < edges.length; j++) {
      const b = edges[j]
      if (!b || b.left > a.right) break
      if (crosses(a, b)) return true
    }
  }
  return false
}

/** First self-intersection of a ring: the two edge indexes and the point; undefined if there is none. */
export function findCrossing(
  ring: Corners,
): { readonly first: number; readonly second: number; readonly x: number; readonly y: number } | undefined {
  const edges = getEdges(ring)
  // Edge i ends at corner i, so edge 0 starts at the last corner.
  for (const [i, a] of edges.entries()) {
    for (let j = i + 2; j < edges.length; j++) {
      const b = edges[j]
      if (!b || !crosses(a, b)) continue
      const [before, after] = [getSide(b.ax, b.ay, b.bx, b.by, a.ax, a.ay), getSide(b.ax, b.ay, b.bx, b.by, a.bx, a.by)]
      const share = before / (before - after)
      return { first: i, second: j, x: a.ax + (a.bx - a.ax) * share, y: a.ay + (a.by - a.ay) * share }
    }
  }
  return undefined
}

/** Whether a box is completely inside a ring. */
export function containsBox(ring: Corners, box: Box): boolean {
  const [right, bottom] = [box.x + box.width, box.y + box.height]
  // Clip paths often follow the edge of their content.
  const slack = 1e-3
  const inner = { left: box.x + slack, top: box.y + slack, right: right - slack, bottom: bottom - slack }
  if (inner.left >= inner.right || inner.top >= inner.bottom)
    return isInside(box.x + box.width / 2, box.y + box.height / 2, ring)
  const corners = [inner.left, inner.top, inner.right, inner.top, inner.right, inner.bottom, inner.left, inner.bottom]
  for (let i = 0; i < 8; i += 2) if (!isInside(at(corners, i), at(corners, i + 1), ring)) return false
  for (let i = 0; i + 1 < ring.length; i += 2) {
    const [x, y] = [at(ring, i), at(ring, i + 1)]
    if (x > inner.left && x < inner.right && y > inner.top && y < inner.bottom) return false
  }
  const edges = getEdges(corners)
  return !getEdges(ring).some((edge) => edges.some((other) => crosses(edge, other)))
}

/** Returns true if a closed ring is convex. Star shapes and rings with fewer than three points are not convex. */
export function isConvex(ring: Corners): boolean {
  let [isLeft, isRight] = [false, false]
  const count = ring.length
  let angleSum = 0
  for (let i = 0; i < count; i += 2) {
    const [j, k] = [(i + 2) % count, (i + 4) % count]
    const [ax, ay, bx, by, cx, cy] = [
      at(ring, i),
      at(ring, i + 1),
      at(ring, j),
      at(ring, j + 1),
      at(ring, k),
      at(ring, k + 1),
    ]
    const side = getSide(ax, ay, bx, by, cx, cy)
    if (side > 1e-9) isRight = true
    if (side < -1e-9) isLeft = true
    angleSum += Math.atan2(side, (bx - ax) * (cx - bx) + (by - ay) * (cy - by))
  }
  // A star also turns in one direction, but more than once.
  return count >= 6 && !(isLeft && isRight) && Math.abs(angleSum) < 2.5 * Math.PI
}

/** Part of a convex ring inside another convex ring; empty if they do not overlap. */
export function clipBy(ring: Corners, knife: Corners): Corners {
  const edge = orient(knife, true)
  let left: Corners = ring
  for (let i = 0; i + 1 < edge.length && left.length > 0; i += 2) {
    const j = (i + 2) % edge.length
    left = clipHalf(left, at(edge, i), at(edge, i + 1), at(edge, j), at(edge, j + 1))
  }
  return removeDuplicates(left)
}

/** Returns true if two boxes do not overlap. Touching edges do not count as overlap. */
export function areApart(a: Box, b: Box): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
}

/** Bounding box of several rings; null if there are none. */
export function getBounds(rings: readonly Corners[]): Box | null {
  const all = rings.flat()
  return all.length >= 2 ? boxAround(all) : null
}

interface Edge {
  readonly ax: number
  readonly ay: number
  readonly bx: number
  readonly by: number
  readonly left: number
  readonly right: number
}

function getEdges(ring: Corners): Edge[] {
  const edges: Edge[] = []
  for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
    const [ax, ay, bx, by] = [at(ring, j), at(ring, j + 1), at(ring, i), at(ring, i + 1)]
    edges.push({ ax, ay, bx, by, left: Math.min(ax, bx), right: Math.max(ax, bx) })
  }
  return edges
}

function crosses(a: Edge, b: Edge): boolean {
  const slack = 1e-9 * (Math.abs(a.bx - a.ax) + Math.abs(a.by - a.ay)) * (Math.abs(b.bx - b.ax) + Math.abs(b.by - b.ay))
  return getSegmentRelation(a.ax, a.ay, a.bx, a.by, b.ax, b.ay, b.bx, b.by, slack) > 0
}

/** Part of a ring to the right of a line. */
function clipHalf(ring: Corners, ax: number, ay: number, bx: number, by: number): Corners {
  const remaining: number[] = []
  for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
    const [px, py, qx, qy] = [at(ring, j), at(ring, j + 1), at(ring, i), at(ring, i + 1)]
    const [before, now] = [getSide(ax, ay, bx, by, px, py), getSide(ax, ay, bx, by, qx, qy)]
    if (before >= 0 !== now >= 0) {
      const share = before / (before - now)
      remaining.push(px + (qx - px) * share, py + (qy - py) * share)
    }
    if (now >= 0) remaining.push(qx, qy)
  }
  return remaining
}

const at = (ring: Corners, i: number): number => ring[i] ?? 0
