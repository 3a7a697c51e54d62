import { expect, test } from 'vitest'
import { formatRange, formatTagValue } from './formatTagValue.ts'

const translate = (key: 'state.on' | 'state.off') => (key === 'state.on' ? 'On' : 'Off')
const flag = { unit: '', kind: 'flag' } as const
const number = { unit: 'V', kind: 'number' } as const

test('a flag is on or off, never 1 or 0', () => {
  expect([1, 0].map((value) => formatTagValue({ value }, flag, translate))).toEqual(['On', 'Off'])
})

test('a number is shown with its unit, a text unchanged, and an unexpected flag value as received', () => {
  expect(formatTagValue({ value: 229.12345 }, number, translate)).toBe('229.123 V')
  expect(formatTagValue({ value: NaN, text: 'open' }, flag, translate)).toBe('open')
  expect(formatTagValue({ value: 0.5 }, flag, translate)).toBe('0.5')
  expect(formatTagValue({ value: 1 }, undefined, translate)).toBe('1')
})

test('the on value of a switch is shown as on, with the value itself if it is not 1', () => {
  expect([5, 0, 3].map((value) => formatTagValue({ value }, number, translate, { on: 5, off: 0 }))).toEqual([
    'On (5)',
    'Off (0)',
    '3 V',
  ])
  expect([0, 1].map((value) => formatTagValue({ value }, flag, translate, { on: 0, off: 1 }))).toEqual([
    'On (0)',
    'Off (1)',
  ])
  expect(formatTagValue({ value: 1 }, null, translate, { on: 1, off: 0 })).toBe('On')
})

test('a range names both ends and the unit, and is none where nothing limits', () => {
  expect(formatRange({ min: 0, max: 100, unit: '%' })).toEqual({ min: '0', max: '100 %' })
  expect(formatRange({ min: null, max: 5, unit: '' })).toEqual({ min: '−∞', max: '5' })
  expect(formatRange({ min: null, max: null, unit: 'V' })).toBeUndefined()
})
