import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intersects, routeAround, routeOrthogonal, routeThrough } from './index.ts'
import { box, crosses, endAt, flat, free } from './testing.ts'
import type { Box, ObstaclesIn, Point, Side } from './index.ts'

const among =
  (boxes: readonly Box[]): ObstaclesIn =>
  (area) =>
    boxes.filter((one) => intersects(one, area))

function isRightAngled(path: readonly Point[]): boolean {
  return path.every((b, i) => i === 0 || path[i - 1]?.x === b.x || path[i - 1]?.y === b.y)
}

const holds = (of: Box, { x, y }: Point): boolean => x > of.x && x < of.x + of.width && y > of.y && y < of.y + of.height

/** Flood fill between the box edges: whether any path connects the two points. */
function hasPath(from: Point, to: Point, boxes: readonly Box[]): boolean {
  const getLines = (axis: 'x' | 'y', size: 'width' | 'height') => {
    const all = [
      ...new Set([from[axis], to[axis], ...boxes.flatMap((one) => [one[axis], one[axis] + one[size]])]),
    ].sort((a, b) => a - b)
    return [(all[0] ?? 0) - 10, ...all, (all.at(-1) ?? 0) + 10]
  }
  const [xs, ys] = [getLines('x', 'width'), getLines('y', 'height')]
  const seen = new Set<string>()
  const open: [number, number][] = [[xs.indexOf(from.x), ys.indexOf(from.y)]]
  for (let at = open.pop(); at; at = open.pop()) {
    const [column, row] = at
    if (seen.has(at.join())) continue
    seen.add(at.join())
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const [a, b] = [
        { x: xs[column] ?? 0, y: ys[row] ?? 0 },
        { x: xs[column + dx] ?? NaN, y: ys[row + dy] ?? NaN },
      ]
      if (!Number.isNaN(b.x + b.y) && !boxes.some((one) => crosses([a, b], one))) open.push([column + dx, row + dy])
    }
  }
  return seen.has([xs.indexOf(to.x), ys.indexOf(to.y)].join())
}

const number = fc.integer({ min: -300, max: 300 })
const someBox = fc.record({
  x: number,
  y: number,
  width: fc.integer({ min: 1, max: 250 }),
  height: fc.integer({ min: 1, max: 250 }),
})
/** Separated boxes in the cells of a grid, between which there is always a path. */
const apart = fc
  .array(
    fc.record({
      cell: fc.integer({ min: 0, max: 35 }),
      left: fc.integer({ min: 1, max: 40 }),
      top: fc.integer({ min: 1, max: 40 }),
      width: fc.integer({ min: 1, max: 58 }),
      height: fc.integer({ min: 1, max: 58 }),
    }),
    { maxLength: 20 },
  )
  .map((list) => {
    const byCell = new Map(list.map((one) => [one.cell, one]))
    return [...byCell.values()].map(({ cell, left, top, width, height }) =>
      box((cell % 6) * 100 + left, Math.floor(cell / 6) * 100 + top, width, height),
    )
  })

