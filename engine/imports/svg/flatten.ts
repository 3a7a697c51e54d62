import { applyMatrix, getScale } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import type { Corners } from '../outline.ts'
import type { Segment, Subpath } from './pathData.ts'

/** Maximum distance of a chord from its curve in drawing pixels. */
const tolerance = 0.05
const maxChords = 200

/** Converts a path to points: segment ends are exact, curves become chords. A duplicate closing point is omitted. */
export function flatten(path: Subpath, matrix: Matrix): Corners {
  const start = applyMatrix(matrix, path.x, path.y)
  const corners = [start.x, start.y]
  let [x, y] = [path.x, path.y]
  for (const segment of path.segments) {
    follow(segment, x, y, matrix, corners)
    x = segment.x
    y = segment.y
  }
  if (path.isClosed && corners.length > 4 && isNear(corners[0], corners.at(-2)) && isNear(corners[1], corners.at(-1)))
    corners.length -= 2
  return corners
}

function follow(segment: Segment, x: number, y: number, matrix: Matrix, corners: number[]): void {
  if (segment.kind === 'cubic') curve(segment, x, y, matrix, corners)
  if (segment.kind === 'arc') {
    const { cx, cy, rx, ry, rotation, from, sweep } = segment
    const radius =
      Math.max(rx, ry) * Math.max(getScale(matrix), Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3]))
    const step = 2 * Math.acos(Math.max(0, 1 - tolerance / Math.max(radius, tolerance)))
    const count = chords(Math.abs(sweep) / Math.max(step, 1e-3))
    for (let i = 1; i < count; i++) {
      const angle = from + (sweep * i) / count
      const [px, py] = [rx * Math.cos(angle), ry * Math.sin(angle)]
      const point = applyMatrix(
        matrix,
        cx + px * Math.cos(rotation) - py * Math.sin(rotation),
        cy + px * Math.sin(rotation) + py * Math.cos(rotation),
      )
      corners.push(point.x, point.y)
    }
  }
  const end = applyMatrix(matrix, segment.x, segment.y)
  corners.push(end.x, end.y)
}

function curve(
  segment: Segment & { readonly kind: 'cubic' },
  x: number,
  y: number,
  matrix: Matrix,
  corners: number[],
): void {
  const [p, q, r, s] = [
    applyMatrix(matrix, x, y),
    applyMatrix(matrix, segment.x1, segment.y1),
    applyMatrix(matrix, segment.x2, segment.y2),
    applyMatrix(matrix, segment.x, segment.y),
  ]
  const bend = Math.max(
    Math.hypot(p.x - 2 * q.x + r.x, p.y - 2 * q.y + r.y),
    Math.hypot(q.x - 2 * r.x + s.x, q.y - 2 * r.y + s.y),
  )
  const count = chords(Math.sqrt((0.75 * bend) / tolerance))
  for (let i = 1; i < count; i++) {
    const t = i / count
    const u = 1 - t
    const [k0, k1, k2, k3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
    corners.push(k0 * p.x + k1 * q.x + k2 * r.x + k3 * s.x, k0 * p.y + k1 * q.y + k2 * r.y + k3 * s.y)
  }
}

const chords = (requested: number): number => (requested < maxChords ? Math.max(1, Math.ceil(requested)) : maxChords)
const isNear = (a = 0, b = 0): boolean => Math.abs(a - b) < 1e-6
