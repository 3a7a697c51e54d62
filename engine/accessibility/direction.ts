import type { Box } from '../geometry/index.ts'

/** Arrow keys as directions on the screen. */
export const directions: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
}

/** How much a place aside counts more than one straight ahead. */
const asideWeight = 2

/**
 * The nearest box that lies in the direction, as an eye would choose it: along counts once, aside twice. -1 where none
 * lies that way.
 */
export function nearestIn(boxes: readonly Box[], from: number, [dx, dy]: readonly [dx: number, dy: number]): number {
  const start = boxes[from]
  if (!start) return -1
  let best = -1
  let least = Infinity
  for (const [index, box] of boxes.entries()) {
    if (index === from) continue
    const x = box.x + box.width / 2 - (start.x + start.width / 2)
    const y = box.y + box.height / 2 - (start.y + start.height / 2)
    const along = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (along <= 0 || aside > along * 4) continue
    const distance = along + aside * asideWeight
    if (distance >= least) continue
    least = distance
    best = index
  }
  return best
}
