import { getCentre, getCorners, expandBox, getRotation } from './box.ts'
import type { Box, Frame, Point } from './box.ts'

/** Placement of a component: a box whose content is mirrored and then rotated about its centre. */
export interface Placement extends Frame {
  readonly flipX: boolean
  readonly flipY: boolean
}

/** Converts a share of a placed box (0 to 1 per axis) to drawing coordinates. */
export function shareToPoint(placed: Placement, share: Point): Point {
  const centre = getCentre(placed)
  const vector = rotateVector(
    {
      x: mirrorValue((share.x - 0.5) * placed.width, placed.flipX),
      y: mirrorValue((share.y - 0.5) * placed.height, placed.flipY),
    },
    placed.angleDeg,
  )
  return { x: centre.x + vector.x, y: centre.y + vector.y }
}

/** Converts a drawing point to shares of a placed box. Along a side of length 0 the result is 0.5. */
export function pointToShare(placed: Placement, point: Point): Point {
  const vector = toLocalVector(placed, point)
  return {
    x: placed.width === 0 ? 0.5 : 0.5 + vector.x / placed.width,
    y: placed.height === 0 ? 0.5 : 0.5 + vector.y / placed.height,
  }
}

/** Converts a path stored as flat x, y shares of a placed box to drawing coordinates. */
export function sharesToPath(placed: Placement, shares: readonly number[]): Point[] {
  const path: Point[] = []
  for (let at = 0; at + 1 < shares.length; at += 2)
    path.push(shareToPoint(placed, { x: shares[at] ?? 0, y: shares[at + 1] ?? 0 }))
  return path
}

/**
 * Converts a path to flat x, y shares, rounded to 8 decimals. Points outside the box give shares below 0 or above 1.
 */
export function pathToShares(placed: Placement, path: readonly Point[]): number[] {
  return path.flatMap((point) => {
    const { x, y } = pointToShare(placed, point)
    return [Math.round(x * 1e8) / 1e8, Math.round(y * 1e8) / 1e8]
  })
}

/** A box around a path and the path as flat x, y fractions (0 to 1) of this box. */
export interface FittedPath {
  readonly box: Box
  readonly shares: readonly number[]
}

/** Minimum side length in pixels of a path's box, so that a straight line can be clicked. */
export const minSide = 20

/**
 * Fits a box to a path, keeping the angle and mirroring of `placed`. Returns the box and the path as shares of it; no
 * point moves.
 */
export function fitPath(placed: Placement, path: readonly Point[]): FittedPath {
  const local = path.map((point) => toLocalVector(placed, point))
  const across = getExtent(local.map((point) => point.x))
  const down = getExtent(local.map((point) => point.y))
  const from = getCentre(placed)
  const shift = rotateVector(
    { x: mirrorValue(across.middle, placed.flipX), y: mirrorValue(down.middle, placed.flipY) },
    placed.angleDeg,
  )
  const box = {
    x: fine(from.x + shift.x - across.size / 2),
    y: fine(from.y + shift.y - down.size / 2),
    width: fine(across.size),
    height: fine(down.size),
  }
  return { box, shares: pathToShares({ ...placed, ...box }, path).map(clampShare) }
}

/**
 * Returns the point of a path nearest to `point`, with the index of its segment and the distance. Null for a path with
 * fewer than two points.
 */
export function nearestOnPath(
  path: readonly Point[],
  point: Point,
): { readonly part: number; readonly at: Point; readonly distance: number } | null {
  let best: { readonly part: number; readonly at: Point; readonly distance: number } | null = null
  for (let part = 0; part + 1 < path.length; part++) {
    const [a, b] = [path[part], path[part + 1]]
    if (!a || !b) continue
    const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2
    const share =
      square === 0
        ? 0
        : Math.max(0, Math.min(1, ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / square))
    const at = { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }
    const distance = Math.hypot(point.x - at.x, point.y - at.y)
    if (!best || distance < best.distance) best = { part, at, distance }
  }
  return best
}

