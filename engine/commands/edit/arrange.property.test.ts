import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupType } from '../../document/index.ts'
import { alignments } from '../../geometry/index.ts'
import { createBench } from '../testing.ts'
import type { Component } from '../../document/index.ts'
import type { Box, Point } from '../../geometry/index.ts'
import type { Bench, RawComponent } from '../testing.ts'

/*
 * Compares with a brute-force model: marks on every component are transformed by mirror, rotation and shift matrices
 * computed here, independent of the engine's geometry.
 */

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]
type Transform = (point: Point) => Point

const place = fc.integer({ min: -4000, max: 4000 }).map((value) => value / 4)
const size = fc.integer({ min: 4, max: 1600 }).map((value) => value / 4)
const angle = fc.oneof(fc.constantFrom(0, 90, 180, 270), fc.double({ min: -360, max: 360, noNaN: true }))
const parts = fc.record({
  x: place,
  y: place,
  width: size,
  height: size,
  angleDeg: angle,
  flipX: fc.boolean(),
  flipY: fc.boolean(),
  within: fc.nat(),
})

/** Two nested groups and ungrouped components; every group has a member. */
const drawings = fc.array(parts, { minLength: 6, maxLength: 12 }).map((list): RawComponent[] => [
  { id: 'outer', type: groupType },
  { id: 'inner', type: groupType, parent: 'outer' },
  ...list.map(({ within, ...frame }, i): RawComponent => {
    const parent = i === 0 ? 'outer' : i === 1 ? 'inner' : i < 5 ? undefined : [undefined, 'outer', 'inner'][within % 3]
    return { id: `c${i}`, ...frame, ...(parent && { parent }) }
  }),
])
/** Top-level components, as selected by Ctrl+A. */
const listRoots = ({ document }: Bench): string[] => document.children(null).map(({ id }) => id)