describe('a route around obstacles', () => {
  it('is the plain one where nothing is', () => {
    const [from, to] = [endAt(box(0, 0), 'e'), endAt(box(300, 200), 'w')]
    expect(routeAround(from, to, among([box(400, 400)]))).toEqual(routeOrthogonal(from, to))
  })

  it('keeps its distance from a box between two others, on its nearer side', () => {
    const path = routeAround(endAt(box(0, 0), 'e'), endAt(box(400, 0), 'w'), among([box(200, -40, 60, 100)]))
    expect(flat(path)).toEqual([
      [100, 30],
      [180, 30],
      [180, 80],
      [280, 80],
      [280, 30],
      [400, 30],
    ])
  })

  it('squeezes between boxes that stand close', () => {
    const path = routeAround(free(0, 0), free(300, 0), among([box(100, -400, 50, 395), box(100, 5, 50, 400)]))
    expect(flat(path)).toEqual([
      [0, 0],
      [300, 0],
    ])
    const gate = routeAround(free(0, 30), free(300, 30), among([box(100, -400, 50, 395), box(100, 5, 50, 400)]))
    expect(flat(gate)).toEqual([
      [0, 30],
      [0, 0],
      [300, 0],
      [300, 30],
    ])
  })

  it('leaves a background that both ends lie on out of account', () => {
    const [from, to] = [endAt(box(0, 0), 'e'), endAt(box(300, 0), 'w')]
    expect(flat(routeAround(from, to, among([box(-500, -500, 2000, 2000)])))).toEqual([
      [100, 30],
      [300, 30],
    ])
  })

  it('crosses nothing when all stand apart', () => {
    fc.assert(
      fc.property(apart, fc.tuple(number, number, number, number), (boxes, [x, y, width, height]) => {
        const [from, to] = [
          { x: x + 300, y: y + 300 },
          { x: width + 300, y: height + 300 },
        ]
        const known = boxes.filter((one) => !holds(one, from) && !holds(one, to))
        const path = routeAround(free(from.x, from.y), free(to.x, to.y), among(boxes))
        expect(path[0]).toEqual(from)
        expect(path.at(-1)).toEqual(to)
        expect(isRightAngled(path)).toBe(true)
        for (const one of known)
          expect(crosses(path, one), `${JSON.stringify(flat(path))} through ${JSON.stringify(one)}`).toBe(false)
      }),
      { numRuns: 600 },
    )
  })

  it('leaves the boxes of its ends and crosses none of them nor of the others', () => {
    const sides = fc.constantFrom<Side>('n', 'e', 's', 'w')
    fc.assert(
      fc.property(
        apart.filter((boxes) => boxes.length >= 2),
        sides,
        sides,
        ([one, other, ...boxes], leaves, arrives) => {
          if (!one || !other) return
          const path = routeAround(endAt(one, leaves), endAt(other, arrives), among([one, other, ...boxes]))
          expect(isRightAngled(path)).toBe(true)
          for (const each of [one, other, ...boxes])
            expect(crosses(path, each), `${JSON.stringify(flat(path))} through ${JSON.stringify(each)}`).toBe(false)
        },
      ),
      { numRuns: 600 },
    )
  })

  it('crosses no obstacle if a free path exists, however obstacles overlap', () => {
    fc.assert(
      fc.property(
        fc.array(someBox, { maxLength: 12 }),
        fc.tuple(number, number, number, number),
        (boxes, [x, y, toX, toY]) => {
          const [from, to] = [
            { x, y },
            { x: toX, y: toY },
          ]
          const known = boxes.filter((one) => !holds(one, from) && !holds(one, to))
          const path = routeAround(free(x, y), free(toX, toY), among(boxes))
          expect(isRightAngled(path)).toBe(true)
          if (hasPath(from, to, known))
            for (const one of known)
              expect(crosses(path, one), `${JSON.stringify(flat(path))} through ${JSON.stringify(one)}`).toBe(false)
        },
      ),
      { numRuns: 600 },
    )
  })

  it('is the same whatever order the boxes come in, and moves with them', () => {
    fc.assert(
      fc.property(apart, number, number, (boxes, dx, dy) => {
        const path = routeAround(free(-50, 250), free(650, 350), among(boxes))
        expect(routeAround(free(-50, 250), free(650, 350), among(boxes.toReversed()))).toEqual(path)
        const moved = boxes.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy }))
        expect(routeAround(free(-50 + dx, 250 + dy), free(650 + dx, 350 + dy), among(moved))).toEqual(
          path.map(({ x, y }) => ({ x: x + dx, y: y + dy })),
        )
      }),
      { numRuns: 200 },
    )
  })
})

describe('a route through points', () => {
  const nothing = among([])

  it('has each of them, in order, with right angles between', () => {
    const bend = fc.record({ x: number, y: number })
    fc.assert(
      fc.property(fc.array(bend, { maxLength: 5 }), someBox, someBox, (bends, one, other) => {
        const { path, stops } = routeThrough(endAt(one, 'e'), endAt(other, 'w'), bends, nothing)
        expect(isRightAngled(path)).toBe(true)
        expect(stops.map((stop) => path[stop])).toEqual(bends)
        expect([path[0], path.at(-1)]).toEqual([endAt(one, 'e').at, endAt(other, 'w').at])
      }),
      { numRuns: 500 },
    )
  })

  it('does not turn back upon itself at a point', () => {
    const { path } = routeThrough(free(0, 0), free(0, 100), [{ x: 200, y: 0 }], nothing)
    expect(flat(path)).toEqual([
      [0, 0],
      [200, 0],
      [200, 100],
      [0, 100],
    ])
  })

  it('avoids obstacles between the points', () => {
    const wall = box(100, -50, 20, 100)
    const { path } = routeThrough(free(0, 0), free(300, 0), [{ x: 200, y: 0 }], among([wall]))
    expect(crosses(path, wall)).toBe(false)
    expect(path).toContainEqual({ x: 200, y: 0 })
  })
})
