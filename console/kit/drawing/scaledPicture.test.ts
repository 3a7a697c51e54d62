import { expect, test } from 'vitest'
import { fitInto } from './scaledPicture.ts'

test('a picture keeps its shape, and is never made larger', () => {
  const maxSize = { width: 960, height: 540 }
  expect(fitInto(1920, 1080, maxSize)).toEqual({ width: 960, height: 540 })
  expect(fitInto(1000, 4000, maxSize)).toEqual({ width: 135, height: 540 })
  expect(fitInto(200, 100, maxSize)).toEqual({ width: 200, height: 100 })
  expect(fitInto(90_000, 1, maxSize)).toEqual({ width: 960, height: 1 })
})
