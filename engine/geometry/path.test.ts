import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitPath, meetsPath, nearestOnPath, sharesToPath, pointToShare } from './index.ts'
import type { Placement } from './index.ts'

const placements: fc.Arbitrary<Placement> = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
  width: fc.integer({ min: 0, max: 300 }),
  height: fc.integer({ min: 0, max: 300 }),
  angleDeg: fc.integer({ min: 0, max: 359 }),
  flipX: fc.boolean(),
  flipY: fc.boolean(),
})
const paths = fc.array(
  fc.record({
    x: fc.double({ min: -2000, max: 2000, noNaN: true }),
    y: fc.double({ min: -2000, max: 2000, noNaN: true }),
  }),
  { minLength: 2, maxLength: 12 },
)

it('refits a box so that no point moves and all lie within it, turned and mirrored too', () => {
  fc.assert(
    fc.property(placements, paths, (placed, path) => {
      const { box, shares } = fitPath(placed, path)
      expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
      for (const [i, point] of sharesToPath({ ...placed, ...box }, shares).entries()) {
        expect(Math.hypot(point.x - (path[i]?.x ?? NaN), point.y - (path[i]?.y ?? NaN))).toBeLessThan(0.001)
      }
    }),
    { numRuns: 1000 },
  )
})

it('touches two sides of the box each way, unless the line is thinner than can be clicked', () => {
  const plain = { x: 0, y: 0, width: 10, height: 10, angleDeg: 0, flipX: false, flipY: false }
  expect(
    fitPath(plain, [
      { x: 10, y: 20 },
      { x: 110, y: 70 },
    ]),
  ).toEqual({ box: { x: 10, y: 20, width: 100, height: 50 }, shares: [0, 0, 1, 1] })
  expect(
    fitPath(plain, [
      { x: 10, y: 20 },
      { x: 110, y: 20 },
    ]),
  ).toEqual({ box: { x: 10, y: 10, width: 100, height: 20 }, shares: [0, 0.5, 1, 0.5] })
})

it('finds the share of a mirrored, turned box', () => {
  const placed = { x: 0, y: 0, width: 100, height: 100, angleDeg: 90, flipX: true, flipY: false }
  expect(pointToShare(placed, { x: 50, y: 100 })).toEqual({ x: 0, y: 0.5 })
})

it('finds the nearest place on a path', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]
  expect(nearestOnPath(path, { x: 90, y: 40 })).toEqual({ part: 1, at: { x: 100, y: 40 }, distance: 10 })
  expect(nearestOnPath([{ x: 0, y: 0 }], { x: 1, y: 1 })).toBeNull()
})

it('touches a box where a part runs through it or near enough to it, not where only its own box does', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]
  expect(meetsPath(path, { x: 40, y: -5, width: 10, height: 10 })).toBe(true)
  expect(meetsPath(path, { x: 90, y: 90, width: 50, height: 50 })).toBe(true)
  expect(meetsPath(path, { x: 20, y: 20, width: 60, height: 60 })).toBe(false)
  expect(meetsPath(path, { x: 20, y: 5, width: 60, height: 60 }, 6)).toBe(true)
})

it('drawn broad, touches a box as far from its middle line as it is broad, beside corners too', () => {
  const path = [
    { x: 0, y: 100 },
    { x: 100, y: 0 },
  ]
  // The edge passes through (60, 60) and (70, 70): 14.1 and 28.3 from the centre line.
  expect([14, 15].map((half) => meetsPath(path, { x: 60, y: 60, width: 40, height: 40 }, half))).toEqual([false, true])
  const spot = fc.integer({ min: 0, max: 200 })
  const point = fc.record({ x: spot, y: spot })
  const box = fc.record({
    x: spot,
    y: spot,
    width: fc.integer({ min: 0, max: 80 }),
    height: fc.integer({ min: 0, max: 80 }),
  })
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 2, maxLength: 5 }),
      box,
      fc.integer({ min: 0, max: 60 }),
      (points, around, half) => {
        const steps = Array.from({ length: 401 }, (_, i) => i / 400)
        const distance = Math.min(
          ...points.slice(1).flatMap((b, i) =>
            steps.map((share) => {
              const [x, y] = [points[i].x + (b.x - points[i].x) * share, points[i].y + (b.y - points[i].y) * share]
              return Math.hypot(
                Math.max(around.x - x, 0, x - around.x - around.width),
                Math.max(around.y - y, 0, y - around.y - around.height),
              )
            }),
          ),
        )
        // Between two samples the distance can be smaller by half of the sample distance.
        if (distance <= half) expect(meetsPath(points, around, half)).toBe(true)
        else if (distance > half + 0.5) expect(meetsPath(points, around, half)).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})
