import { describe, expect, it } from 'vitest'
import { dayStart, hourStart, hasSameOffset, toLocal, toInstant, monthStart } from './timeZone.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)

describe('the calendar of a project', () => {
  it('returns the local time and weekday', () => {
    expect(toLocal('Asia/Shanghai', utc('2026-11-21T16:30:00'))).toEqual({
      year: 2026,
      month: 11,
      day: 22,
      weekday: 6,
      minutes: 30,
    })
  })

  it('finds the moment of a time, in summer and in winter', () => {
    expect(toInstant('Europe/Berlin', { year: 2026, month: 7, day: 1 }, 18 * 60)).toBe(utc('2026-07-01T16:00:00'))
    expect(toInstant('Europe/Berlin', { year: 2026, month: 1, day: 1 }, 18 * 60)).toBe(utc('2026-01-01T17:00:00'))
  })

  it('takes the end of an hour that the change of the clocks leaves out, and the first of one that comes twice', () => {
    const of = (zone: string, month: number, day: number, ...minutes: readonly number[]) =>
      minutes.map((minute) => new Date(toInstant(zone, { year: 2026, month, day }, minute)).toISOString().slice(0, 19))
    expect(of('Europe/Berlin', 3, 29, 119, 120, 150, 179 + 59 / 60, 180, 181)).toEqual([
      '2026-03-29T00:59:00',
      ...Array<string>(4).fill('2026-03-29T01:00:00'),
      '2026-03-29T01:01:00',
    ])
    expect(of('Africa/Cairo', 4, 24, 0, 30, 60)).toEqual(Array(3).fill('2026-04-23T22:00:00'))
    expect(of('Australia/Lord_Howe', 10, 4, 119, 120, 149, 150)).toEqual([
      '2026-10-03T15:29:00',
      ...Array<string>(3).fill('2026-10-03T15:30:00'),
    ])
    expect(of('Europe/Berlin', 10, 25, 150)).toEqual(['2026-10-25T00:30:00'])
  })

  it('knows days of 23 and of 25 hours', () => {
    const spring = dayStart('Europe/Berlin', utc('2026-03-29T12:00:00'))
    expect(dayStart('Europe/Berlin', spring, 1) - spring).toBe(23 * 3_600_000)
    const autumn = dayStart('Europe/Berlin', utc('2026-10-25T12:00:00'))
    expect(dayStart('Europe/Berlin', autumn, 1) - autumn).toBe(25 * 3_600_000)
  })

  it('starts months and hours in local time', () => {
    expect(monthStart('Asia/Shanghai', utc('2026-11-30T17:00:00'))).toBe(utc('2026-11-30T16:00:00'))
    expect(monthStart('Asia/Shanghai', utc('2026-11-21T00:00:00'), 2)).toBe(utc('2026-12-31T16:00:00'))
    expect(hourStart('Asia/Kolkata', utc('2026-11-21T10:10:00'))).toBe(utc('2026-11-21T09:30:00'))
  })

  it("is another's only where the clocks never differ within the year: for a few days or hours is enough", () => {
    // Israel changes to summer time two days before Greece, Egypt weeks after it, and Lebanon three hours before it.
    const others = ['Asia/Jerusalem', 'Africa/Cairo', 'Asia/Beirut', 'Europe/Helsinki', 'Europe/Athens']
    expect(others.filter((zone) => hasSameOffset(zone, 'Europe/Athens', utc('2026-11-21T17:00:00')))).toEqual([
      'Europe/Helsinki',
      'Europe/Athens',
    ])
    expect(hasSameOffset('Europe/Athens', 'Asia/Beirut', utc('2027-03-27T12:00:00'))).toBe(false)
  })
})