describe('against brute force', () => {
  it('turning many turns every mark about the middle of all', () => {
    fc.assert(
      fc.property(drawings, angle, (components, byDeg) => {
        const bench = fitsLimits(components)
        const middle = getMiddle(hull(bench, listRoots(bench)))
        const before = marks(bench)
        expect(bench.bus.run('rotate', { ids: listRoots(bench), byDeg })).toMatchObject({ ok: true })
        expectMoved(before, marks(bench), (point) => apply(about(middle, rotation(byDeg)), point))
        expectFittedGroups(bench)
      }),
    )
  })

  it('mirroring many mirrors every mark at the middle of all, and twice is none', () => {
    fc.assert(
      fc.property(drawings, fc.constantFrom('horizontal', 'vertical'), (components, axis) => {
        const bench = fitsLimits(components)
        const middle = getMiddle(hull(bench, listRoots(bench)))
        const before = marks(bench)
        bench.bus.run('mirror', { ids: listRoots(bench), axis })
        expectMoved(before, marks(bench), (point) =>
          apply(about(middle, axis === 'horizontal' ? [-1, 0, 0, 1, 0, 0] : [1, 0, 0, -1, 0, 0]), point),
        )
        expectFittedGroups(bench)
        bench.bus.run('mirror', { ids: listRoots(bench), axis })
        expectMoved(before, marks(bench), (point) => point)
      }),
    )
  })

  it('aligning brings that side of every hull onto one line, shifting each as a whole along one axis', () => {
    fc.assert(
      fc.property(drawings, fc.constantFrom(...alignments), fc.boolean(), (components, side, isToLayer) => {
        const bench = fitsLimits(components)
        const ids = listRoots(bench)
        const within = isToLayer ? { x: 0, y: 0, width: 1600, height: 900 } : hull(bench, ids)
        const before = marks(bench)
        bench.bus.run('align', { ids, side, ...(isToLayer && { to: 'layer' }) })
        for (const id of ids) {
          expect(getLine(hull(bench, [id]), side)).toBeCloseTo(getLine(within, side), 6)
          const { dx, dy } = expectShifted(before, marks(bench), listLeaves(bench, id))
          expect(side === 'top' || side === 'bottom' || side === 'centre-y' ? dx : dy).toBeCloseTo(0, 9)
        }
        expectFittedGroups(bench)
      }),
    )
  })

  it('distributing makes the gaps between hulls equal and leaves the outermost and the order', () => {
    fc.assert(
      fc.property(drawings, fc.constantFrom('horizontal', 'vertical'), (components, axis) => {
        const bench = fitsLimits(components)
        const [start, length] = axis === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const)
        const row = listRoots(bench).toSorted((a, b) => hull(bench, [a])[start] - hull(bench, [b])[start])
        // The order of two components with the same start is undefined.
        fc.pre(
          row.every((id, i) => i === 0 || hull(bench, [id])[start] - hull(bench, [row[i - 1] ?? ''])[start] > 1e-6),
        )
        const [first, last] = [row[0] ?? '', row.at(-1) ?? '']
        const ends = [hull(bench, [first]), hull(bench, [last])]
        bench.bus.run('distribute', { ids: listRoots(bench), axis })
        const boxes = row.map((id) => hull(bench, [id]))
        const gaps = boxes.slice(1).map((box, i) => box[start] - (boxes[i]?.[start] ?? 0) - (boxes[i]?.[length] ?? 0))
        for (const gap of gaps) expect(gap).toBeCloseTo(gaps[0] ?? Number.NaN, 6)
        expect([hull(bench, [first]), hull(bench, [last])]).toEqual(ends)
        expectFittedGroups(bench)
      }),
    )
  })

  it('stretching a group evenly stretches every mark with it', () => {
    fc.assert(
      fc.property(drawings, place, place, fc.double({ min: 0.1, max: 8, noNaN: true }), (components, x, y, scale) => {
        const bench = fitsLimits(components)
        const from = hull(bench, ['outer'])
        // Groups are not scaled below one pixel.
        fc.pre(Math.min(from.width, from.height) * scale >= 1)
        const before = marks(bench)
        expect(
          bench.bus.run('set-frame', {
            frames: [{ id: 'outer', x, y, width: from.width * scale, height: from.height * scale }],
          }),
        ).toMatchObject({ ok: true })
        const lockedIds = new Set(listLeaves(bench, 'outer'))
        expectMoved(pick(before, lockedIds), pick(marks(bench), lockedIds), (point) => ({
          x: x + (point.x - from.x) * scale,
          y: y + (point.y - from.y) * scale,
        }))
        expectFittedGroups(bench)
      }),
    )
  })

  it('resizes unrotated members of a group exactly, and fills the new box if rotated ones fit', () => {
    fc.assert(
      fc.property(drawings, place, place, size, size, (components, x, y, width, height) => {
        const bench = fitsLimits(components)
        const from = hull(bench, ['outer'])
        const to = { x, y, width, height }
        const before = marks(bench)
        bench.bus.run('set-frame', { frames: [{ id: 'outer', ...to }] })
        const lockedIds = listLeaves(bench, 'outer')
        const square = new Set(lockedIds.filter((id) => Math.abs(bench.get(id).angleDeg) % 90 === 0))
        expectMoved(pick(before, square), pick(marks(bench), square), (point) => ({
          x: to.x + (point.x - from.x) * (to.width / from.width),
          y: to.y + (point.y - from.y) * (to.height / from.height),
        }))
        const boxes = lockedIds.map((id) => hull(bench, [id]))
        const fits = boxes.every((box) => box.width <= to.width + 1e-6 && box.height <= to.height + 1e-6)
        const isSpanned = components.some(
          ({ id }) => before.has(id) && lockedIds.includes(id) && spans(boxOfPoints(before.get(id) ?? []), from),
        )
        if (fits && !isSpanned) expectBox(hull(bench, ['outer']), to)
        expectFittedGroups(bench)
      }),
    )
  })

  it('making sizes alike sets own sides exactly and keeps own top left corners', () => {
    fc.assert(
      fc.property(drawings, fc.constantFrom('width', 'height', 'both'), (components, which) => {
        const bench = fitsLimits(components)
        const ids = listRoots(bench).filter((id) => id !== 'outer')
        const [first, ...others] = ids.map((id) => bench.get(id))
        const before = marks(bench)
        bench.bus.run('same-size', { ids, which })
        for (const other of others) {
          const now = bench.get(other.id)
          expect(now.width).toBe(which === 'height' ? other.width : first?.width)
          expect(now.height).toBe(which === 'width' ? other.height : first?.height)
          // Compare the top-left corner of the unmirrored frame; mirroring moves the corner of the picture.
          const corner = (component: Component): Point =>
            apply(toMatrix({ ...component, flipX: false, flipY: false }), { x: component.x, y: component.y })
          expectPoint(corner(now), corner(other))
        }
        expect(marks(bench).get(first?.id ?? '')).toEqual(before.get(first?.id ?? ''))
      }),
    )
  })
})

/** Creates a drawing whose group boxes are already correct, as after any command. */
function fitsLimits(components: readonly RawComponent[]): Bench {
  const bench = createBench(
    components.map((component) =>
      component.type === groupType ? { x: 0, y: 0, width: 1, height: 1, ...component } : component,
    ),
  )
  bench.bus.run('move', { ids: bench.document.children(null).map(({ id }) => id), dx: 0.25, dy: 0 })
  return bench
}

