import type { Box } from './box.ts'

/** Sorted coordinates of edges and centres of the components that are not dragged. Computed once per drag. */
export interface SnapLines {
  readonly x: readonly number[]
  readonly y: readonly number[]
}

/** A guide line. With `axis` x it is vertical, and `at` is its x coordinate in drawing pixels. */
export interface Guide {
  readonly axis: 'x' | 'y'
  readonly at: number
}

/** Shift in pixels that aligns a box. An axis without a line in reach has a shift of 0. */
export interface Snap {
  readonly dx: number
  readonly dy: number
  /** Lines that the moved box is on, for display. */
  readonly guides: readonly Guide[]
}

/** Returns the edges and centres of the boxes as sorted, distinct lines for each axis. */
export function getSnapLines(boxes: Iterable<Box>): SnapLines {
  const x: number[] = []
  const y: number[] = []
  for (const box of boxes) {
    x.push(...linesAlong(box, 'x'))
    y.push(...linesAlong(box, 'y'))
  }
  return { x: distinct(x), y: distinct(y) }
}

/**
 * Returns the shift that aligns an edge or the centre of a box with the nearest line within `reach`, separately for
 * each axis.
 */
export function snapBox(box: Box, lines: SnapLines, reach: number): Snap {
  const alongX = findNearestShift(linesAlong(box, 'x'), lines.x, reach)
  const alongY = findNearestShift(linesAlong(box, 'y'), lines.y, reach)
  const dx = alongX ?? 0
  const dy = alongY ?? 0
  const moved = { ...box, x: box.x + dx, y: box.y + dy }
  return {
    dx,
    dy,
    guides: [
      ...(alongX === null ? [] : findAlignedLines(linesAlong(moved, 'x'), lines.x, 'x')),
      ...(alongY === null ? [] : findAlignedLines(linesAlong(moved, 'y'), lines.y, 'y')),
    ],
  }
}

/** Returns the line nearest to a coordinate, or null if none is within `reach`. */
export function snapCoordinate(value: number, lines: readonly number[], reach: number): number | null {
  const shift = findNearestShift([value], lines, reach)
  return shift === null ? null : value + shift
}

/** Rounds a coordinate to the nearest multiple of `step`. A step of 0 or less returns it unchanged. */
export function snapToGrid(value: number, step: number): number {
  return step > 0 ? Math.round(value / step) * step : value
}

/** Lines closer than this (in pixels) count as one. */
const sameLine = 0.0005

function linesAlong(box: Box, axis: 'x' | 'y'): readonly [number, number, number] {
  const size = axis === 'x' ? box.width : box.height
  return [box[axis], box[axis] + size / 2, box[axis] + size]
}

function distinct(values: number[]): number[] {
  return values.sort((a, b) => a - b).filter((value, i) => i === 0 || value !== values[i - 1])
}

function findNearestShift(values: readonly number[], lines: readonly number[], reach: number): number | null {
  let best: number | null = null
  for (const value of values) {
    const at = lowerBound(lines, value)
    for (const line of [lines[at - 1], lines[at]]) {
      if (line === undefined) continue
      const shift = line - value
      if (Math.abs(shift) <= reach && (best === null || Math.abs(shift) < Math.abs(best))) best = shift
    }
  }
  return best
}

function findAlignedLines(values: readonly number[], lines: readonly number[], axis: 'x' | 'y'): Guide[] {
  const aligned = values.map((value) => snapCoordinate(value, lines, sameLine)).filter((at) => at !== null)
  return [...new Set(aligned)].map((at) => ({ axis, at }))
}

function lowerBound(lines: readonly number[], value: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle] ?? Infinity) < value) low = middle + 1
    else high = middle
  }
  return low
}
