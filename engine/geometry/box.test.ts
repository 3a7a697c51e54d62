import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getBounds,
  boxBetween,
  getCentre,
  containsBox,
  containsPoint,
  getCorners,
  intersects,
  isOnScreen,
  normalAngle,
  rotatePoint,
  unionBoxes,
} from './index.ts'
import type { Frame } from './index.ts'

const length = fc.double({ min: 1, max: 1000, noNaN: true })
const place = fc.double({ min: -1000, max: 1000, noNaN: true })
const frames: fc.Arbitrary<Frame> = fc.record({
  x: place,
  y: place,
  width: length,
  height: length,
  angleDeg: fc.double({ min: -360, max: 360, noNaN: true }),
})
/** Fractions of a width or height that are not on an edge, where rounding would decide. */
const shares = fc
  .integer({ min: -999, max: 1999 })
  .filter((share) => share % 1000 !== 0)
  .map((share) => share / 1000)

describe('bounds', () => {
  it('are the frame itself when upright, and swap its sides at a quarter turn, to the bit', () => {
    const frame = { x: 10.1, y: 20.2, width: 30, height: 10 }
    expect(getBounds({ ...frame, angleDeg: 0 })).toEqual(frame)
    expect(getBounds({ ...frame, angleDeg: 180 })).toEqual(frame)
    expect(getBounds({ x: 10, y: 20, width: 30, height: 10, angleDeg: 90 })).toEqual({
      x: 20,
      y: 10,
      width: 10,
      height: 30,
    })
    expect(getBounds({ x: 10, y: 20, width: 30, height: 10, angleDeg: -270 })).toEqual({
      x: 20,
      y: 10,
      width: 10,
      height: 30,
    })
  })

  it('touch every corner on some side and let none out', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const bounds = getBounds(frame)
        const around = unionBoxes(getCorners(frame).map((corner) => ({ ...corner, width: 0, height: 0 })))
        for (const key of ['x', 'y', 'width', 'height'] as const)
          expect(bounds[key]).toBeCloseTo(around?.[key] ?? Number.NaN, 6)
      }),
    )
  })
})

describe('points in turned frames', () => {
  it('are in just when they are in the unturned frame', () => {
    fc.assert(
      fc.property(frames, shares, shares, (frame, u, v) => {
        const local = { x: frame.x + u * frame.width, y: frame.y + v * frame.height }
        const isIn = u > 0 && u < 1 && v > 0 && v < 1
        expect(containsPoint(frame, rotatePoint(local, getCentre(frame), frame.angleDeg))).toBe(isIn)
      }),
    )
  })

  it('a diamond holds its middle and not the corners of its bounds', () => {
    const diamond = { x: 0, y: 0, width: 100, height: 100, angleDeg: 45 }
    const bounds = getBounds(diamond)
    expect(containsPoint(diamond, { x: 50, y: 50 })).toBe(true)
    expect(containsPoint(diamond, { x: bounds.x + 5, y: bounds.y + 5 })).toBe(false)
    expect(containsPoint(diamond, { x: 50, y: bounds.y + 1 })).toBe(true)
  })

  it('a line without height is hit within a slack', () => {
    const line = { x: 0, y: 10, width: 100, height: 0, angleDeg: 0 }
    expect(containsPoint(line, { x: 50, y: 13 })).toBe(false)
    expect(containsPoint(line, { x: 50, y: 13 }, 4)).toBe(true)
  })
})

it('four quarter turns bring a point back to the bit', () => {
  let point = { x: 12, y: 3 }
  for (let i = 0; i < 4; i++) point = rotatePoint(point, { x: 5, y: 5 }, 90)
  expect(point).toEqual({ x: 12, y: 3 })
})

it.each([
  [0, 0],
  [360, 0],
  [-90, 270],
  [450, 90],
  [-0, 0],
  [-1e-20, 0],
])('the angle %d is %d', (angle, normal) => {
  expect(Object.is(normalAngle(angle), normal)).toBe(true)
})

it('boxes meet, hold each other and unite', () => {
  const a = { x: 0, y: 0, width: 10, height: 10 }
  const b = { x: 10, y: 2, width: 4, height: 4 }
  expect([
    intersects(a, b),
    intersects(a, { ...b, x: 10.1 }),
    containsBox(a, b),
    containsBox(a, { ...b, x: 6 }),
  ]).toEqual([true, false, false, true])
  expect(unionBoxes([a, b])).toEqual({ x: 0, y: 0, width: 14, height: 10 })
  expect(unionBoxes([])).toBeNull()
  expect(boxBetween({ x: 5, y: 1 }, { x: 2, y: 3 })).toEqual({ x: 2, y: 1, width: 3, height: 2 })
})

describe('a turned frame', () => {
  const seen = { x: 0, y: 0, width: 100, height: 100 }
  const at = (x: number, y: number, angleDeg = 0) => isOnScreen({ x, y, width: 40, height: 10, angleDeg }, seen)

  it('is on the screen with a part of it, and not beside it, as it is turned', () => {
    expect([at(10, 10), at(-39, 0), at(99, 95)]).toEqual([true, true, true])
    expect([at(-40, 0), at(100, 0), at(0, 101), at(400, 400)]).toEqual([false, false, false, false])
    // Upright it extends less to the side and further down.
    expect([at(-39, 0, 90), at(0, 110, 90), at(0, 116, 90)]).toEqual([false, true, false])
  })
})