/** Whether a path of line width 2 × `half` touches a box. */
export function meetsPath(path: readonly Point[], box: Box, half = 0): boolean {
  const around = expandBox(box, half)
  return path.some((b, i) => {
    const a = path[i - 1]
    if (!a || !crosses(a, b, around)) return false
    // A segment that crosses only the expanded box may pass a corner at a greater distance than `half`.
    return (
      half === 0 ||
      crosses(a, b, box) ||
      isNear(box, a, half) ||
      isNear(box, b, half) ||
      getCorners({ ...box, angleDeg: 0 }).some(
        (corner) => (nearestOnPath([a, b], corner)?.distance ?? Infinity) <= half,
      )
    )
  })
}

function crosses(a: Point, b: Point, box: Box): boolean {
  // The parameter range of the line inside both pairs of sides.
  const across = getRangeWithin(a.x, b.x, box.x, box.x + box.width)
  const down = getRangeWithin(a.y, b.y, box.y, box.y + box.height)
  return Math.max(across.from, down.from) <= Math.min(across.to, down.to)
}

function isNear(box: Box, { x, y }: Point, reach: number): boolean {
  const dx = Math.max(box.x - x, 0, x - box.x - box.width)
  const dy = Math.max(box.y - y, 0, y - box.y - box.height)
  return Math.hypot(dx, dy) <= reach
}

/** Returns the parts of a box outside another: at most four boxes, which share at most edges. */
export function boxesWithout(box: Box, hole: Box): Box[] {
  const right = box.x + box.width
  const bottom = box.y + box.height
  const left = Math.max(box.x, Math.min(right, hole.x))
  const end = Math.max(left, Math.min(right, hole.x + hole.width))
  const top = Math.max(box.y, Math.min(bottom, hole.y))
  const foot = Math.max(top, Math.min(bottom, hole.y + hole.height))
  if (end === left || foot === top) return [box]
  return [
    { x: box.x, y: box.y, width: box.width, height: top - box.y },
    { x: box.x, y: foot, width: box.width, height: bottom - foot },
    { x: box.x, y: top, width: left - box.x, height: foot - top },
    { x: end, y: top, width: right - end, height: foot - top },
  ].filter(({ width, height }) => width > 0 && height > 0)
}

function getRangeWithin(
  a: number,
  b: number,
  low: number,
  high: number,
): { readonly from: number; readonly to: number } {
  if (a === b) return a >= low && a <= high ? { from: 0, to: 1 } : { from: 1, to: 0 }
  const [one, other] = [(low - a) / (b - a), (high - a) / (b - a)]
  return { from: Math.max(0, Math.min(one, other)), to: Math.min(1, Math.max(one, other)) }
}

/** Vector from the box's centre to a point, in the unrotated and unmirrored axes of the box. */
function toLocalVector(placed: Placement, point: Point): Point {
  const centre = getCentre(placed)
  const { cos, sin } = getRotation(placed.angleDeg)
  const dx = point.x - centre.x
  const dy = point.y - centre.y
  return { x: mirrorValue(dx * cos + dy * sin, placed.flipX), y: mirrorValue(dy * cos - dx * sin, placed.flipY) }
}

function rotateVector({ x, y }: Point, angleDeg: number): Point {
  const { cos, sin } = getRotation(angleDeg)
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

const mirrorValue = (value: number, isMirrored: boolean): number => (isMirrored ? -value : value)

function getExtent(values: readonly number[]): { readonly middle: number; readonly size: number } {
  const low = Math.min(...values)
  const high = Math.max(...values)
  return { middle: (low + high) / 2, size: Math.max(minSide, high - low) }
}

/** Rounds to 1/10000 px: finer than any screen, and readable in files. */
const fine = (value: number): number => Math.round(value * 1e4) / 1e4

const clampShare = (share: number): number => Math.max(0, Math.min(1, share))
