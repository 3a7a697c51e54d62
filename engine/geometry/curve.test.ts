import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCurve, type Corners } from './curve.ts'
import { nearestOnPath } from './path.ts'
import type { Point } from './box.ts'

const corner = [0, 0, 100, 0, 100, 80]

describe('a path with rounded corners', () => {
  it('replaces each corner by an arc of the given radius that starts and ends on the segments', () => {
    const path = getPoints(corner, 'rounded', 20)
    expect([path[0], path.at(-1)]).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 80 },
    ])
    const arc = path.slice(1, -1)
    expect([arc[0]?.x, arc[0]?.y, arc.at(-1)?.x]).toEqual([80, 0, 100])
    expect(arc.at(-1)?.y).toBeCloseTo(20, 9)
    for (const { x, y } of arc) expect(Math.hypot(x - 80, y - 20)).toBeCloseTo(20, 1)
  })

  it('takes no more than half of a short part', () => {
    const path = getPoints([0, 0, 100, 0, 100, 30], 'rounded', 500)
    expect(path[1]).toEqual({ x: 85, y: 0 })
    expect(path.at(-2)).toEqual({ x: 100, y: 15 })
  })

  it('stays sharp without a radius, at collinear points and at reversals', () => {
    expect(getPoints(corner, 'rounded', 0)).toEqual([
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 80 },
    ])
    expect(getPoints([0, 0, 50, 0, 90, 0], 'rounded', 10).every(({ y }) => y === 0)).toBe(true)
    expect(getPoints([0, 0, 90, 0, 20, 0], 'rounded', 10)).toEqual([
      { x: 0, y: 0 },
      { x: 90, y: 0 },
      { x: 20, y: 0 },
    ])
  })

  it('gives each half of an arc to the part it bends into', () => {
    const curve = buildCurve(corner, 'rounded', 20)
    expect(curve?.parts.length).toBe((curve?.path.length ?? 0) / 2 - 1)
    expect(curve?.parts.toSorted((a, b) => a - b)).toEqual(curve?.parts)
    expect(new Set(curve?.parts)).toEqual(new Set([0, 1]))
  })
})

describe('a smooth path', () => {
  it('passes through all its points', () => {
    const points = [0, 0, 40, 60, 90, 10, 160, 70]
    const path = getPoints(points, 'smooth')
    for (let at = 0; at < points.length; at += 2)
      expect(path.some(({ x, y }) => Math.abs(x - points[at]) < 1e-9 && Math.abs(y - points[at + 1]) < 1e-9)).toBe(true)
  })

  it('has no corner where it began: neither at a point nor between two of them', () => {
    const path = getPoints([0, 0, 100, 0, 100, 80, 200, 80], 'smooth')
    expect(Math.max(...listTurns(path))).toBeLessThan(0.3)
  })

  it('is smooth where it closes, too', () => {
    const path = getPoints([0, 0, 100, 0, 100, 100, 0, 100, 0, 0], 'smooth')
    expect(getTurn(path.at(-2), path[0], path[1])).toBeLessThan(0.3)
  })

  it('never runs backward along collinear points, however unevenly spaced', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 500, noNaN: true }), { minLength: 2, maxLength: 12 }),
        (steps) => {
          let x = 0
          const points = [0, 0, ...steps.flatMap((step) => [(x += step), 0])]
          const path = getPoints(points, 'smooth')
          for (const [i, at] of path.entries()) {
            expect(at.y).toBeCloseTo(0, 9)
            expect(at.x).toBeGreaterThanOrEqual((path[i - 1]?.x ?? 0) - 1e-9)
          }
        },
      ),
    )
  })

  it('runs no further off the line between two points than half of their distance, whatever lies around', () => {
    fc.assert(
      fc.property(places(3, 10), (points) => {
        const curve = buildCurve(points, 'smooth', 0)
        if (!curve) return
        for (const [piece, part] of curve.parts.entries()) {
          const [a, b] = [placeAt(points, part), placeAt(points, part + 1)]
          const at = placeAt(curve.path, piece + 1)
          expect(nearestOnPath([a, b], at)?.distance ?? 0).toBeLessThanOrEqual(
            0.5 * Math.hypot(b.x - a.x, b.y - a.y) + 1e-6,
          )
        }
      }),
    )
  })
})

