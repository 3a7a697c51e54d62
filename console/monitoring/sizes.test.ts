import { expect, test } from 'vitest'
import { formatBytes, formatCount, formatMeasure, roundUp, spanParts } from './sizes.ts'

test('bytes have three digits at most', () => {
  expect([0, 999, 2048, 1_500_000, 150 * 1024 ** 2, 3 * 1024 ** 4].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '2.0 KB',
    '1.4 MB',
    '150 MB',
    '3.0 TB',
  ])
})
test('caches: 2001 entries are written 2,001', () => {
  expect([37, 2001].map(formatCount)).toEqual(['37', '2,001'])
  expect([37, 2001, 12345678].map(formatCount)).toEqual(
    [37, 2001, 12345678].map((count) => new Intl.NumberFormat('zh-CN').format(count)),
  )
})
test('axis values have no needless decimals', () => {
  expect([0, 0.04, 5, 7.25, 10, 500, 2500].map((value) => formatMeasure(value, 'ms'))).toEqual([
    '0 ms',
    '0 ms',
    '5 ms',
    '7.3 ms',
    '10 ms',
    '500 ms',
    '2,500 ms',
  ])
})
test('a duration is formatted with its two largest units', () => {
  expect(spanParts(90_061_000)).toEqual([
    { unit: 'd', count: 1 },
    { unit: 'h', count: 1 },
  ])
  expect(spanParts(61_000)).toEqual([
    { unit: 'm', count: 1 },
    { unit: 's', count: 1 },
  ])
  expect(spanParts(0)).toEqual([{ unit: 's', count: 0 }])
})
test('an axis ends at a round number', () => {
  expect([0, 0.3, 7, 12, 26, 100].map(roundUp)).toEqual([1, 0.5, 10, 20, 50, 100])
})