const shares = [0, 0.3, 1] as const

/** Nine sample points on every component, in drawing coordinates. */
function marks({ document }: Bench): Map<string, Point[]> {
  const all = new Map<string, Point[]>()
  for (const component of document.components.values()) {
    if (component.type === groupType) continue
    const matrix = toMatrix(component)
    all.set(
      component.id,
      shares.flatMap((u) =>
        shares.map((v) =>
          apply(matrix, { x: component.x + u * component.width, y: component.y + v * component.height }),
        ),
      ),
    )
  }
  return all
}

function toMatrix({ x, y, width, height, angleDeg, flipX, flipY }: Component): Matrix {
  return about(
    { x: x + width / 2, y: y + height / 2 },
    times(rotation(angleDeg), [flipX ? -1 : 1, 0, 0, flipY ? -1 : 1, 0, 0]),
  )
}

function rotation(angleDeg: number): Matrix {
  const radians = (angleDeg * Math.PI) / 180
  return [Math.cos(radians), Math.sin(radians), -Math.sin(radians), Math.cos(radians), 0, 0]
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function about({ x, y }: Point, matrix: Matrix): Matrix {
  return times(times([1, 0, 0, 1, x, y], matrix), [1, 0, 0, 1, -x, -y])
}

function apply([a, b, c, d, e, f]: Matrix, { x, y }: Point): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

function listLeaves({ document }: Bench, id: string): string[] {
  const root = [...document.components.values()].find((component) => component.id === id)
  if (!root) throw new Error(`${id} is not there`)
  return root.type === groupType
    ? document
        .descendants(root.id)
        .filter(({ type }) => type !== groupType)
        .map((leaf) => leaf.id)
    : [id]
}

function hull(bench: Bench, ids: readonly string[]): Box {
  const all = marks(bench)
  return boxOfPoints(ids.flatMap((id) => listLeaves(bench, id)).flatMap((id) => all.get(id) ?? []))
}

function boxOfPoints(points: readonly Point[]): Box {
  const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))]
  return {
    x: left,
    y: top,
    width: Math.max(...points.map(({ x }) => x)) - left,
    height: Math.max(...points.map(({ y }) => y)) - top,
  }
}

const getMiddle = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })
const spans = (inner: Box, outer: Box): boolean =>
  inner.width > outer.width - 1e-3 || inner.height > outer.height - 1e-3
const pick = (all: ReadonlyMap<string, Point[]>, ids: ReadonlySet<string>): Map<string, Point[]> =>
  new Map([...all].filter(([id]) => ids.has(id)))

function getLine(box: Box, side: (typeof alignments)[number]): number {
  switch (side) {
    case 'left':
      return box.x
    case 'right':
      return box.x + box.width
    case 'centre-x':
      return box.x + box.width / 2
    case 'top':
      return box.y
    case 'bottom':
      return box.y + box.height
    case 'centre-y':
      return box.y + box.height / 2
  }
}

function expectMoved(before: ReadonlyMap<string, Point[]>, after: ReadonlyMap<string, Point[]>, by: Transform): void {
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [id, points] of before)
    for (const [i, point] of points.entries()) expectPoint(after.get(id)?.[i], by(point))
}

/** Expects that all sample points moved by the same offset and returns it. */
function expectShifted(
  before: ReadonlyMap<string, Point[]>,
  after: ReadonlyMap<string, Point[]>,
  ids: readonly string[],
): { dx: number; dy: number } {
  const [first = ''] = ids
  const [from, to] = [before.get(first)?.[0], after.get(first)?.[0]]
  const shift = { dx: (to?.x ?? 0) - (from?.x ?? 0), dy: (to?.y ?? 0) - (from?.y ?? 0) }
  const lockedIds = new Set(ids)
  expectMoved(pick(before, lockedIds), pick(after, lockedIds), ({ x, y }) => ({ x: x + shift.dx, y: y + shift.dy }))
  return shift
}

function expectFittedGroups(bench: Bench): void {
  for (const id of ['outer', 'inner']) {
    expectBox(bench.get(id), hull(bench, [id]))
    expect(bench.get(id).angleDeg).toBe(0)
  }
}

function expectPoint(point: Point | undefined, expected: Point): void {
  if (!point || Math.hypot(point.x - expected.x, point.y - expected.y) > 1e-6) expect(point).toEqual(expected)
}

function expectBox(box: Box, expected: Box): void {
  for (const key of ['x', 'y', 'width', 'height'] as const) expect(box[key]).toBeCloseTo(expected[key], 5)
}
