import type { Box } from '../../geometry/index.ts'
import { applyMatrix } from '../matrix.ts'
import type { Matrix } from '../matrix.ts'
import { getColorDistance } from '../paint.ts'
import type { Stop } from '../paint.ts'
import { shadeAt, toStops } from '../../schema/index.ts'
import { readTransform } from './transform.ts'

/** Reads an attribute of a gradient, including those inherited by reference. */
export type Read = (name: string) => string | undefined

/** Tolerances: colour difference (0 to 255), and position as a fraction of the shape's size. */
const colourOff = 40
const endOff = 0.15

/** Whether a gradient across the shape's box would look visibly different. */
export function isGradientUnsupported(kind: 'linear' | 'radial', read: Read, box: Box): boolean {
  return kind === 'linear' ? !spansLinear(read, box) : !spansRadial(read, box)
}

/** Whether the reduced stops look visibly different. */
export function areStopsUnsupported(stops: readonly Stop[], fewer: readonly Stop[]): boolean {
  const few = toStops(fewer)
  return (
    few !== undefined &&
    stops.some(
      ({ at, color }) =>
        Math.min(getColorDistance(shadeAt(few, at), color), getColorDistance(shadeAt(few, at, true), color)) >
        colourOff,
    )
  )
}

/** Whether a linear gradient extends from the first to the last corner of the box in its direction. */
function spansLinear(read: Read, box: Box): boolean {
  const [own, whole] = getGradientSpace(read, box)
  const value = reader(read, whole)
  const [from, to] = [
    applyMatrix(own, value('x1', 0, 'x'), value('y1', 0, 'y')),
    applyMatrix(own, value('x2', 1, 'x'), value('y2', 0, 'y')),
  ]
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  if (!(length > 0)) return true
  const shares = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map(
    ([x = 0, y = 0]) =>
      ((whole.x + x * whole.width - from.x) * dx + (whole.y + y * whole.height - from.y) * dy) / length,
  )
  return Math.abs(Math.min(...shares)) <= endOff && Math.abs(Math.max(...shares) - 1) <= endOff
}

/** Whether a radial gradient extends from the centre of the box to its sides. */
function spansRadial(read: Read, box: Box): boolean {
  const [own, whole] = getGradientSpace(read, box)
  const value = reader(read, whole)
  const [cx, cy, r] = [value('cx', 0.5, 'x'), value('cy', 0.5, 'y'), value('r', 0.5, 'x')]
  const [middle, focus, edge, side] = [
    applyMatrix(own, cx, cy),
    applyMatrix(own, value('fx', (cx - whole.x) / whole.width, 'x'), value('fy', (cy - whole.y) / whole.height, 'y')),
    applyMatrix(own, cx + r, cy),
    applyMatrix(own, cx, cy + r),
  ]
  const off = (length: number, size: number) => Math.abs(length) / Math.max(size, 1e-6) > endOff
  return (
    !off(middle.x - (whole.x + whole.width / 2), whole.width) &&
    !off(middle.y - (whole.y + whole.height / 2), whole.height) &&
    !off(focus.x - middle.x, whole.width) &&
    !off(focus.y - middle.y, whole.height) &&
    !off(Math.hypot(edge.x - middle.x, edge.y - middle.y) - whole.width / 2, whole.width) &&
    !off(Math.hypot(side.x - middle.x, side.y - middle.y) - whole.height / 2, whole.height)
  )
}

/** The gradient's matrix, and the shape's box in its coordinates. */
function getGradientSpace(read: Read, box: Box): readonly [Matrix, Box] {
  const own = readTransform(read('gradientTransform'))
  return [own, read('gradientUnits') === 'userSpaceOnUse' ? box : { x: 0, y: 0, width: 1, height: 1 }]
}

/** Returns a function that reads a length of the gradient; the default is a share of the box. */
function reader(read: Read, whole: Box): (name: string, share: number, along: 'x' | 'y') => number {
  return (name, share, along) => {
    const text = read(name)?.trim() ?? ''
    const number = Number.parseFloat(text)
    const [start, size] = along === 'x' ? [name === 'r' ? 0 : whole.x, whole.width] : [whole.y, whole.height]
    if (!Number.isFinite(number)) return start + share * size
    return text.endsWith('%') ? start + (number / 100) * size : number
  }
}
