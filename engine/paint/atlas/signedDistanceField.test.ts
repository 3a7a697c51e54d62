import { expect, it } from 'vitest'
import { signedDistanceField } from './signedDistanceField.ts'

it('measures the distance to the edge of a filled square from both sides', () => {
  const size = 17
  const coverage = new Uint8ClampedArray(size * size)
  for (let y = 4; y < 13; y++) for (let x = 4; x < 13; x++) coverage[y * size + x] = 255
  const field = signedDistanceField(coverage, size, size, 8)
  const at = (x: number, y: number) => (0.5 - field[y * size + x] / 255) * 16
  expect(at(8, 8)).toBeCloseTo(-5, 0)
  expect(at(4, 8)).toBeCloseTo(-1, 0)
  expect(at(1, 8)).toBeCloseTo(3, 0)
  expect(at(1, 1)).toBeCloseTo(Math.hypot(3, 3), 0)
})
