import type { Box, Point } from './box.ts'
import type { RouteEnd, Side } from './route.ts'

/** Boxes and ends for route tests. */
export const box = (x: number, y: number, width = 100, height = 60): Box => ({ x, y, width, height })

/** Line end in the middle of a side. */
export function endAt(of: Box, side: Side): RouteEnd {
  const at = {
    n: { x: of.x + of.width / 2, y: of.y },
    s: { x: of.x + of.width / 2, y: of.y + of.height },
    w: { x: of.x, y: of.y + of.height / 2 },
    e: { x: of.x + of.width, y: of.y + of.height / 2 },
  }[side]
  return { at, side, box: of }
}

export const free = (x: number, y: number): RouteEnd => ({ at: { x, y }, side: null, box: null })

export const flat = (path: readonly Point[]): number[][] => path.map(({ x, y }) => [x, y])

/** Whether a path crosses the interior of a box. */
export function crosses(path: readonly Point[], of: Box): boolean {
  return path.some((b, i) => {
    const a = path[i - 1]
    if (!a) return false
    const low = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) }
    const high = { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) }
    return high.x > of.x && low.x < of.x + of.width && high.y > of.y && low.y < of.y + of.height
  })
}
