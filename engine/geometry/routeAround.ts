import { intersects } from './box.ts'
import { insideLength, routeGap, routeOrthogonal, stubOf, tidied } from './route.ts'
import { searchGrid } from './routeGrid.ts'
import type { Box, Point } from './box.ts'
import type { RouteEnd } from './route.ts'

/** Returns the obstacles that intersect a box. Must return the same result for the same box. */
export type ObstaclesIn = (box: Box) => readonly Box[]

/** Maximum number of obstacles of a route, because the search grows with its square. */
const obstaclesAtMost = 24

/**
 * Routes like `routeOrthogonal`, avoiding obstacles if there is a path. Only obstacles in the way are considered: the
 * route is searched again around the boxes it crosses until it crosses none. Obstacles that contain an end, such as a
 * background, are ignored.
 */
export function routeAround(from: RouteEnd, to: RouteEnd, obstaclesIn: ObstaclesIn, gap = routeGap): Point[] {
  const own = [from.box, to.box].filter((box) => box !== null)
  const known: Box[] = []
  let way = routeOrthogonal(from, to, gap)
  while (known.length < obstaclesAtMost) {
    const crossed = obstaclesIn(boxAround(way))
      .filter((box) => !holds(box, from.at) && !holds(box, to.at) && !known.some((one) => isSame(one, box)) && !own.some((one) => isSame(one, box)) && crosses(way, box))
      .toSorted((a, b) => a.x - b.x || a.y - b.y || a.width - b.width || a.height - b.height)
    if (crossed.length === 0) return way
    known.push(...crossed.slice(0, obstaclesAtMost - known.length))
    const near = known.filter((box) => !own.some((one) => intersects(one, box)))
    const [start, end] = [stubOf(from, to, gap, near), stubOf(to, from, gap, near)]
    way = tidied([from.at, ...searchGrid({ from, to, start, end, own, obstacles: known, gap }), to.at])
  }
  return way
}

/**
 * Routes with horizontal and vertical segments through manually set bends. `stops` are the indexes of the bends in
 * `way`. Avoids reversing direction at a bend where possible.
 */
export function routeThrough(
  from: RouteEnd, to: RouteEnd, bends: readonly Point[], obstaclesIn: ObstaclesIn, gap = routeGap,
): { readonly way: readonly Point[]; readonly stops: readonly number[] } {
  const way: Point[] = [from.at]
  const stops: number[] = []
  let here = from
  for (const at of [...bends, null]) {
    const next: RouteEnd = at ? { at, side: null, box: null } : to
    way.push(...onward(here, next, way, obstaclesIn, gap).slice(1).filter((point, i, list) => !isPoint(point, list[i - 1] ?? here.at)))
    if (at) stops.push(way.length - 1)
    here = next
  }
  const [only] = way
  return { way: only && way.length === 1 ? [only, only] : way, stops }
}

/** The next part of the route. If it would reverse direction at the bend, the shortest alternative that does not. */
function onward(here: RouteEnd, next: RouteEnd, way: readonly Point[], obstaclesIn: ObstaclesIn, gap: number): Point[] {
  const [before, at] = [way.at(-2), way.at(-1)]
  const part = routeAround(here, next, obstaclesIn, gap)
  const turnsBack = (one: readonly Point[]): boolean => {
    const ahead = one[1]
    return before !== undefined && at !== undefined && ahead !== undefined && (ahead.x - at.x) * (before.x - at.x) + (ahead.y - at.y) * (before.y - at.y) > 0
  }
  if (here.side || !turnsBack(part)) return part
  const others = sides.map((side) => routeAround({ ...here, side }, next, obstaclesIn, gap)).filter((one) => !turnsBack(one))
  return others.reduce((best, one) => (best === part || lengthOf(one) < lengthOf(best) ? one : best), part)
}

const sides = ['n', 'e', 's', 'w'] as const
const isPoint = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y

function lengthOf(way: readonly Point[]): number {
  return way.reduce((sum, { x, y }, i) => sum + Math.abs(x - (way[i - 1]?.x ?? x)) + Math.abs(y - (way[i - 1]?.y ?? y)), 0)
}

function boxAround(way: readonly Point[]): Box {
  const [xs, ys] = [way.map(({ x }) => x), way.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

function crosses(way: readonly Point[], box: Box): boolean {
  return way.some((b, i) => {
    const a = way[i - 1]
    return a !== undefined && insideLength(a, b, box) > 0
  })
}

function holds({ x, y, width, height }: Box, at: Point): boolean {
  return at.x > x && at.x < x + width && at.y > y && at.y < y + height
}

const isSame = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
