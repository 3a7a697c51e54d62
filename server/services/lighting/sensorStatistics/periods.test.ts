import { expect, it } from 'vitest'
import { findPeriodEnd, listPeriods } from './periods.ts'

const at = (text: string): number => Date.parse(text)
const ends = (zone: string, minutes: number, after: string, until: string): string[] =>
  listPeriods(zone, minutes, at(after), at(until)).map(
    ({ from, to }) => `${(to - from) / 60_000} min to ${new Date(to).toISOString()}`,
  )

it('lists completed periods from midnight of the zone', () => {
  expect(ends('Asia/Shanghai', 15, '2026-11-21T01:07:00Z', '2026-11-21T01:31:00Z')).toEqual([
    '15 min to 2026-11-21T01:15:00.000Z',
    '15 min to 2026-11-21T01:30:00.000Z',
  ])
})

it('ends the last period of a day at midnight', () => {
  // 700 minutes do not divide a day: the third period has 40 minutes.
  expect(ends('Asia/Shanghai', 700, '2026-11-21T00:00:00Z', '2026-11-22T04:00:00Z')).toEqual([
    '700 min to 2026-11-21T03:40:00.000Z',
    '700 min to 2026-11-21T15:20:00.000Z',
    '40 min to 2026-11-21T16:00:00.000Z',
    '700 min to 2026-11-22T03:40:00.000Z',
  ])
})

it('finds the end of the current period, also on days with a clock change', () => {
  const find = (zone: string, minutes: number, text: string): string =>
    new Date(findPeriodEnd(zone, minutes, at(text))).toISOString()
  expect(find('Asia/Shanghai', 15, '2026-11-21T01:15:00Z')).toBe('2026-11-21T01:30:00.000Z')
  expect(find('Asia/Shanghai', 1440, '2026-11-21T01:15:00Z')).toBe('2026-11-21T16:00:00.000Z')
  // This day has 25 hours.
  expect(find('Europe/Berlin', 1440, '2026-10-25T22:30:00Z')).toBe('2026-10-25T23:00:00.000Z')
})
