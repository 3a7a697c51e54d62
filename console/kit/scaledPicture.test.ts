import { expect, test } from 'vitest'
import { fitWithin } from './scaledPicture.ts'

test('a picture keeps its shape, and is never made larger', () => {
  const most = { width: 960, height: 540 }
  expect(fitWithin(1920, 1080, most)).toEqual({ width: 960, height: 540 })
  expect(fitWithin(1000, 4000, most)).toEqual({ width: 135, height: 540 })
  expect(fitWithin(200, 100, most)).toEqual({ width: 200, height: 100 })
  expect(fitWithin(90_000, 1, most)).toEqual({ width: 960, height: 1 })
})
