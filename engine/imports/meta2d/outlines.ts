import type { Point } from '../../geometry/index.ts'
import { getCentre, rotatePoint } from '../../geometry/index.ts'
import { flatten } from '../svg/flatten.ts'
import { readPath } from '../svg/pathData.ts'
import { identity } from '../matrix.ts'
import { boxAround } from '../outline.ts'
import type { Corners } from '../outline.ts'
import { getNumber, getOwn, getObject, getObjects } from '../untypedJson.ts'
import type { Raw } from '../untypedJson.ts'
import type { Pen } from './pens.ts'

/** Corners of a closed shape for a box size, as shares of the box. */
type Shape = (size: { readonly width: number; readonly height: number }) => readonly number[]

const constantShape =
  (...shares: number[]): Shape =>
  () =>
    shares

/** Measured from the rendering of @meta2d at several aspect ratios. */
export const shapes: ReadonlyMap<string, Shape> = new Map(
  Object.entries<Shape>({
    diamond: constantShape(0.5, 0, 1, 0.5, 0.5, 1, 0, 0.5),
    pentagon: constantShape(0.5, 0, 1, 0.4, 0.8, 1, 0.2, 1, 0, 0.4),
    hexagon: constantShape(0.25, 0, 0.75, 0, 1, 0.5, 0.75, 1, 0.25, 1, 0, 0.5),
    message: constantShape(0, 0, 1, 0, 1, 0.75, 0.5, 0.75, 0.25, 1, 0.3125, 0.75, 0, 0.75),
    file: ({ width, height }) => [0, 0, 5 / 6, 0, 1, Math.min(1, width / 6 / height), 1, 1, 0, 1],
    cube(size) {
      const across = 0.25
      const down = Math.min(1, size.width / 4 / size.height)
      return [across, 0, 1, 0, 1, 1 - down, 1 - across, 1, 0, 1, 0, down]
    },
    rightArrow: (size) => mirrorShares(leftArrow(size)),
    leftArrow,
    twowayArrow(size) {
      const head = getHeadShare(size)
      return [
        0,
        0.5,
        head,
        0,
        head,
        third,
        1 - head,
        third,
        1 - head,
        0,
        1,
        0.5,
        1 - head,
        1,
        1 - head,
        2 * third,
        head,
        2 * third,
        head,
        1,
      ]
    },
    pentagram: () => star,
    cloud: constantShape(
      0.29,
      0.17,
      0.42,
      0.12,
      0.58,
      0.12,
      0.715,
      0.17,
      0.78,
      0.3,
      0.8,
      0.4,
      0.95,
      0.46,
      1,
      0.6,
      0.985,
      0.7,
      0.875,
      0.82,
      0.125,
      0.82,
      0.015,
      0.7,
      0,
      0.6,
      0.05,
      0.46,
      0.2,
      0.4,
      0.22,
      0.3,
    ),
  }),
)

/** Shapes whose inner lines or curves are lost. */
export const simplifiedShapes: ReadonlySet<string> = new Set(['cube', 'cloud', 'file'])

/** Corners of a pen in the drawing, rotated and mirrored. */
export function toCorners(shares: readonly number[], pen: Pen): number[] {
  const centre = getCentre(pen.box)
  const corners: number[] = []
  for (let at = 0; at + 1 < shares.length; at += 2) {
    const point = pointAt({ x: shares[at] ?? 0, y: shares[at + 1] ?? 0 }, pen, centre)
    corners.push(point.x, point.y)
  }
  return corners
}

