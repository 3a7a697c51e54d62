import { expect, test } from 'vitest'
import { clusterFrom, gather } from './clusters.ts'
import { toPixels, fitPlace, toPlace } from './mercator.ts'
import { readOutline } from './outline.ts'
import type { MapPoint, PointState } from './point.ts'

const pole = (n: number, longitude: number, latitude: number): MapPoint => ({
  id: `p${n}`,
  kind: 'pole',
  title: `Pole ${n}`,
  longitude,
  latitude,
})

test('a place survives the way to pixels and back', () => {
  const { longitude, latitude } = toPlace(...toPixels({ longitude: 114.03, latitude: 22.32 }))
  expect([longitude, latitude].map((value) => value.toFixed(6))).toEqual(['114.030000', '22.320000'])
})

test('the map opens where all points are seen, and nowhere in particular without any', () => {
  const place = fitPlace([pole(1, 114, 22), pole(2, 114.2, 22.1)], 800, 600)
  expect(place?.longitude).toBeCloseTo(114.1, 5)
  expect(place?.zoom).toBeGreaterThan(9)
  expect(fitPlace([pole(1, 114, 22)], 800, 600)?.zoom).toBe(17)
  expect(fitPlace([], 800, 600)).toBeUndefined()
})

test('the map opens in a window without size, and with points at the poles', () => {
  expect(fitPlace([pole(1, 114, 22), pole(2, 114.2, 22.1)], 0, 0)?.zoom).toBeCloseTo(1.81, 1)
  expect(fitPlace([pole(1, -180, -90), pole(2, 180, 90)], 800, 600)?.zoom).toBe(1)
})

test('below a thousand points every one stands alone; above, near ones are gathered and none is lost', () => {
  const points = Array.from({ length: clusterFrom }, (_, n) =>
    pole(n, 114 + (n % 40) * 0.0005, 22 + Math.floor(n / 40) * 0.0005),
  )
  expect(gather(points.slice(1), new Map(), 8)).toEqual({ alone: points.slice(1), clusters: [] })
  const far = gather(points, new Map(), 8)
  expect(far.alone.length + far.clusters.reduce((sum, { count }) => sum + count, 0)).toBe(points.length)
  expect(far.clusters.length).toBeLessThan(10)
  expect(gather(points, new Map(), 19).clusters).toEqual([])
})

test('a gathered alarm is seen from afar', () => {
  const points = Array.from({ length: clusterFrom }, (_, n) => pole(n, 114, 22))
  const states = new Map<string, PointState>(points.map(({ id }, n) => [id, n === 7 ? 'alarm' : 'on']))
  expect(gather(points, states, 5).clusters.map(({ state }) => state)).toEqual(['alarm'])
})

test("an outline in the charts' encoded form is read into rings of degrees", () => {
  // One ring: an offset, then zigzag-encoded steps of 1/1024 degree, starting at character code 64.
  const outline = {
    UTF8Encoding: true,
    features: [{ geometry: { type: 'Polygon', coordinates: ['@@BA'], encodeOffsets: [[116895, 22829]] } }],
  }
  const [ring] = readOutline(outline)
  expect(ring?.[0]).toEqual([116895 / 1024, 22829 / 1024])
  expect(ring?.[1]).toEqual([116896 / 1024, 22828 / 1024])
  expect(readOutline({ features: [{ geometry: null }, 7] })).toEqual([])
})
