import { expect, it } from 'vitest'
import { dayPlan, formatClock, readTimetable } from './dayPlan.ts'

const place = { zone: 'Europe/Berlin', position: null }
const planOf = (points: unknown, date = '2026-11-25') =>
  dayPlan({ base: readTimetable({ points }, 'base'), replacements: [], calendars: [] }, place, date)

it('the last point of a timetable holds over midnight until the first, whatever order they were entered in', () => {
  expect(
    planOf([
      { at: '18:00', dimming: 100, colorTemperature: 50 },
      { at: '06:30', dimming: 0, colorTemperature: 50 },
      { at: '23:15', dimming: 60, colorTemperature: 40 },
    ]),
  ).toEqual([
    { minute: 0, dimming: 60, colorTemperature: 40 },
    { minute: 390, dimming: 0, colorTemperature: 50 },
    { minute: 1080, dimming: 100, colorTemperature: 50 },
    { minute: 1395, dimming: 60, colorTemperature: 40 },
  ])
  expect(planOf([{ at: '00:00', dimming: 30, colorTemperature: 0 }])).toEqual([
    { minute: 0, dimming: 30, colorTemperature: 0 },
  ])
})

it('a holiday has the points of the timetable that replaces the usual one', () => {
  const usual = readTimetable({ points: [{ at: '18:00', dimming: 50, colorTemperature: 0 }] }, 'usual')
  const festive = readTimetable(
    { points: [{ event: 'sunset', offset: 30, dimming: 100, colorTemperature: 0 }], calendars: ['holidays'] },
    'festive',
  )
  const schedule = {
    base: usual,
    replacements: [festive],
    calendars: [{ id: 'holidays', priority: 10, days: [{ from: '12-25' }] }],
  }
  const levels = (date: string) => dayPlan(schedule, place, date).map(({ minute, dimming }) => [minute, dimming])
  expect(levels('2026-12-25')).toEqual([
    [0, 50],
    [18 * 60 + 30, 100],
  ])
  expect(levels('2026-12-26')).toEqual([
    [0, 100],
    [18 * 60, 50],
  ])
})

it('a point that is not whole yet is no part of the plan', () => {
  expect(
    planOf([
      { at: '25:00', dimming: 1, colorTemperature: 1 },
      { at: '', dimming: 1, colorTemperature: 1 },
      { at: '10:00', dimming: null, colorTemperature: 1 },
      null,
      'x',
    ]),
  ).toEqual([])
  expect(planOf(null)).toEqual([])
})

it('the end of the day is 24:00', () => {
  expect([0, 390, 1440].map(formatClock)).toEqual(['00:00', '06:30', '24:00'])
})
