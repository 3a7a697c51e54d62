import { intersects } from './box.ts'
import type { Box, Point } from './box.ts'

/** The side of a box at which a line leaves. */
export type Side = 'n' | 'e' | 's' | 'w'

/** An end of a route: position, direction and box. Free ends have neither side nor box. */
export interface RouteEnd {
  readonly at: Point
  readonly side: Side | null
  readonly box: Box | null
}

/** Minimum distance in drawing pixels between a box and the first bend of its route. */
export const routeGap = 20

/**
 * Returns a path of horizontal and vertical segments between two ends, including both. Prefers few bends, then a short
 * path, and avoids the two boxes if there is room. Only a few relevant lines are searched (ends, box edges at a
 * distance, midlines), so dragging a hundred routes remains fast.
 *
 * ```ts
 * routeOrthogonal({ at: { x: 0, y: 0 }, side: null, box: null }, { at: { x: 100, y: 50 }, side: null, box: null })
 * ```
 */
export function routeOrthogonal(from: RouteEnd, to: RouteEnd, gap = routeGap): Point[] {
  const start = getStub(from, to, gap)
  const end = getStub(to, from, gap)
  const boxes = [from.box, to.box].filter((box) => box !== null)
  const straight = isStraight(from, to) ? [from.at, to.at] : null
  if (straight && !boxes.some((box) => insideLength(from.at, to.at, box) > 0)) return straight
  return removeCollinear([from.at, ...searchRoute({ from, to, start, end, boxes, gap }), to.at])
}

/** Unit vector that points out of a side. */
export function getDirection(side: Side): Point {
  return { x: side === 'e' ? 1 : side === 'w' ? -1 : 0, y: side === 's' ? 1 : side === 'n' ? -1 : 0 }
}

interface Search {
  readonly from: RouteEnd
  readonly to: RouteEnd
  readonly start: Point
  readonly end: Point
  readonly boxes: readonly Box[]
  readonly gap: number
}

/** Ends that face each other on one line need no bend. */
function isStraight(from: RouteEnd, to: RouteEnd): boolean {
  const dx = to.at.x - from.at.x
  const dy = to.at.y - from.at.y
  if ((dx === 0) === (dy === 0)) return dx === 0
  const direction = { x: Math.sign(dx), y: Math.sign(dy) }
  const leaves = (side: Side | null, x: number, y: number): boolean => {
    if (!side) return true
    const out = getDirection(side)
    return out.x === x && out.y === y
  }
  return leaves(from.side, direction.x, direction.y) && leaves(to.side, -direction.x || 0, -direction.y || 0)
}

/** First possible bend of a route: `gap` outside its own box, or half way to a nearer obstacle or the other box. */
export function getStub(end: RouteEnd, other: RouteEnd, gap: number, obstacles: readonly Box[] = []): Point {
  if (!end.side) return end.at
  const direction = getDirection(end.side)
  const out = end.box ? distanceOut(end.at, direction, end.box) : 0
  const edge = { x: end.at.x + direction.x * out, y: end.at.y + direction.y * out }
  const room = Math.min(
    other.box ? distanceTo(edge, direction, other.box) : Infinity,
    facingDistance(edge, direction, other),
  )
  const blocked = obstacles.reduce((nearest, box) => Math.min(nearest, distanceTo(edge, direction, box)), Infinity)
  const by = Math.min(room > 0 ? Math.min(gap, room / 2) : gap, blocked / 2)
  return { x: edge.x + direction.x * by, y: edge.y + direction.y * by }
}

/** Distance from a point in a box to the edge in direction `way`. */
function distanceOut(at: Point, direction: Point, box: Box): number {
  const reach =
    direction.x > 0
      ? box.x + box.width - at.x
      : direction.x < 0
        ? at.x - box.x
        : direction.y > 0
          ? box.y + box.height - at.y
          : at.y - box.y
  return Math.max(0, reach)
}

/** Distance from a point to a box in direction `way`; Infinity if the box is not met. */
function distanceTo(at: Point, direction: Point, box: Box): number {
  const beside =
    direction.x === 0 ? at.x <= box.x || at.x >= box.x + box.width : at.y <= box.y || at.y >= box.y + box.height
  if (beside) return Infinity
  const near =
    direction.x > 0
      ? box.x - at.x
      : direction.x < 0
        ? at.x - (box.x + box.width)
        : direction.y > 0
          ? box.y - at.y
          : at.y - (box.y + box.height)
  return near >= 0 ? near : Infinity
}

/** Distance to the other end if it faces this one and therefore shares the space between; otherwise Infinity. */
function facingDistance(edge: Point, direction: Point, other: RouteEnd): number {
  const out = other.side && getDirection(other.side)
  const ahead = (other.at.x - edge.x) * direction.x + (other.at.y - edge.y) * direction.y
  return out && out.x + direction.x === 0 && out.y + direction.y === 0 && ahead > 0 ? ahead : Infinity
}

/**
 * Cheapest path over the grid by Dijkstra search over (node, direction). There are at most a few hundred states, so no
 * heap is needed.
 */
