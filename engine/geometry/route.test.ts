import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getBounds, expandBox, intersects, routeOrthogonal } from './index.ts'
import { box, crosses, endAt, flat, free } from './testing.ts'
import type { Side } from './index.ts'

const sides: readonly Side[] = ['n', 'e', 's', 'w']

describe('an orthogonal route', () => {
  it('is one straight part between sides that look at each other', () => {
    expect(flat(routeOrthogonal(endAt(box(0, 0), 'e'), endAt(box(300, 0), 'w')))).toEqual([
      [100, 30],
      [300, 30],
    ])
  })

  it('bends in the middle between two boxes that stand aside', () => {
    expect(flat(routeOrthogonal(endAt(box(0, 0), 'e'), endAt(box(300, 200), 'w')))).toEqual([
      [100, 30],
      [200, 30],
      [200, 230],
      [300, 230],
    ])
  })

  it('needs one bend where two sides stand across each other', () => {
    expect(flat(routeOrthogonal(endAt(box(0, 0), 'e'), endAt(box(300, 200), 'n')))).toEqual([
      [100, 30],
      [350, 30],
      [350, 200],
    ])
  })

  it('runs around its own box if it starts on the far side', () => {
    const path = routeOrthogonal(endAt(box(0, 0), 'w'), endAt(box(300, 0), 'e'))
    expect(path[1]).toEqual({ x: -20, y: 30 })
    expect(path).toHaveLength(6)
  })

  it('between free ends has one bend, and none on one line', () => {
    expect(routeOrthogonal(free(0, 0), free(50, 80))).toHaveLength(3)
    expect(flat(routeOrthogonal(free(0, 0), free(0, 80)))).toEqual([
      [0, 0],
      [0, 80],
    ])
  })

  it('squeezes between boxes nearer than its usual distance', () => {
    const path = routeOrthogonal(endAt(box(0, 0), 'e'), endAt(box(108, 200), 'w'))
    expect(flat(path)).toEqual([
      [100, 30],
      [104, 30],
      [104, 230],
      [108, 230],
    ])
  })

  it('starts and ends at its ends, has only vertical and horizontal segments, and does not cross the boxes', () => {
    const number = fc.integer({ min: -400, max: 400 })
    const boxes = fc.record({
      x: number,
      y: number,
      width: fc.integer({ min: 1, max: 300 }),
      height: fc.integer({ min: 1, max: 300 }),
    })
    fc.assert(
      fc.property(boxes, boxes, fc.constantFrom(...sides), fc.constantFrom(...sides), (one, other, leaves, arrives) => {
        const [from, to] = [endAt(one, leaves), endAt(other, arrives)]
        const path = routeOrthogonal(from, to)
        expect(path[0]).toEqual(from.at)
        expect(path.at(-1)).toEqual(to.at)
        expect(path.length).toBeLessThanOrEqual(8)
        for (const [i, b] of path.entries()) {
          const a = path[i - 1]
          if (!a) continue
          expect(a.x === b.x || a.y === b.y).toBe(true)
          if (intersects(expandBox(one, 1), other)) continue
          for (const of of [one, other])
            expect(crosses([a, b], of), `${JSON.stringify(path)} through ${JSON.stringify(of)}`).toBe(false)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('moves with its boxes without changing', () => {
    const shape = (x: number, y: number) =>
      routeOrthogonal(endAt(box(x, y), 'e'), endAt(box(x + 300, y + 200), 'n')).map((at) => [at.x - x, at.y - y])
    expect(shape(1000, -700)).toEqual(shape(0, 0))
  })

  it('leaves a rotated box through the side within its bounds', () => {
    const bounds = getBounds({ x: 0, y: 0, width: 100, height: 100, angleDeg: 45 })
    const path = routeOrthogonal({ at: { x: 85, y: 50 }, side: 'e', box: bounds }, endAt(box(400, 20), 'w'))
    expect(flat(path)).toEqual([
      [85, 50],
      [400, 50],
    ])
  })
})
