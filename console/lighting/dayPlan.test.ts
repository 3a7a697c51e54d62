import { expect, it } from 'vitest'
import { formatClock, dayPlan } from './dayPlan.ts'

it('the last point of a timetable holds over midnight until the first, whatever order they were entered in', () => {
  expect(
    dayPlan([
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
  expect(dayPlan([{ at: '00:00', dimming: 30, colorTemperature: 0 }])).toEqual([
    { minute: 0, dimming: 30, colorTemperature: 0 },
  ])
})

it('a point that is not whole yet is no part of the plan', () => {
  expect(
    dayPlan([
      { at: '25:00', dimming: 1, colorTemperature: 1 },
      { at: '', dimming: 1, colorTemperature: 1 },
      { at: '10:00', dimming: null, colorTemperature: 1 },
      null,
      'x',
    ]),
  ).toEqual([])
  expect(dayPlan(null)).toEqual([])
})

it('the end of the day is 24:00', () => {
  expect([0, 390, 1440].map(formatClock)).toEqual(['00:00', '06:30', '24:00'])
})
