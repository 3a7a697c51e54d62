import type { Point } from './box.ts'

/**
 * Changes the number of points of a path (minimum 2) and keeps its ends and shape as far as possible. Points are added
 * by dividing the longest pieces equally; the points with the least effect on the shape are removed first, so added
 * points are removed again. `isClosed`: an area with at least three points and a closing segment.
 */
export function withPointCount(path: readonly Point[], count: number, isClosed = false): readonly Point[] {
  if (isClosed) return withPointCount([...path, ...path.slice(0, 1)], Math.max(3, Math.round(count)) + 1).slice(0, -1)
  const target = Math.max(2, Math.round(count))
  return path.length < 2 || path.length === target
    ? path
    : path.length < target
      ? dividePath(path, target - path.length)
      : reducePoints(path, target)
}

function dividePath(path: readonly Point[], more: number): readonly Point[] {
  const parts = path.slice(1).map((to, index) => ({ from: path[index] ?? to, to, pieces: 1 }))
  const getPieceLength = ({ from, to, pieces }: (typeof parts)[number]): number =>
    Math.hypot(to.x - from.x, to.y - from.y) / pieces
  for (let added = 0; added < more; added++) {
    const longest = parts.reduce((best, part) => (getPieceLength(part) > getPieceLength(best) + 1e-9 ? part : best))
    longest.pieces += 1
  }
  return [
    ...path.slice(0, 1),
    ...parts.flatMap(({ from, to, pieces }) =>
      Array.from({ length: pieces }, (_, index) =>
        index + 1 === pieces
          ? to
          : {
              x: from.x + (to.x - from.x) * ((index + 1) / pieces),
              y: from.y + (to.y - from.y) * ((index + 1) / pieces),
            },
      ),
    ),
  ]
}

function reducePoints(path: readonly Point[], count: number): readonly Point[] {
  let rest = path
  while (rest.length > count) {
    const away = rest.map((point, index) => awayFrom(rest[index - 1], point, rest[index + 1]))
    const minIndex = away.indexOf(Math.min(...away))
    rest = rest.toSpliced(minIndex, 1)
  }
  return rest
}

/** Distance of a point from the straight line between its neighbours; Infinity for an end, which is never removed. */
function awayFrom(before: Point | undefined, point: Point, after: Point | undefined): number {
  if (!before || !after) return Infinity
  const [dx, dy] = [after.x - before.x, after.y - before.y]
  const square = dx * dx + dy * dy
  const share =
    square === 0 ? 0 : Math.max(0, Math.min(1, ((point.x - before.x) * dx + (point.y - before.y) * dy) / square))
  return Math.hypot(point.x - before.x - dx * share, point.y - before.y - dy * share)
}
