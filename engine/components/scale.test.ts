import { describe, expect, it } from 'vitest'
import { isAbove, isBelow, toShare, tickStep, withUnit, writeNumber, writeTick } from './scale.ts'

it('toShare returns a value between 0 and 1, also for NaN and an empty scale', () => {
  expect([-5, 0, 25, 100, 500].map((value) => toShare(value, 0, 100))).toEqual([0, 0, 0.25, 1, 1])
  expect([toShare(Number.NaN, 0, 1), toShare(1, 5, 5), toShare(1, 5, 0)]).toEqual([0, 0, 0])
})

describe('a limit', () => {
  const scale = { min: 0, max: 100 }

  it('within the scale watches it, also where the value has left it', () => {
    expect([isBelow(5, 10, scale), isAbove(95, 90, scale), isBelow(10, 10, scale), isAbove(90, 90, scale)]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([isBelow(-500, 10, scale), isAbove(500, 90, scale)]).toEqual([true, true])
  })

  it('at its own end of the scale or beyond either watches nothing', () => {
    expect([isBelow(-5, 0, scale), isAbove(500, 100, scale)]).toEqual([false, false])
    expect([
      isBelow(3, 10, { min: 0, max: 5 }),
      isBelow(-5, -1, scale),
      isAbove(150, 90, { min: 100, max: 200 }),
      isAbove(500, 110, scale),
    ]).toEqual([false, false, false, false])
    expect([isBelow(4, 5, { min: 5, max: 5 }), isAbove(6, 5, { min: 5, max: 5 })]).toEqual([false, false])
  })

  it('at the opposite end of the scale applies to values that should be empty or full', () => {
    const tray = { min: 0, max: 10 }
    expect([isAbove(0, 0, tray), isAbove(0.1, 0, tray), isAbove(11, 0, tray)]).toEqual([false, true, true])
    expect([isBelow(10, 10, tray), isBelow(6, 10, tray), isBelow(-1, 10, tray)]).toEqual([false, true, true])
  })
})

it('tickStep coarsens to round multiples and never makes more marks than asked', () => {
  expect(tickStep(0, 100, 20, 10)).toBe(20)
  expect(tickStep(0, 1e6, 1, 10)).toBe(1e5)
  expect(tickStep(0, 100, 7, 10)).toBe(14)
  for (const interval of [0.001, 0.3, 7, 1e-300])
    expect(1000 / tickStep(0, 1000, interval, 12)).toBeLessThanOrEqual(12.0001)
  expect([tickStep(0, 0, 1, 10), tickStep(0, 10, 0, 10), tickStep(10, 0, 1, 10)]).toEqual([0, 0, 0])
})

describe('numbers on a scale', () => {
  it('have fixed decimals, a true minus and no negative zero', () => {
    expect([writeNumber(2.34567, 2), writeNumber(-2, 0), writeNumber(-0.001, 1), writeNumber(Number.NaN, 0)]).toEqual([
      '2.35',
      '−2',
      '0.0',
      '—',
    ])
  })

  it('are short at marks', () => {
    expect([0, 0.1 + 0.2, 20, -40, 12_500, 2_500_000].map(writeTick)).toEqual([
      '0',
      '0.3',
      '20',
      '−40',
      '12.5k',
      '2.5M',
    ])
  })

  it('carry their unit as trade writes it', () => {
    expect([withUnit('5', ''), withUnit('5', '%'), withUnit('5', '°C'), withUnit('5', 'bar')]).toEqual([
      '5',
      '5%',
      '5°C',
      '5\u00a0bar',
    ])
  })
})
