import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitConvex } from './polygon.ts'

/** Returns the winding number of an outline around a point; SVG fills where it is not 0. */
function windingAt(x: number, y: number, points: readonly number[]): number {
  let winding = 0
  for (let i = 0; i < points.length; i += 2) {
    const [ax, ay, bx, by] = sideAt(points, i)
    if (ay > y === by > y) continue
    if (ax + ((y - ay) / (by - ay)) * (bx - ax) > x) winding += by > ay ? 1 : -1
  }
  return winding
}

function sideAt(points: readonly number[], i: number): readonly [number, number, number, number] {
  const j = (i + 2) % points.length
  return [points[i] ?? 0, points[i + 1] ?? 0, points[j] ?? 0, points[j + 1] ?? 0]
}

/** Returns the distance from a point to the nearest side of the outlines. */
function distanceTo(x: number, y: number, outlines: readonly (readonly number[])[]): number {
  return Math.min(
    ...outlines.flatMap((points) =>
      Array.from({ length: points.length / 2 }, (_, i) => {
        const [ax, ay, bx, by] = sideAt(points, 2 * i)
        const length = (bx - ax) ** 2 + (by - ay) ** 2
        const share =
          length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
        return Math.hypot(x - ax - share * (bx - ax), y - ay - share * (by - ay))
      }),
    ),
  )
}

/**
 * Checks sample points away from edges: painted exactly once where the winding number is not 0, otherwise not at all.
 */
function expectFilled(points: readonly number[]): void {
  const pieces = splitConvex(points).map(({ corners }) => corners)
  for (let step = 0; step < 60; step++) {
    const [x, y] = [((step * 0.6180339887) % 1) * 10.2 - 0.1, ((step * 0.7548776662) % 1) * 10.2 - 0.1]
    if (distanceTo(x, y, [points, ...pieces]) < 1e-4) continue
    const painted = pieces.filter((corners) => windingAt(x, y, corners) !== 0).length
    expect([x, y, painted]).toEqual([x, y, windingAt(x, y, points) === 0 ? 0 : 1])
  }
}

/** Returns the total length of visible edges, excluding edges between pieces. */
function shownEdges(points: readonly number[]): number {
  return splitConvex(points).reduce(
    (sum, { corners, inner }) =>
      sum +
      [0, 1, 2, 3].reduce((part, edge) => {
        const [ax, ay, bx, by] = sideAt(corners, 2 * edge)
        return part + ((inner >> edge) % 2 === 0 ? Math.hypot(bx - ax, by - ay) : 0)
      }, 0),
    0,
  )
}

const bowTie = [0, 0, 10, 10, 10, 0, 0, 10]
const star = [5, 0, 8, 10, 0, 3.8, 10, 3.8, 2, 10]

describe('an outline that crosses itself', () => {
  it('is filled as SVG fills it', () => {
    for (const points of [
      bowTie,
      star,
      [0, 0, 5, 5, 10, 10, 10, 0, 0, 10],
      [0, 0, 10, 10, 0, 10, 10, 0, 5, 5],
      [0, 0, 8, 8, 2, 0, 0, 0, 8, 8, 2, 0],
    ])
      expectFilled(points)
    expect(splitConvex(bowTie).length).toBeLessThanOrEqual(4)
  })

  it('strokes the edges of the filled area, not those between its pieces', () => {
    expect(shownEdges(bowTie)).toBeCloseTo(2 * 10 + 2 * Math.hypot(10, 10), 6)
    const tee = [0, 0, 10, 0, 10, 2, 4, 2, 4, 8, 6, 10, 4, 10, 6, 8, 6, 2, 0, 2]
    expect(shownEdges(tee)).toBeCloseTo(10 + 2 + 4 + 6 + 6 + 4 + 2 + 2 + 2 * Math.hypot(2, 2), 6)
  })

  it('is left as it is where it has no end of crossings', () => {
    const tangle = Array.from({ length: 512 }, (_, i) => (Math.sin(i * 12.9898) * 43758.5453) % 10)
    expect(splitConvex(tangle).length).toBeLessThan(256)
  })
})

describe('piecesOf', () => {
  const place = fc.integer({ min: 0, max: 10_000 }).map((at) => at / 1000)
  it('paints every place once that an outline winds around, and no other', () => {
    fc.assert(
      fc.property(
        fc.array(place, { minLength: 6, maxLength: 24 }).map((list) => list.slice(0, list.length & ~1)),
        expectFilled,
      ),
      { numRuns: 300 },
    )
  })

  it('does so for corners on a grid, on each other and on other sides', () => {
    fc.assert(
      fc.property(
        fc
          .array(
            fc.integer({ min: 0, max: 5 }).map((at) => at * 2),
            { minLength: 8, maxLength: 14 },
          )
          .map((list) => list.slice(0, list.length & ~1)),
        expectFilled,
      ),
      { numRuns: 300 },
    )
  })
})