function searchRoute(search: Search): Point[] {
  const { start, end, boxes, from, to } = search
  const xs = linesAlong(search, 'x')
  const ys = linesAlong(search, 'y')
  const bend = (last(xs) - first(xs) + last(ys) - first(ys)) / 2 + 1
  const states = xs.length * ys.length * 4
  const costs = new Float64Array(states).fill(Infinity)
  const before = new Int32Array(states).fill(-1)
  const open = new Set<number>()
  const stateAt = (column: number, row: number, direction: number): number => (row * xs.length + column) * 4 + direction
  const [startColumn, startRow] = [xs.indexOf(start.x), ys.indexOf(start.y)]
  for (const [direction, { x, y }] of directions.entries()) {
    const out = from.side && getDirection(from.side)
    if (out && (out.x !== x || out.y !== y)) continue
    const state = stateAt(startColumn, startRow, direction)
    costs[state] = 0
    open.add(state)
  }
  const arrival = to.side && getDirection(to.side)
  let best = -1
  let bestCost = Infinity
  while (open.size > 0) {
    let state = -1
    let cost = Infinity
    for (const one of open) if ((costs[one] ?? Infinity) < cost) [state, cost] = [one, costs[one] ?? Infinity]
    if (state < 0 || cost >= bestCost) break
    open.delete(state)
    const direction = state % 4
    const column = ((state - direction) / 4) % xs.length
    const row = ((state - direction) / 4 - column) / xs.length
    const current = { x: xs[column] ?? 0, y: ys[row] ?? 0 }
    if (current.x === end.x && current.y === end.y) {
      const heading = directions[direction]
      // The last segment must arrive opposite to the direction of the other end.
      const turnCost =
        !arrival || !heading
          ? 0
          : heading.x === -arrival.x && heading.y === -arrival.y
            ? 0
            : heading.x === arrival.x && heading.y === arrival.y
              ? 4
              : 1
      if (cost + turnCost * bend < bestCost) [best, bestCost] = [state, cost + turnCost * bend]
      continue
    }
    for (const [next, { x, y }] of directions.entries()) {
      const heading = directions[direction]
      if (!heading || (heading.x === -x && heading.y === -y)) continue
      const neighbour = { x: xs[column + x], y: ys[row + y] }
      if (neighbour.x === undefined || neighbour.y === undefined) continue
      const target = stateAt(column + x, row + y, next)
      const total =
        cost + computeCost(current, { x: neighbour.x, y: neighbour.y }, search, boxes) + (next === direction ? 0 : bend)
      if (total >= (costs[target] ?? Infinity)) continue
      costs[target] = total
      before[target] = state
      open.add(target)
    }
  }
  const path: Point[] = []
  for (let state = best; state >= 0; state = before[state] ?? -1) {
    const node = (state - (state % 4)) / 4
    path.push({ x: xs[node % xs.length] ?? 0, y: ys[Math.floor(node / xs.length)] ?? 0 })
  }
  return path.reverse()
}

const directions: readonly Point[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
]
/** Crossing a box costs more than any detour; running close to a box costs slightly more than at a distance. */
const throughCost = 1e6
const nearCost = 1
/** Tie-breaker: prefers bends midway between the two ends. */
const asideCost = 1e-4

function computeCost(a: Point, b: Point, { start, end, gap }: Search, boxes: readonly Box[]): number {
  const length = Math.abs(b.x - a.x) + Math.abs(b.y - a.y)
  const isMiddle = a.x === b.x ? a.x === (start.x + end.x) / 2 : a.y === (start.y + end.y) / 2
  let cost = length * (isMiddle ? 1 : 1 + asideCost)
  for (const box of boxes) {
    const inside = insideLength(a, b, box)
    if (inside > 0) cost += throughCost + inside * throughCost
    const around = { x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap }
    cost += insideLength(a, b, around) * nearCost
  }
  return cost
}

/** Length of a horizontal or vertical segment strictly inside a box; along its edge is outside. */
export function insideLength(a: Point, b: Point, box: Box): number {
  const isLevel = a.y === b.y
  const beside = isLevel ? a.y <= box.y || a.y >= box.y + box.height : a.x <= box.x || a.x >= box.x + box.width
  if (beside) return 0
  const [low, high, start, size] = isLevel
    ? [Math.min(a.x, b.x), Math.max(a.x, b.x), box.x, box.width]
    : [Math.min(a.y, b.y), Math.max(a.y, b.y), box.y, box.height]
  return Math.max(0, Math.min(high, start + size) - Math.max(low, start))
}

/** Coordinates at which a route may run: both ends, around both boxes, and midway. */
function linesAlong({ start, end, boxes, gap }: Search, axis: 'x' | 'y'): number[] {
  const size = axis === 'x' ? 'width' : 'height'
  const lines = [start[axis], end[axis], (start[axis] + end[axis]) / 2]
  for (const box of boxes) lines.push(box[axis] - gap, box[axis] + box[size] + gap)
  const [one, other] = boxes
  if (one && other && !intersects(one, other)) {
    const [left, right] = one[axis] <= other[axis] ? [one, other] : [other, one]
    if (left[axis] + left[size] < right[axis]) lines.push((left[axis] + left[size] + right[axis]) / 2)
  }
  return lines.sort((a, b) => a - b).filter((line, i) => i === 0 || line !== lines[i - 1])
}

/** Removes points on a straight line between their neighbours; reversals keep their point. */
export function removeCollinear(path: readonly Point[]): Point[] {
  const remaining: Point[] = []
  for (const point of path) {
    const before = remaining.at(-1)
    if (before && before.x === point.x && before.y === point.y) continue
    const earlier = remaining.at(-2)
    const isOnLine =
      earlier &&
      before &&
      ((earlier.x === before.x && before.x === point.x && (before.y - earlier.y) * (point.y - before.y) > 0) ||
        (earlier.y === before.y && before.y === point.y && (before.x - earlier.x) * (point.x - before.x) > 0))
    if (isOnLine) remaining.pop()
    remaining.push(point)
  }
  const [only] = remaining
  return only && remaining.length === 1 ? [only, only] : remaining
}

const first = (values: readonly number[]): number => values[0] ?? 0
const last = (values: readonly number[]): number => values.at(-1) ?? 0
