import type { Brush } from '../../paint/brush/brush.ts'
import { getDash, getGap, type BorderProps } from '../shapes.ts'

/**
 * Draws a dashed wall over the body of a pipe: along both edges, across the ends, and solid around the outside of
 * corners. `path` is the middle line as flat x, y. The body is painted once, so it may be translucent.
 */
export function drawBrokenWall(brush: Brush, path: readonly number[], border: BorderProps, thickness: number): void {
  const { borderStyle, borderColor: stroke, borderWidth: width } = border
  const parts = splitParts(path)
  const style = {
    stroke,
    width,
    dash: getDash(borderStyle, width),
    gap: getGap(borderStyle, width),
    cap: 'butt',
  } as const
  const half = (thickness - width) / 2
  for (const side of [1, -1] as const) {
    let phase = 0
    for (const {
      part: { x, y, dx, dy },
      from,
      to,
    } of getEdges(parts, side, half, width)) {
      const [left, top] = [x - dy * half * side, y + dx * half * side]
      brush.line(left + dx * from, top + dy * from, left + dx * to, top + dy * to, { ...style, phase })
      phase += to - from
    }
    for (const [i, after] of parts.entries()) {
      const before = parts[i - 1]
      const sweepDeg = before ? outerSweep(before, after, side) : 0
      if (before && sweepDeg !== 0)
        brush.arc(after.x, after.y, half, degrees(Math.atan2(before.dx * side, -before.dy * side)), sweepDeg, {
          stroke,
          width,
        })
    }
  }
  for (const [part, at] of [
    [parts[0], 0],
    [parts.at(-1), 1],
  ] as const) {
    if (!part) continue
    const along = at === 0 ? Math.min(width, part.length) / 2 : part.length - Math.min(width, part.length) / 2
    const [x, y] = [part.x + part.dx * along, part.y + part.dy * along]
    const [across, down] = [(-part.dy * thickness) / 2, (part.dx * thickness) / 2]
    brush.line(x - across, y - down, x + across, y + down, { ...style, phase: 0 })
  }
}

/** Straight segment of the middle line: start, direction and length. */
interface Part {
  readonly x: number
  readonly y: number
  readonly dx: number
  readonly dy: number
  readonly length: number
}

/** Wall along a segment: start and end along its direction. */
interface Edge {
  readonly part: Part
  from: number
  to: number
}

function splitParts(path: readonly number[]): Part[] {
  const parts: Part[] = []
  for (let at = 0; at + 3 < path.length; at += 2) {
    const [x, y] = [path[at], path[at + 1]]
    const [across, down] = [path[at + 2] - x, path[at + 3] - y]
    const length = Math.hypot(across, down)
    if (length > 0) parts.push({ x, y, dx: across / length, dy: down / length, length })
  }
  return parts
}

/**
 * Returns the wall edges on one side (1: right of the direction). In a bend, edges end at their intersection. Edges
 * without room in a narrow bend are omitted and their neighbours are intersected instead.
 */
function getEdges(parts: readonly Part[], side: 1 | -1, half: number, wall: number): readonly Edge[] {
  const last = parts.length - 1
  let left = parts.map((_, i) => i)
  for (;;) {
    const edges = left.flatMap((i): Edge[] => {
      const part = parts[i]
      return part ? [{ part, from: i === 0 ? wall : 0, to: part.length - (i === last ? wall : 0) }] : []
    })
    for (const [i, edge] of edges.entries()) {
      const next = edges[i + 1]
      if (next) join(edge, next, side, half)
    }
    const visibleEdges = left.filter((_, i) => edges[i].to > edges[i].from)
    if (visibleEdges.length === left.length) return edges
    left = visibleEdges
  }
}

function join(before: Edge, after: Edge, side: 1 | -1, half: number): void {
  const [a, b] = [before.part, after.part]
  const cross = a.dx * b.dy - a.dy * b.dx
  if (Math.abs(cross) < 1e-9 || outerSweep(a, b, side) !== 0) return
  const deltaX = b.x - a.x - (b.dy - a.dy) * half * side
  const deltaY = b.y - a.y + (b.dx - a.dx) * half * side
  // Nearly parallel edges intersect far away.
  before.to = Math.min(before.to, a.length + half, (deltaX * b.dy - deltaY * b.dx) / cross)
  after.from = Math.max(after.from, -half, (deltaX * a.dy - deltaY * a.dx) / cross)
}

/**
 * Returns the sweep angle in degrees of the wall around the outside of a corner; 0 on the inside or if the turn is too
 * small.
 */
function outerSweep(before: Part, after: Part, side: 1 | -1): number {
  const bend = Math.atan2(before.dx * after.dy - before.dy * after.dx, before.dx * after.dx + before.dy * after.dy)
  return Math.abs(bend) > sharpTurn && bend * side < 0 ? degrees(bend) : 0
}

/** Minimum turn in radians of a corner; smaller turns belong to a bend. */
const sharpTurn = 0.7

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}
