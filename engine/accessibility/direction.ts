import type { Box } from '../geometry/index.ts'

/** Arrow keys as unit vectors in screen coordinates. */
export const directions: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Weight of the sideways distance relative to the distance along the direction. */
const asideWeight = 2

/** Returns the index of the nearest box in a direction, or -1 if there is none. Sideways distance counts double. */
export function findNearest(boxes: readonly Box[], from: number, [dx, dy]: readonly [dx: number, dy: number]): number {
  const start = boxes[from]
  if (!start) return -1
  let best = -1
  let minDistance = Infinity
  for (const [index, box] of boxes.entries()) {
    if (index === from) continue
    const x = box.x + box.width / 2 - (start.x + start.width / 2)
    const y = box.y + box.height / 2 - (start.y + start.height / 2)
    const along = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    if (along <= 0 || aside > along * 4) continue
    const distance = along + aside * asideWeight
    if (distance >= minDistance) continue
    minDistance = distance
    best = index
  }
  return best
}
