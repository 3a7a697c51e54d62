import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  angleTo,
  getCentre,
  handleDirection,
  handles,
  resizeFrame,
  resizeFrames,
  rotateFrames,
  rotatePoint,
  snapAngle,
} from './index.ts'
import type { Frame, Handle, Point } from './index.ts'

const frame: Frame = { x: 10.1, y: 20.2, width: 100, height: 50, angleDeg: 0 }
const frames: fc.Arbitrary<Frame> = fc.record({
  x: fc.double({ min: -500, max: 500, noNaN: true }),
  y: fc.double({ min: -500, max: 500, noNaN: true }),
  width: fc.double({ min: 1, max: 300, noNaN: true }),
  height: fc.double({ min: 1, max: 300, noNaN: true }),
  angleDeg: fc.integer({ min: 0, max: 359 }),
})
const drags = fc.record({
  x: fc.double({ min: -400, max: 400, noNaN: true }),
  y: fc.double({ min: -400, max: 400, noNaN: true }),
})

function pointAt(of: Frame, direction: Point): Point {
  const centre = getCentre(of)
  return rotatePoint(
    { x: centre.x + (direction.x * of.width) / 2, y: centre.y + (direction.y * of.height) / 2 },
    centre,
    of.angleDeg,
  )
}

describe('resizing one frame', () => {
  it.each<[Handle, Frame]>([
    ['e', { ...frame, width: 130 }],
    ['s', { ...frame, height: 90 }],
    ['se', { ...frame, width: 130, height: 90 }],
    ['w', { ...frame, x: 40.1, width: 70 }],
    ['n', { ...frame, y: 60.2, height: 10 }],
  ])('by %s moves only that side', (handle, expected) => {
    expect(resizeFrame(frame, handle, { x: 30, y: 40 })).toEqual(expected)
  })

  it('keeps the opposite handle in place at any angle', () => {
    fc.assert(
      fc.property(frames, fc.constantFrom(...handles), drags, fc.boolean(), (start, handle, by, keepRatio) => {
        const { x, y } = handleDirection(handle)
        const opposite = { x: -x, y: -y }
        const end = resizeFrame(start, handle, by, { keepRatio })
        const [before, after] = [pointAt(start, opposite), pointAt(end, opposite)]
        expect(after.x).toBeCloseTo(before.x, 6)
        expect(after.y).toBeCloseTo(before.y, 6)
        expect(Math.min(end.width, end.height)).toBeGreaterThan(0)
        if (keepRatio) expect(end.width / end.height).toBeCloseTo(start.width / start.height, 6)
      }),
    )
  })

  it('brings the handle under the pointer at any angle', () => {
    fc.assert(
      fc.property(frames, drags, (start, by) => {
        const end = resizeFrame(start, 'se', by)
        fc.pre(end.width > 1 && end.height > 1)
        const [before, after] = [pointAt(start, { x: 1, y: 1 }), pointAt(end, { x: 1, y: 1 })]
        expect(after.x - before.x).toBeCloseTo(by.x, 6)
        expect(after.y - before.y).toBeCloseTo(by.y, 6)
      }),
    )
  })

  it('from the centre moves both sides', () => {
    expect(resizeFrame({ ...frame, x: 10, y: 20 }, 'e', { x: 5, y: 0 }, { fromCentre: true })).toEqual({
      x: 5,
      y: 20,
      width: 110,
      height: 50,
      angleDeg: 0,
    })
  })

  it('stops at the smallest size and lets a line stay a line', () => {
    expect(resizeFrame(frame, 'e', { x: -500, y: 0 }, { minSize: 8 })).toMatchObject({ x: 10.1, width: 8 })
    expect(resizeFrame({ ...frame, height: 0 }, 'e', { x: 5, y: 5 })).toMatchObject({ width: 105, height: 0 })
  })
})

describe('resizing many', () => {
  it('maps the box around them onto another', () => {
    const from = { x: 0, y: 0, width: 100, height: 100 }
    const upright = { x: 10, y: 20, width: 30, height: 40, angleDeg: 0 }
    expect(
      resizeFrames([upright, { ...upright, angleDeg: 90 }], from, { x: 100, y: 0, width: 200, height: 100 }),
    ).toEqual([
      { x: 120, y: 20, width: 60, height: 40, angleDeg: 0 },
      { x: 135, y: 0, width: 30, height: 80, angleDeg: 90 },
    ])
  })

  it('only shifts, to the bit, when the size stays', () => {
    const [moved] = resizeFrames(
      [frame],
      { x: 0, y: 0, width: 200, height: 200 },
      { x: 5, y: -5, width: 200, height: 200 },
    )
    expect(moved).toEqual({ ...frame, x: 10.1 + 5, y: 20.2 - 5 })
  })

  it('comes back when a uniform scaling is taken back, turned frames too', () => {
    fc.assert(
      fc.property(frames, fc.double({ min: 0.1, max: 10, noNaN: true }), (start, scale) => {
        const small = { x: 0, y: 0, width: 100, height: 100 }
        const large = { x: 7, y: 9, width: 100 * scale, height: 100 * scale }
        const [resized] = resizeFrames([start], small, large)
        const [back] = resizeFrames(resized ? [resized] : [], large, small)
        for (const key of ['x', 'y', 'width', 'height'] as const) expect(back?.[key]).toBeCloseTo(start[key], 6)
      }),
    )
  })
})

it('a small resize moves frames only slightly, even those that extend beyond the box', () => {
  fc.assert(
    fc.property(
      frames,
      fc.integer({ min: 20, max: 300 }),
      fc.integer({ min: 20, max: 300 }),
      (start, width, height) => {
        const from = { x: 0, y: 0, width, height }
        const [moved] = resizeFrames([start], from, { ...from, width: width * 1.0001 })
        for (const key of ['x', 'y', 'width', 'height'] as const)
          expect(Math.abs((moved?.[key] ?? NaN) - start[key])).toBeLessThan(
            (0.01 * (1 + Math.abs(start.x) + start.width + start.height)) / 20,
          )
      },
    ),
  )
})

describe('turning', () => {
  it('turns frames about a pivot, four quarter turns being none', () => {
    const start = { x: 10, y: 20, width: 30, height: 40, angleDeg: 0 }
    let [turned = start] = rotateFrames([start], { x: 0, y: 0 }, 90)
    expect(turned).toEqual({ x: -55, y: 5, width: 30, height: 40, angleDeg: 90 })
    for (let i = 0; i < 3; i++) [turned = start] = rotateFrames([turned], { x: 0, y: 0 }, 90)
    expect(turned).toEqual(start)
  })

  it('measures and snaps angles clockwise from three o’clock', () => {
    expect(angleTo({ x: 0, y: 0 }, { x: 0, y: 5 })).toBe(90)
    expect(angleTo({ x: 0, y: 0 }, { x: 5, y: -5 })).toBe(315)
    expect([snapAngle(52, 15), snapAngle(355, 15), snapAngle(-8, 15)]).toEqual([45, 0, 345])
  })
})
