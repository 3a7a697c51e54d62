import { expect, it } from 'vitest'
import { clockWrapMs, floatsPerMotion, motionKind, poseAt, writeMotion } from './motion.ts'

it('writes the shader input: kind, period, parameters and pivot', () => {
  const into = new Float32Array(floatsPerMotion * 2).fill(9)
  writeMotion({ kind: 'slide', periodMs: 2000, dx: 30, dy: -10 }, 5, 6, into, floatsPerMotion)
  expect([...into.subarray(floatsPerMotion)]).toEqual([motionKind.slide, 2000, 30, -10, 5, 6, 0, 0])
  expect(into[0]).toBe(9)
})

it('comes back to where it started after a period', () => {
  for (const animation of [
    { kind: 'rotate', periodMs: 1500, direction: -1 },
    { kind: 'slide', periodMs: 1500, dx: 4, dy: 3 },
    { kind: 'blink', periodMs: 1500 },
    { kind: 'showHide', periodMs: 1500 },
  ] as const)
    expect(poseAt(animation, 1500 * 7)).toEqual(poseAt(animation, 0))
})

it('turns a quarter in a quarter of the period, in its direction', () => {
  expect(poseAt({ kind: 'rotate', periodMs: 1000, direction: -1 }, 250).rotationDeg).toBe(-90)
})

it('slides out and back without a jump', () => {
  const slide = { kind: 'slide', periodMs: 1000, dx: 10, dy: 0 } as const
  expect(poseAt(slide, 500).dx).toBeCloseTo(10)
  expect(poseAt(slide, 999.9).dx).toBeCloseTo(0, 3)
})

it('shows and hides for half a period each', () => {
  const blink = { kind: 'showHide', periodMs: 800 } as const
  expect([0, 399, 401, 799].map((ms) => poseAt(blink, ms).opacity)).toEqual([1, 1, 0, 0])
})

it("wraps the shader's clock where the usual periods end", () => {
  for (const periodMs of [250, 500, 800, 1000, 1500, 2000, 2400, 3000, 4000]) expect(clockWrapMs % periodMs).toBe(0)
})
