import { expect, it } from 'vitest'
import { formatShare, formatValue } from './formatValue.ts'
import { arrangeLegend } from './picture.ts'

it('shows six significant digits and a dash without a value', () => {
  expect([230.123456789, 0, null, undefined, Number.NaN].map(formatValue)).toEqual(['230.123', '0', '–', '–', '–'])
})

it('shows 100 % only if all values are good', () => {
  expect([formatShare(10, 10), formatShare(99_999, 100_000), formatShare(0, 0)]).toEqual(['100 %', '99.9 %', '–'])
})

it('places the pens of a picture in rows', () => {
  expect(arrangeLegend([60, 60, 60], 130)).toEqual([
    { left: 0, row: 0 },
    { left: 60, row: 0 },
    { left: 0, row: 1 },
  ])
})
