import { expect, test } from 'vitest'
import { rangeOf, valueWords } from './valueWords.ts'

const say = (key: 'state.on' | 'state.off') => (key === 'state.on' ? 'On' : 'Off')
const flag = { unit: '', kind: 'flag' } as const
const number = { unit: 'V', kind: 'number' } as const

test('a flag is on or off, never 1 or 0', () => {
  expect([1, 0].map((value) => valueWords({ value }, flag, say))).toEqual(['On', 'Off'])
})

test('a number has its unit, a text is what it is, and an odd value of a flag is shown as it came', () => {
  expect(valueWords({ value: 229.12345 }, number, say)).toBe('229.123 V')
  expect(valueWords({ value: NaN, text: 'open' }, flag, say)).toBe('open')
  expect(valueWords({ value: 0.5 }, flag, say)).toBe('0.5')
  expect(valueWords({ value: 1 }, undefined, say)).toBe('1')
})

test('what a switch sends for on is on, and where that is not 1 it is said', () => {
  expect([5, 0, 3].map((value) => valueWords({ value }, number, say, { on: 5, off: 0 }))).toEqual(['On (5)', 'Off (0)', '3 V'])
  expect([0, 1].map((value) => valueWords({ value }, flag, say, { on: 0, off: 1 }))).toEqual(['On (0)', 'Off (1)'])
  expect(valueWords({ value: 1 }, null, say, { on: 1, off: 0 })).toBe('On')
})

test('a range names both ends and the unit, and is none where nothing limits', () => {
  expect(rangeOf({ min: 0, max: 100, unit: '%' })).toEqual({ min: '0', max: '100 %' })
  expect(rangeOf({ min: null, max: 5, unit: '' })).toEqual({ min: '−∞', max: '5' })
  expect(rangeOf({ min: null, max: null, unit: 'V' })).toBeUndefined()
})
