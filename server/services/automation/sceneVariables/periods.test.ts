import { describe, expect, it } from 'vitest'
import type { Cycle } from './periods.ts'
import { getNextEnd, getPreviousPeriod } from './periods.ts'

const at = (text: string): number => Date.parse(text)
const before = (zone: string, cycle: Cycle, moment: string): string[] => {
  const { from, to } = getPreviousPeriod(zone, cycle, at(moment))
  return [from, to].map((each) => new Date(each).toISOString())
}
const hours = (zone: string, cycle: Cycle, moment: string): number => {
  const { from, to } = getPreviousPeriod(zone, cycle, at(moment))
  return (to - from) / 3_600_000
}
const minutes = (count: number): Cycle => ({ kind: 'minutes', minutes: count })

describe('the period before a moment', () => {
  it('is the last whole stretch of minutes since midnight', () => {
    expect(before('UTC', minutes(5), '2026-11-22T10:07:30Z')).toEqual([
      '2026-11-22T10:00:00.000Z',
      '2026-11-22T10:05:00.000Z',
    ])
    expect(before('UTC', minutes(5), '2026-11-22T10:05:00Z')).toEqual([
      '2026-11-22T10:00:00.000Z',
      '2026-11-22T10:05:00.000Z',
    ])
  })

  it('starts at local midnight, so that the last period of a day may be shorter', () => {
    expect(before('Asia/Kolkata', minutes(60), '2026-11-22T10:07:30Z')).toEqual([
      '2026-11-22T08:30:00.000Z',
      '2026-11-22T09:30:00.000Z',
    ])
    expect(before('UTC', minutes(7 * 60), '2026-11-22T01:00:00Z')).toEqual([
      '2026-11-21T21:00:00.000Z',
      '2026-11-22T00:00:00.000Z',
    ])
  })

  it('is yesterday by the clock of the zone', () => {
    expect(before('Asia/Shanghai', { kind: 'day' }, '2026-11-22T15:59:00Z')).toEqual([
      '2026-11-20T16:00:00.000Z',
      '2026-11-21T16:00:00.000Z',
    ])
    expect(before('Asia/Shanghai', { kind: 'day' }, '2026-11-22T16:00:00Z')).toEqual([
      '2026-11-21T16:00:00.000Z',
      '2026-11-22T16:00:00.000Z',
    ])
  })

  it('has 23 and 25 hours where the clocks change', () => {
    expect(hours('Europe/Berlin', { kind: 'day' }, '2026-03-30T06:00:00Z')).toBe(23)
    expect(hours('Europe/Berlin', { kind: 'day' }, '2026-10-26T06:00:00Z')).toBe(25)
    expect(hours('Europe/Berlin', { kind: 'week' }, '2026-03-31T06:00:00Z')).toBe(7 * 24 - 1)
    expect(hours('Europe/Berlin', { kind: 'month' }, '2026-11-02T06:00:00Z')).toBe(31 * 24 + 1)
  })

  it('is the week from Monday to Monday', () => {
    expect(before('UTC', { kind: 'week' }, '2026-11-22T12:00:00Z')).toEqual([
      '2026-11-09T00:00:00.000Z',
      '2026-11-16T00:00:00.000Z',
    ])
    expect(before('UTC', { kind: 'week' }, '2026-11-23T00:00:00Z')).toEqual([
      '2026-11-16T00:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
    ])
  })

  it('is the month, short and long, also over the year and in a leap year', () => {
    expect(before('UTC', { kind: 'month' }, '2026-03-31T12:00:00Z')).toEqual([
      '2026-02-01T00:00:00.000Z',
      '2026-03-01T00:00:00.000Z',
    ])
    expect(before('UTC', { kind: 'month' }, '2027-01-01T00:00:00Z')).toEqual([
      '2026-12-01T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
    ])
    expect(hours('UTC', { kind: 'month' }, '2028-03-15T00:00:00Z')).toBe(29 * 24)
  })
})

it('a period ends where the next one starts, across clock changes', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Sao_Paulo', 'Australia/Lord_Howe']) {
    for (const cycle of [
      minutes(1),
      minutes(45),
      minutes(1440),
      { kind: 'day' },
      { kind: 'week' },
      { kind: 'month' },
    ] as const) {
      for (const moment of [
        '2026-03-29T00:59:30Z',
        '2026-10-25T00:30:30Z',
        '2026-04-04T15:10:00Z',
        '2026-12-31T23:59:59Z',
      ]) {
        const end = getNextEnd(zone, cycle, at(moment))
        expect([zone, cycle, moment, end > at(moment), getPreviousPeriod(zone, cycle, end).to]).toEqual([
          zone,
          cycle,
          moment,
          true,
          end,
        ])
      }
    }
  }
})
