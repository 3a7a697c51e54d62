import { intersects } from './box.ts'
import { insideLength, routeGap, routeOrthogonal, getStub, removeCollinear } from './route.ts'
import { searchGrid } from './routeGrid.ts'
import type { Box, Point } from './box.ts'
import type { RouteEnd } from './route.ts'

/** Returns the obstacles that intersect a box. Must return the same result for the same box. */
export type ObstaclesIn = (box: Box) => readonly Box[]

/** Maximum number of obstacles of a route, because the search grows with its square. */
const maxObstacles = 24

/**
 * Routes like `routeOrthogonal`, avoiding obstacles if there is a path. Only obstacles in the way are considered: the
 * route is searched again around the boxes it crosses until it crosses none. Obstacles that contain an end, such as a
 * background, are ignored.
 */
export function routeAround(from: RouteEnd, to: RouteEnd, obstaclesIn: ObstaclesIn, gap = routeGap): Point[] {
  const own = [from.box, to.box].filter((box) => box !== null)
  const obstacles: Box[] = []
  let path = routeOrthogonal(from, to, gap)
  while (obstacles.length < maxObstacles) {
    const crossed = obstaclesIn(boxAround(path))
      .filter(
        (box) =>
          !holds(box, from.at) &&
          !holds(box, to.at) &&
          !obstacles.some((one) => isSame(one, box)) &&
          !own.some((one) => isSame(one, box)) &&
          crosses(path, box),
      )
      .toSorted((a, b) => a.x - b.x || a.y - b.y || a.width - b.width || a.height - b.height)
    if (crossed.length === 0) return path
    obstacles.push(...crossed.slice(0, maxObstacles - obstacles.length))
    const near = obstacles.filter((box) => !own.some((one) => intersects(one, box)))
    const [start, end] = [getStub(from, to, gap, near), getStub(to, from, gap, near)]
    path = removeCollinear([from.at, ...searchGrid({ from, to, start, end, own, obstacles: obstacles, gap }), to.at])
  }
  return path
}

/**
 * Routes with horizontal and vertical segments through manually set bends. `stops` are the indexes of the bends in
 * `way`. Avoids reversing direction at a bend where possible.
 */
export function routeThrough(
  from: RouteEnd,
  to: RouteEnd,
  bends: readonly Point[],
  obstaclesIn: ObstaclesIn,
  gap = routeGap,
): { readonly path: readonly Point[]; readonly stops: readonly number[] } {
  const path: Point[] = [from.at]
  const stops: number[] = []
  let start = from
  for (const at of [...bends, null]) {
    const next: RouteEnd = at ? { at, side: null, box: null } : to
    path.push(
      ...onward(start, next, path, obstaclesIn, gap)
        .slice(1)
        .filter((point, i, list) => !isSamePoint(point, list[i - 1] ?? start.at)),
    )
    if (at) stops.push(path.length - 1)
    start = next
  }
  const [only] = path
  return { path: only && path.length === 1 ? [only, only] : path, stops }
}

/** The next part of the route. If it would reverse direction at the bend, the shortest alternative that does not. */
function onward(
  start: RouteEnd,
  next: RouteEnd,
  path: readonly Point[],
  obstaclesIn: ObstaclesIn,
  gap: number,
): Point[] {
  const [before, at] = [path.at(-2), path.at(-1)]
  const part = routeAround(start, next, obstaclesIn, gap)
  const turnsBack = (one: readonly Point[]): boolean => {
    const ahead = one[1]
    return (
      before !== undefined &&
      at !== undefined &&
      ahead !== undefined &&
      (ahead.x - at.x) * (before.x - at.x) + (ahead.y - at.y) * (before.y - at.y) > 0
    )
  }
  if (start.side || !turnsBack(part)) return part
  const others = sides
    .map((side) => routeAround({ ...start, side }, next, obstaclesIn, gap))
    .filter((one) => !turnsBack(one))
  return others.reduce((best, one) => (best === part || getLength(one) < getLength(best) ? one : best), part)
}

const sides = ['n', 'e', 's', 'w'] as const
const isSamePoint = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y

function getLength(path: readonly Point[]): number {
  return path.reduce(
    (sum, { x, y }, i) => sum + Math.abs(x - (path[i - 1]?.x ?? x)) + Math.abs(y - (path[i - 1]?.y ?? y)),
    0,
  )
}

function boxAround(path: readonly Point[]): Box {
  const [xs, ys] = [path.map(({ x }) => x), path.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
}

function crosses(path: readonly Point[], box: Box): boolean {
  return path.some((b, i) => {
    const a = path[i - 1]
    return a !== undefined && insideLength(a, b, box) > 0
  })
}

function holds({ x, y, width, height }: Box, at: Point): boolean {
  return at.x > x && at.x < x + width && at.y > y && at.y < y + height
}

const isSame = (a: Box, b: Box): boolean => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
