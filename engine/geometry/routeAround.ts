import { intersects } from './box.ts'
import { insideLength, routeGap, routeOrthogonal, stubOf, tidied } from './route.ts'
import { searchGrid } from './routeGrid.ts'
import type { Box, Point } from './box.ts'
import type { RouteEnd } from './route.ts'

/** Gives what a route must not run through, of what meets a box; the same for the same box. */
export type ObstaclesIn = (box: Box) => readonly Box[]

/** What a route is asked to get around, at most: the search grows with the square of it. */
const obstaclesAtMost = 24

/**
 * A way as `routeOrthogonal` finds it, that runs through nothing in between if there is such a way. Only what is in the
 * way is looked at: a route is found, asked what it crosses, and found anew around that. What has an end in it is passed
 * over: from a background there is no way but across it.
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
 * A way through points that a person has set, in upright and level parts, each of them a point of it: `stops` says which.
 * It does not turn back upon itself at one of them where it can go on.
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

/** The next part; of the ways that leave a bend in another direction than the one it came from, the shortest. */
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