/** Corners of a line: straight between anchors, curved at anchors with handles. */
export function lineCorners(pen: Pen): { readonly corners: number[]; readonly isClosed: boolean } {
  const anchors = getObjects(pen.raw, 'anchors', anchorLimit)
  const isClosed = getOwn(pen.raw, 'close') === true && anchors.length > 2
  const first = anchors[0]
  if (!first) return { corners: [], isClosed: false }
  const start = readShare(first)
  const segments = [...anchors.slice(1), ...(isClosed ? [first] : [])].map((anchor, i) =>
    createSegment(anchors[i] ?? first, anchor),
  )
  const centre = getCentre(pen.box)
  const real = (x: number, y: number) => pointAt({ x, y }, pen, centre)
  const from = real(start.x, start.y)
  const path = segments.map((segment) => {
    const end = real(segment.x, segment.y)
    if (segment.kind === 'line') return { kind: 'line', ...end } as const
    const [near, far] = [real(segment.x1, segment.y1), real(segment.x2, segment.y2)]
    return { kind: 'cubic', x1: near.x, y1: near.y, x2: far.x, y2: far.y, ...end } as const
  })
  return { corners: [...flatten({ ...from, segments: path, isClosed }, identity)], isClosed }
}

/** Outlines of a path pen. Its coordinates are scaled to the pen's box. */
export function pathShares(text: string): { readonly shares: Corners; readonly isClosed: boolean }[] {
  const parts = readPath(text, stepLimit)
    .map((path) => ({ corners: flatten(path, identity), isClosed: path.isClosed }))
    .filter(({ corners }) => corners.length >= 4)
  const box = boxAround(parts.flatMap(({ corners }) => [...corners]))
  return parts.map(({ corners, isClosed }) => ({
    isClosed,
    shares: corners.map((value, i) => (i % 2 === 0 ? (value - box.x) / box.width : (value - box.y) / box.height)),
  }))
}

/** Maximum number of points of a line. */
export const anchorLimit = 5000
const stepLimit = 20_000
const third = 1 / 3
const star = Array.from({ length: 10 }, (_, i) => {
  const reach = i % 2 === 0 ? 0.5 : 0.191
  const angle = -Math.PI / 2 + (i * Math.PI) / 5
  return [0.5 + reach * Math.cos(angle), 0.5 + reach * Math.sin(angle)]
}).flat()

function leftArrow(size: { readonly width: number; readonly height: number }): number[] {
  const head = getHeadShare(size)
  return [0, 0.5, head, 0, head, third, 1, third, 1, 2 * third, head, 2 * third, head, 1]
}

/** The head's length is half of the arrow's height. */
const getHeadShare = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  Math.min(1, height / 2 / width) || 0

const mirrorShares = (shares: readonly number[]): number[] =>
  shares.map((share, i) => (i % 2 === 0 ? 1 - share : share))

function pointAt(share: Point, { box, flipX, flipY, angleDeg }: Pen, centre: Point): Point {
  const point = {
    x: box.x + (flipX ? 1 - share.x : share.x) * box.width,
    y: box.y + (flipY ? 1 - share.y : share.y) * box.height,
  }
  return angleDeg === 0 ? point : rotatePoint(point, centre, angleDeg)
}

function readShare(anchor: Raw): Point {
  return { x: getNumber(anchor, 'x') ?? 0, y: getNumber(anchor, 'y') ?? 0 }
}

function createSegment(from: Raw, to: Raw) {
  const [start, end] = [readShare(from), readShare(to)]
  const [next, previous] = [getObject(from, 'next'), getObject(to, 'prev')]
  if (!next && !previous) return { kind: 'line', ...end } as const
  const near = next ? readShare(next) : undefined
  const far = previous ? readShare(previous) : undefined
  if (near && far) return { kind: 'cubic', x1: near.x, y1: near.y, x2: far.x, y2: far.y, ...end } as const
  // A single handle defines a quadratic curve.
  const one = near ?? far ?? start
  const raised = (a: Point) => ({ x: a.x + (2 / 3) * (one.x - a.x), y: a.y + (2 / 3) * (one.y - a.y) })
  const [first, second] = [raised(start), raised(end)]
  return { kind: 'cubic', x1: first.x, y1: first.y, x2: second.x, y2: second.y, ...end } as const
}
