import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFixed, formatValue, roundTo } from './rounding.ts'

/** Sign, digits and number of decimal places of a decimal number. */
const decimals = fc.tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.nat({ max: 12 }))

/** Rounds with integer arithmetic only, as a reference without binary fractions. */
function onPaper(digits: bigint, length: number, places: number): string {
  const step = 10n ** BigInt(Math.max(0, length - places))
  const roundedDigits = (digits * 10n ** BigInt(Math.max(0, places - length)) + step / 2n) / step
  const written = String(roundedDigits).padStart(places + 1, '0')
  const point = written.length - places
  return places > 0 ? `${written.slice(0, point)}.${written.slice(point)}` : written
}

function writtenOut(digits: bigint, length: number): string {
  const padded = String(digits).padStart(length + 1, '0')
  return `${padded.slice(0, padded.length - length)}.${padded.slice(padded.length - length)}`
}

describe('fixed', () => {
  it('rounds every decimal number as one does on paper', () => {
    fc.assert(
      fc.property(decimals, fc.nat({ max: 12 }), ([isNegative, digits, length], places) => {
        const value = Number(`${isNegative ? '-' : ''}${writtenOut(digits, length)}0`)
        expect(formatFixed(value, places).replace('-', '')).toBe(onPaper(digits, length, places))
      }),
      { numRuns: 5000 },
    )
  })

  it('takes every half away from zero', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.nat({ max: 1e9 }), fc.nat({ max: 6 }), (isNegative, whole, places) => {
        const half = Number(`${isNegative ? '-' : ''}${whole}5e-${places + 1}`)
        expect(formatFixed(half, places).replace('-', '')).toBe(onPaper(BigInt(whole) + 1n, places, places))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    [1.005, 2, '1.01'],
    [-1.005, 2, '-1.01'],
    [1.0049999, 2, '1.00'],
    [2.5, 0, '3'],
    [-2.5, 0, '-3'],
    [0.5, 0, '1'],
    [5e-7, 6, '0.000001'],
    [8.575, 2, '8.58'],
    [1e21, 2, '1e+21'],
    [4503599627370495.5, 0, '4503599627370496'],
    [0.1 + 0.2, 1, '0.3'],
    [99.995, 2, '100.00'],
  ])('writes %d with %d places as %s', (value, places, written) => {
    expect(formatFixed(value, places)).toBe(written)
  })
})

describe('roundTo', () => {
  it('is the number that is written', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.nat({ max: 12 }), (value, places) => {
        expect(roundTo(value, places)).toBe(Number(formatFixed(value, places)) + 0)
      }),
    )
  })

  it('returns no negative zero and keeps non-finite numbers', () => {
    expect(roundTo(-0.2, 0)).toBe(0)
    expect(roundTo(NaN, 1)).toBeNaN()
    expect(roundTo(Infinity, 1)).toBe(Infinity)
  })
})

it('writes numbers that do not fit fixed places with an exponent', () => {
  expect(formatValue(1.2345678901234e19, 2)).toBe('1.23457e19')
  expect(formatValue(-1e21, 0)).toBe('-1e21')
  expect(formatValue(1e-9, 2)).toBe('1e-9')
  expect(formatValue(-0.00025, 0)).toBe('-2.5e-4')
  // Ordinary rounding, remainders of calculations and zero remain as they are.
  expect(formatValue(0.004, 2)).toBe('0.00')
  expect(formatValue(0.1 + 0.2 - 0.3, 2)).toBe('0.00')
  expect(formatValue(0, 3)).toBe('0.000')
  expect(formatValue(999_999_999_999_999, 1)).toBe('999999999999999.0')
})