describe('any path', () => {
  it('is straight where there is nothing to bend: two points, points in one place', () => {
    for (const corners of ['rounded', 'smooth'] as const) {
      expect(buildCurve([0, 0, 10, 10], corners, 5)).toBeNull()
      expect(buildCurve([3, 3, 3, 3, 3, 3], corners, 5)).toBeNull()
      expect(buildCurve([0, 0, 0, 0, 10, 10, 10, 10], corners, 5)).toBeNull()
    }
    expect(buildCurve(corner, 'straight', 20)).toBeNull()
  })

  it('passes over repeated points, and keeps the count of its parts', () => {
    for (const corners of ['rounded', 'smooth'] as const) {
      const twice = buildCurve([0, 0, 0, 0, 100, 0, 100, 0, 100, 80, 100, 80], corners, 20)
      expect(twice?.path).toEqual(buildCurve(corner, corners, 20)?.path)
      expect(new Set(twice?.parts)).toEqual(new Set([1, 3]))
    }
  })

  it('has a bounded number of pieces, each a finite one, that lie within a tenth of the true curve when there are enough', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Corners>('rounded', 'smooth'),
        places(2, 60),
        fc.double({ min: 0, max: 1000, noNaN: true }),
        (corners, points, radius) => {
          const curve = buildCurve(points, corners, radius)
          if (!curve) return
          expect(curve.path.every(Number.isFinite)).toBe(true)
          expect(curve.parts.length).toBe(curve.path.length / 2 - 1)
          expect(curve.parts.length).toBeLessThanOrEqual(96 + (3 * points.length) / 2)
        },
      ),
    )
    const fine = getPoints(corner, 'rounded', 40)
    for (const [i, at] of fine.slice(2, -1).entries()) {
      const before = fine[i + 1]
      expect(40 - Math.hypot((at.x + before.x) / 2 - 60, (at.y + before.y) / 2 - 40)).toBeLessThan(0.11)
    }
  })

  it('is the same turned and mirrored', () => {
    const points = [0, 0, 40, 60, 90, 10, 160, 70]
    const turned = (list: readonly number[]) =>
      list.map((_, i) => (i % 2 === 0 ? -(list[i + 1] ?? 0) : (list[i - 1] ?? 0)))
    for (const corners of ['rounded', 'smooth'] as const) {
      const straightOn = buildCurve(points, corners, 12)?.path ?? []
      const around = buildCurve(turned(points), corners, 12)?.path ?? []
      for (const [i, value] of turned(straightOn).entries()) expect(around[i]).toBeCloseTo(value, 6)
    }
  })
})

function getPoints(points: readonly number[], corners: Corners, radius = 0): Point[] {
  const { path } = buildCurve(points, corners, radius) ?? { path: [] }
  return Array.from({ length: path.length / 2 }, (_, i) => placeAt(path, i))
}

function placeAt(list: readonly number[], i: number): Point {
  return { x: list[i * 2] ?? NaN, y: list[i * 2 + 1] ?? NaN }
}

function places(minCount: number, maxCount: number): fc.Arbitrary<number[]> {
  return fc
    .array(fc.integer({ min: -400, max: 400 }), { minLength: 2 * minCount, maxLength: 2 * maxCount })
    .map((list) => list.slice(0, list.length - (list.length % 2)))
}

function listTurns(path: readonly Point[]): number[] {
  return path.slice(1, -1).map((at, i) => getTurn(path[i], at, path[i + 2]))
}

function getTurn(a: Point | undefined, b: Point, c: Point | undefined): number {
  if (!a || !c) return NaN
  const [ax, ay, bx, by] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y]
  return Math.abs(Math.atan2(ax * by - ay * bx, ax * bx + ay * by))
}
