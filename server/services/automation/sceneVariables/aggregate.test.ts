import { describe, expect, it } from 'vitest'
import type { Sample, Statistic } from './aggregate.ts'
import { startAggregate, extendAggregate, computeResult } from './aggregate.ts'

const minute = 60_000
const holdMs = 3 * minute
const at = (minutes: number, value: number, isDoubtful = false): Sample => ({ at: minutes * minute, value, isDoubtful })
/** Aggregates ten minutes of readings. A reading before time 0 is the initial value. */
const ten = (samples: readonly Sample[], hold = holdMs) =>
  extendAggregate(
    startAggregate(
      0,
      samples.findLast((sample) => sample.at <= 0),
      hold,
    ),
    samples,
    10 * minute,
    hold,
  )
const aggregate = (samples: readonly Sample[], statistic: Statistic, hold = holdMs) =>
  computeResult(ten(samples, hold), statistic, hold)
const steady = Array.from({ length: 12 }, (_, index) => at(index - 1, index < 6 ? 10 : 20))

describe('a statistic over a period', () => {
  it('is the time-weighted mean, however irregular the samples', () => {
    expect(aggregate(steady, 'mean')).toEqual({ value: 15.0, isStale: false, isPartial: false, isDoubtful: false })
    expect(aggregate([at(0, 0), at(1, 100), at(1.1, 0), at(4, 0), at(7, 0)], 'mean').value).toBeCloseTo(1)
  })

  it('is the total over time in value-hours', () => expect(aggregate(steady, 'integral').value).toBeCloseTo(2.5))

  it('is the maximum and the minimum, including the value at the start', () => {
    const samples = [at(-1, 50), at(1, 3), at(3, 8), at(5, 1), at(8, 2)]
    expect([aggregate(samples, 'max').value, aggregate(samples, 'min').value]).toEqual([50, 1])
  })

  it('is the sum of the values inside it; a value at its exact start belongs to the previous period', () => {
    expect(aggregate([at(0, 100), at(2, 1), at(4, 2), at(7, 3), at(10, 4)], 'sum').value).toBe(10)
  })

  it('is the meter increment, marked as uncertain after a counter reset', () => {
    expect(aggregate([at(0, 100), at(3, 103), at(6, 110), at(10, 112)], 'difference')).toEqual({
      value: 12,
      isStale: false,
      isPartial: false,
      isDoubtful: false,
    })
    expect(aggregate([at(0, 100), at(3, 103), at(6, 2), at(10, 5)], 'difference')).toMatchObject({
      value: 8,
      isDoubtful: true,
    })
  })

  it('is the last value at its end, and stale after too long a silence', () => {
    expect(aggregate([at(2, 4), at(9, 6)], 'last')).toMatchObject({ value: 6, isStale: false })
    expect(aggregate([at(2, 4), at(5, 6)], 'last')).toMatchObject({ value: 6, isStale: true })
  })

  it('is nothing, not 0, where nothing is known', () => {
    for (const statistic of ['last', 'mean', 'sum', 'max', 'min', 'difference', 'integral'] as const)
      expect([statistic, aggregate([], statistic).value]).toEqual([statistic, null])
    expect(aggregate([at(-30, 5)], 'mean').value).toBeNull()
  })

  it('is partial where the period is not known as a whole', () => {
    expect(
      aggregate(
        steady.filter((sample) => sample.at > 4 * minute),
        'mean',
      ),
    ).toMatchObject({ value: 20, isPartial: true })
    expect(aggregate([at(3, 5), at(9, 9)], 'difference')).toMatchObject({ value: 4, isPartial: true })
  })

  it('omits bad values, and is uncertain if a value was', () => {
    expect(aggregate([at(0, 10), at(2, NaN), at(4, 10), at(6, 10), at(8, 10)], 'mean')).toMatchObject({
      value: 10,
      isPartial: true,
    })
    expect(aggregate([at(0, 10), at(3, 10, true), at(6, 10), at(9, 10)], 'max').isDoubtful).toBe(true)
  })

  it('is the same whether it is gathered at once or in parts, kept in between as JSON', () => {
    const samples = Array.from({ length: 100 }, (_, index) => at(index / 10, Math.sin(index) * 50 + index))
    const whole = ten(samples)
    let part = startAggregate(0, samples[0], holdMs)
    for (let until = 1; until <= 10; until++)
      part = JSON.parse(JSON.stringify(extendAggregate(part, samples, until * minute, holdMs)))
    for (const statistic of ['last', 'mean', 'sum', 'max', 'min', 'difference', 'integral'] as const) {
      expect(computeResult(part, statistic, holdMs).value).toBeCloseTo(
        computeResult(whole, statistic, holdMs).value ?? NaN,
        9,
      )
    }
  })
})
