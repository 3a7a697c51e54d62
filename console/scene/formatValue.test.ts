import { expect, it } from 'vitest'
import { formatValue } from './formatValue.ts'

it('formats a value with its significant digits, and a missing value as null', () => {
  expect([0, 8, 1 / 3, 12.34567, 98_765.4321, -0.000_004_2].map((value) => formatValue(value, null))).toEqual([
    '0',
    '8',
    '0.333333',
    '12.346',
    '98765.4',
    '-0.000004',
  ])
  expect([formatValue(NaN, undefined), formatValue(null, null), formatValue(NaN, 'night shift')]).toEqual([
    null,
    null,
    'night shift',
  ])
})
