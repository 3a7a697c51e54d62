import { expect, it } from 'vitest'
import { shiftAddress } from './shiftAddress.ts'

it.each([
  ['holding:10', 0, 'holding:10'],
  ['holding:10', 100, 'holding:110'],
  ['hr: 0x10.3', 4, 'hr: 20.3'],
  ['40011', 100, '40111'],
  ['09999.5', 5, '010004.5'],
  ['nothing', 5, 'nothing'],
])('%s shifted by %d is %s', (source, offset, shifted) => {
  expect(shiftAddress(source, offset)).toBe(shifted)
})
