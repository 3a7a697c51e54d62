import { getSide } from '../geometry/index.ts'
import { cornerLimit, isInside } from './outline.ts'
import type { Corners } from './outline.ts'
import { getSignedArea, removeDuplicates, findCrossing, segmentsCross, orient } from './planarGeometry.ts'

/** A filled area with its holes. A filled area inside a hole is a separate island. */
export interface Island {
  readonly outer: Corners
  readonly holes: readonly Corners[]
}

/**
 * SVG fill rule: `evenodd` fills areas enclosed an odd number of times, `nonzero` those with a non-zero winding number.
 */
export type FillRule = 'evenodd' | 'nonzero'

/** Maximum number of corners of a shape; larger ones become a picture. */
const lookLimit = 1024

/**
 * Returns the filled areas of rings. Undefined if rings cross each other or have too many corners, which polygons
 * cannot represent.
 */
export function findIslands(input: readonly Corners[], rule: FillRule): readonly Island[] | undefined {
  if (input.reduce((sum, ring) => sum + ring.length / 2, 0) > lookLimit) return undefined
  const rings = input.flatMap((ring) => loopsIn(untangle(ring))).filter((ring) => ring.length >= 6)
  if (segmentsCross(rings)) return undefined
  const ringInfos = rings.map((ring) => ({ ring, area: getSignedArea(ring), inside: pointIn(ring) }))
  const outers: { readonly ring: Corners; readonly size: number; readonly holes: Corners[] }[] = []
  const holes: (typeof ringInfos)[number][] = []
  for (const own of ringInfos) {
    const around = ringInfos.filter((other) => other !== own && isInside(own.inside.x, own.inside.y, other.ring))
    const winding = around.reduce((sum, other) => sum + Math.sign(other.area), 0)
    const isLand = rule === 'evenodd' ? around.length % 2 === 0 : winding + Math.sign(own.area) !== 0
    const isOutsideLand = rule === 'evenodd' ? around.length % 2 === 1 : winding !== 0
    if (isLand && !isOutsideLand) outers.push({ ring: own.ring, size: Math.abs(own.area), holes: [] })
    if (!isLand && isOutsideLand) holes.push(own)
  }
  outers.sort((a, b) => a.size - b.size)
  for (const hole of holes)
    outers.find(({ ring }) => isInside(hole.inside.x, hole.inside.y, ring))?.holes.push(hole.ring)
  return outers.map(({ ring, holes: own }) => ({ outer: ring, holes: own })).reverse()
}

/**
 * Converts an island to a single outline that enters and leaves each hole along the same line. Undefined if there is no
 * such line or the outline has too many corners.
 */
export function toOutline({ outer, holes }: Island): Corners | undefined {
  const rest = holes.map((hole) => startingRight(orient(hole, false))).sort((a, b) => (b[0] ?? 0) - (a[0] ?? 0))
  if (outer.length + rest.reduce((sum, hole) => sum + hole.length + 4, 0) > cornerLimit * 2) return undefined
  let outline = orient(outer, true)
  for (const [i, hole] of rest.entries()) {
    const from = bridgeTo(outline, hole, rest.slice(i))
    if (from < 0) return undefined
    const start = outline.slice(from, from + 2)
    outline = [...outline.slice(0, from), ...start, ...hole, ...hole.slice(0, 2), ...start, ...outline.slice(from + 2)]
  }
  return outline
}

/**
 * Converts a self-crossing ring, such as the symbol of a valve, to an outline that only touches itself at the
 * crossings. Undefined if its loops overlap.
 */
export function uncross(ring: Corners): Corners | undefined {
  const tangle = untangle(ring)
  const land = findIslands([ring], 'nonzero')
  if (land?.length !== loopsIn(tangle).length || land.some(({ holes }) => holes.length > 0)) return undefined
  const outline = joinLoops(tangle)
  return outline && outline.length <= cornerLimit * 2 ? outline : undefined
}

/** A ring, or two parts that meet at a crossing. */
type Tangle =
  | { readonly ring: Corners }
  | { readonly loop: Tangle; readonly rest: Tangle; readonly x: number; readonly y: number }

/** Cuts a ring at its own crossings, up to a limit. */
function untangle(input: Corners, left = { cuts: crossingLimit }): Tangle {
  const ring = removeDuplicates(input)
  const crossing = left.cuts > 0 ? findCrossing(ring) : undefined
  if (!crossing) return { ring }
  left.cuts--
  const { first, second, x, y } = crossing
  const loop = untangle([x, y, ...ring.slice(2 * first, 2 * second)], left)
  return { loop, rest: untangle([...ring.slice(0, 2 * first), x, y, ...ring.slice(2 * second)], left), x, y }
}

function loopsIn(tangle: Tangle): readonly Corners[] {
  return 'ring' in tangle ? [tangle.ring] : [...loopsIn(tangle.loop), ...loopsIn(tangle.rest)]
}

