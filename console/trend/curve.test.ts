import { describe, expect, it } from 'vitest'
import { alignCurves, appendValue, findValue, hasValues, shiftCurve } from './curve.ts'

describe('columns of several curves', () => {
  it('share one time axis, pass over times of others and keep gaps', () => {
    const columns = alignCurves([
      { at: [10, 30, 50], values: [1, null, 5] },
      { at: [20, 30], values: [2, 3] },
    ])
    expect(columns).toEqual([
      [10, 20, 30, 50],
      [1, undefined, null, 5],
      [undefined, 2, 3, undefined],
    ])
  })

  it('keep the last of several values in one millisecond', () => {
    expect(alignCurves([{ at: [1, 1, 2], values: [5, 6, 7] }])).toEqual([
      [1, 2],
      [6, 7],
    ])
  })

  it('are empty without values', () => {
    expect(alignCurves([{ at: [], values: [] }])).toEqual([[], []])
  })
})

it('a value is found at or before a time, but not in a gap or outside the curve', () => {
  const curve = { at: [10, 20, 30], values: [1, null, 3] }
  expect([9, 10, 19, 20, 25, 30, 31].map((at) => findValue(curve, at))).toEqual([
    undefined,
    1,
    1,
    null,
    null,
    3,
    undefined,
  ])
})

it('an earlier period is moved to the displayed one', () => {
  expect(shiftCurve({ at: [1000, 2000], values: [1, null] }, 86_400_000)).toEqual({
    at: [86_401_000, 86_402_000],
    values: [1, null],
  })
})

describe('a live value', () => {
  const curve = { at: [1000, 2000], values: [1, 2] }

  it('continues the curve', () => {
    expect(appendValue(curve, 3000, 3, 5000)).toEqual({ at: [1000, 2000, 3000], values: [1, 2, 3] })
  })

  it('that is not newer changes nothing', () => {
    expect(appendValue(curve, 2000, 9, 5000)).toBe(curve)
  })

  it('after a long silence follows a gap', () => {
    expect(appendValue(curve, 60_000, 3, 5000)).toEqual({ at: [1000, 2000, 2001, 60_000], values: [1, 2, null, 3] })
  })

  it('replaces the gap that ended at the time of the query', () => {
    expect(appendValue({ at: [1000, 9000], values: [1, null] }, 4000, 2, 5000)).toEqual({
      at: [1000, 4000],
      values: [1, 2],
    })
  })

  it('of bad quality interrupts the curve', () => {
    expect(hasValues(appendValue({ at: [], values: [] }, 1, null, 5000))).toBe(false)
  })
})
