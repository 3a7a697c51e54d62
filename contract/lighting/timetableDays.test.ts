import { describe, expect, it } from 'vitest'
import { findTimetableOn, isInRange, type TimetableDays } from './timetableDays.ts'

describe('a range of dates', () => {
  it.each([
    [{ from: '04-01', to: '09-30' }, '2026-04-01', true],
    [{ from: '04-01', to: '09-30' }, '2031-09-30', true],
    [{ from: '04-01', to: '09-30' }, '2026-10-01', false],
    [{ from: '11-15', to: '02-28' }, '2026-12-31', true],
    [{ from: '11-15', to: '02-28' }, '2027-02-28', true],
    [{ from: '11-15', to: '02-28' }, '2027-03-01', false],
    [{ from: '12-25' }, '2026-12-25', true],
    [{ from: '12-25', to: null }, '2026-12-26', false],
    [{ from: '2026-12-30', to: '2027-01-02' }, '2027-01-01', true],
    [{ from: '2026-12-30', to: '2027-01-02' }, '2026-01-01', false],
    [{ from: '02-29' }, '2028-02-29', true],
    [{ from: '02-29' }, '2026-02-28', false],
  ])('%j contains %s: %s', (range, date, expected) => {
    expect(isInRange(range, date)).toBe(expected)
  })
})

describe('the timetable of a day', () => {
  const holidays = { id: 'holidays', priority: 10, days: [{ from: '12-24', to: '12-26' }, { from: '2026-10-01' }] }
  const works = { id: 'works', priority: 20, days: [{ from: '2026-12-25' }] }
  const table = (name: string, days: Omit<TimetableDays, 'id' | 'name'> = {}): TimetableDays => ({
    id: name,
    name,
    ...days,
  })
  const schedule = {
    base: table('usual'),
    replacements: [
      table('weekend', { days: ['sat', 'sun'] }),
      table('summer', { dates: [{ from: '06-01', to: '08-31' }] }),
      table('festive', { calendars: ['holidays'] }),
      table('works', { calendars: ['works', 'holidays'], days: ['fri'] }),
    ],
    calendars: [holidays, works],
  }

  it.each([
    ['2026-11-25', 'usual'],
    ['2026-11-28', 'weekend'],
    // A Saturday in summer: dates win over weekdays.
    ['2026-07-04', 'summer'],
    ['2026-10-01', 'festive'],
    // A Saturday that is a holiday.
    ['2026-12-26', 'festive'],
    // A Friday in two calendars: the highest priority wins.
    ['2026-12-25', 'works'],
    ['2027-12-24', 'works'],
    ['2027-12-25', 'festive'],
  ])('on %s is %s', (date, expected) => {
    expect(findTimetableOn(schedule, date)?.name).toBe(expected)
  })

  it('is none on days on which no timetable applies', () => {
    const weekly = { base: table('work', { days: ['mon'] }), replacements: [], calendars: [] }
    expect(findTimetableOn(weekly, '2026-11-24')).toBeNull()
    expect(findTimetableOn(weekly, '2026-11-23')?.name).toBe('work')
    const gone = { base: table('gone', { calendars: ['removed'] }), replacements: [], calendars: [] }
    expect(findTimetableOn(gone, '2026-11-23')).toBeNull()
  })
})
