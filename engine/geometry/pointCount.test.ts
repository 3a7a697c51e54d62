import { expect, it } from 'vitest'
import { withPointCount } from './index.ts'

const path = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([x, y]) => ({ x, y }))
const corner = path([0, 0], [300, 0], [300, 100])

it('adds points on the way, so that the longest pieces become equal ones', () => {
  expect(withPointCount(path([0, 0], [90, 30]), 4)).toEqual(path([0, 0], [30, 10], [60, 20], [90, 30]))
  expect(withPointCount(corner, 5)).toEqual(path([0, 0], [100, 0], [200, 0], [300, 0], [300, 100]))
})

it('removes first the points that change the path least, and never an end point', () => {
  const bent = path([0, 0], [50, 2], [100, 0], [100, 80], [200, 80])
  expect(withPointCount(bent, 4)).toEqual(path([0, 0], [100, 0], [100, 80], [200, 80]))
  expect(withPointCount(bent, 2)).toEqual(path([0, 0], [200, 80]))
  expect(withPointCount(bent, 0)).toHaveLength(2)
})

it('restores the original path after added points are removed', () => {
  for (const count of [4, 7, 40, 256]) expect(withPointCount(withPointCount(corner, count), 3)).toEqual(corner)
})

it('handles a path with all points in one place', () => {
  expect(withPointCount(path([5, 5], [5, 5], [5, 5]), 6)).toEqual(Array.from({ length: 6 }, () => ({ x: 5, y: 5 })))
})

it('divides the edge that closes an area like any other, and leaves it three points', () => {
  const triangle = path([0, 0], [40, 0], [40, 100])
  expect(withPointCount(triangle, 4, true)).toEqual(path([0, 0], [40, 0], [40, 100], [20, 50]))
  expect(withPointCount(withPointCount(triangle, 9, true), 3, true)).toEqual(triangle)
  expect(withPointCount(triangle, 2, true)).toEqual(triangle)
})
