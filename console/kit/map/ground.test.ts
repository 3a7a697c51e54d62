import { expect, test } from 'vitest'
import { computeBounds } from './ground.ts'
import { toPixels } from './mercator.ts'

test('an image is placed around its centre with the given ground width and keeps its aspect ratio on the map', () => {
  const middle = { longitude: 114.03, latitude: 22.32 }
  const [west, south, east, north] = computeBounds(middle, 1000, 0.5)
  expect((west + east) / 2).toBeCloseTo(middle.longitude, 9)
  // A degree of longitude is about 103 km at this latitude.
  expect((east - west) * 111.3195 * Math.cos((22.32 * Math.PI) / 180)).toBeCloseTo(1, 3)
  expect((north - south) * 111.3195).toBeCloseTo(0.5, 2)
  const [left, bottom] = toPixels({ longitude: west, latitude: south })
  const [right, top] = toPixels({ longitude: east, latitude: north })
  expect((bottom - top) / (right - left)).toBeCloseTo(0.5, 6)
})
