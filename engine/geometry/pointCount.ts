import type { Point } from './box.ts'

/**
 * A path of so many points, at least two, that keeps its ends and as much of its way as it can: points are added on it, the
 * longest pieces being divided into equal ones; those go first without which the way changes least. So what was added goes again. `isClosed`: an area, which has at least
 * three and whose last piece goes back to where it begins.
 */
export function withPointCount(path: readonly Point[], count: number, isClosed = false): readonly Point[] {
  if (isClosed) return withPointCount([...path, ...path.slice(0, 1)], Math.max(3, Math.round(count)) + 1).slice(0, -1)
  const wished = Math.max(2, Math.round(count))
  return path.length < 2 || path.length === wished ? path : path.length < wished ? divided(path, wished - path.length) : thinnedTo(path, wished)
}

function divided(path: readonly Point[], more: number): readonly Point[] {
  const parts = path.slice(1).map((to, index) => ({ from: path[index] ?? to, to, pieces: 1 }))
  const pieceOf = ({ from, to, pieces }: (typeof parts)[number]): number => Math.hypot(to.x - from.x, to.y - from.y) / pieces
  for (let added = 0; added < more; added++) {
    const longest = parts.reduce((best, part) => (pieceOf(part) > pieceOf(best) + 1e-9 ? part : best))
    longest.pieces += 1
  }
  return [...path.slice(0, 1), ...parts.flatMap(({ from, to, pieces }) => Array.from({ length: pieces }, (_, index) => (
    index + 1 === pieces ? to : { x: from.x + (to.x - from.x) * ((index + 1) / pieces), y: from.y + (to.y - from.y) * ((index + 1) / pieces) }
  )))]
}

function thinnedTo(path: readonly Point[], count: number): readonly Point[] {
  let rest = path
  while (rest.length > count) {
    const away = rest.map((point, index) => awayFrom(rest[index - 1], point, rest[index + 1]))
    const least = away.indexOf(Math.min(...away))
    rest = rest.toSpliced(least, 1)
  }
  return rest
}

/** How far a point lies off the straight way between those beside it; an end never goes. */
function awayFrom(before: Point | undefined, point: Point, after: Point | undefined): number {
  if (!before || !after) return Infinity
  const [dx, dy] = [after.x - before.x, after.y - before.y]
  const square = dx * dx + dy * dy
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, ((point.x - before.x) * dx + (point.y - before.y) * dy) / square))
  return Math.hypot(point.x - before.x - dx * share, point.y - before.y - dy * share)
}