/** Joins all loops in the same direction at their crossings. */
function joinLoops(tangle: Tangle): Corners | undefined {
  if ('ring' in tangle) return orient(tangle.ring, true)
  const [loop, rest] = [joinLoops(tangle.loop), joinLoops(tangle.rest)]
  if (!loop || !rest) return undefined
  const [from, at] = [findCorner(loop, tangle.x, tangle.y), findCorner(rest, tangle.x, tangle.y)]
  return from < 0 || at < 0
    ? undefined
    : [...rest.slice(0, at), ...loop.slice(from), ...loop.slice(0, from), ...rest.slice(at)]
}

const crossingLimit = 16

function findCorner(ring: Corners, x: number, y: number): number {
  for (let i = 0; i + 1 < ring.length; i += 2)
    if (Math.abs(get(ring, i) - x) < 1e-6 && Math.abs(get(ring, i + 1) - y) < 1e-6) return i
  return -1
}

/** Index of the outline's nearest corner visible from the hole's first corner, or -1. */
function bridgeTo(outline: Corners, hole: Corners, holes: readonly Corners[]): number {
  const [x = 0, y = 0] = hole
  const order = Array.from({ length: outline.length / 2 }, (_, i) => 2 * i).sort(
    (a, b) =>
      Math.hypot(get(outline, a) - x, get(outline, a + 1) - y) -
      Math.hypot(get(outline, b) - x, get(outline, b + 1) - y),
  )
  return (
    order.find(
      (at) =>
        isVisibleFrom(outline, at, x, y) &&
        ![outline, ...holes].some((ring) => isBlocked(ring, x, y, get(outline, at), get(outline, at + 1))),
    ) ?? -1
  )
}

/** Whether a point is visible from a corner through the inside; distinguishes two corners at the same position. */
function isVisibleFrom(outline: Corners, at: number, x: number, y: number): boolean {
  const count = outline.length
  const [before, after] = [(at + count - 2) % count, (at + 2) % count]
  const [px, py, cx, cy, nx, ny] = [
    get(outline, before),
    get(outline, before + 1),
    get(outline, at),
    get(outline, at + 1),
    get(outline, after),
    get(outline, after + 1),
  ]
  const [behind, ahead] = [getSide(px, py, cx, cy, x, y), getSide(cx, cy, nx, ny, x, y)]
  return getSide(px, py, cx, cy, nx, ny) > 0 ? behind > 0 && ahead > 0 : behind > 0 || ahead > 0
}

/** Whether a ring blocks the line between two points, excluding the points themselves. */
function isBlocked(ring: Corners, ax: number, ay: number, bx: number, by: number): boolean {
  const length = Math.hypot(bx - ax, by - ay)
  const near = 1e-9 * Math.max(1, length)
  const isEnd = (x: number, y: number) => (x === ax && y === ay) || (x === bx && y === by)
  for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
    const [px, py, qx, qy] = [get(ring, j), get(ring, j + 1), get(ring, i), get(ring, i + 1)]
    const along = (qx - ax) * (bx - ax) + (qy - ay) * (by - ay)
    if (
      !isEnd(qx, qy) &&
      Math.abs(getSide(ax, ay, bx, by, qx, qy)) <= near * length &&
      along > 0 &&
      along < length * length
    )
      return true
    if (isEnd(px, py) || isEnd(qx, qy)) continue
    const isAcross = getSide(ax, ay, bx, by, px, py) > 0 !== getSide(ax, ay, bx, by, qx, qy) > 0
    if (isAcross && getSide(px, py, qx, qy, ax, ay) > 0 !== getSide(px, py, qx, qy, bx, by) > 0) return true
  }
  return false
}

/** The ring starting at its rightmost corner, from which the outer ring is always visible. */
function startingRight(ring: Corners): Corners {
  let first = 0
  for (let i = 2; i + 1 < ring.length; i += 2) if (get(ring, i) > get(ring, first)) first = i
  return [...ring.slice(first), ...ring.slice(0, first)]
}

/** A point just inside a ring, near the middle of its longest edge. */
function pointIn(ring: Corners): { readonly x: number; readonly y: number } {
  let [best, from, to] = [-1, 0, 0]
  for (let i = 0, j = ring.length - 2; i + 1 < ring.length; j = i, i += 2) {
    const length = Math.hypot(get(ring, i) - get(ring, j), get(ring, i + 1) - get(ring, j + 1))
    if (length > best) [best, from, to] = [length, j, i]
  }
  const [ax, ay, bx, by] = [get(ring, from), get(ring, from + 1), get(ring, to), get(ring, to + 1)]
  const step = (getSignedArea(ring) > 0 ? 1e-4 : -1e-4) * Math.min(1, best)
  return { x: (ax + bx) / 2 - ((by - ay) / best) * step, y: (ay + by) / 2 + ((bx - ax) / best) * step }
}

const get = (ring: Corners, i: number): number => ring[i] ?? 0
