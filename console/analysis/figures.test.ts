import { expect, test } from 'vitest'
import { formatTime } from '../kit/formatTime.ts'
import { change, daysOfMonth, daysUpTo, endOfDay, estimateOf, inspectionOf, namesIn, perDay, perValue } from './figures.ts'

const noon = new Date(2026, 2, 30, 12).getTime()

test('days are those of the calendar, also where the clock is put forward', () => {
  expect(daysUpTo(noon, 3).map((day) => [new Date(day).getDate(), new Date(day).getHours()])).toEqual([[28, 0], [29, 0], [30, 0]])
})

test('rows are summed by their day; what lies outside counts for none', () => {
  const days = daysUpTo(noon, 2)
  const rows = [{ at: noon, energy: 2 }, { at: noon - 1000, energy: 3.5 }, { at: noon - 86_400_000, energy: null }, { at: 7, energy: 100 }]
  expect([perDay(rows, 'at', days, 'energy'), perDay(rows, 'at', days)]).toEqual([[0, 5.5], [1, 2]])
})

test('rows are counted by a value, the most frequent first, those without it left out', () => {
  expect(perValue([{ fault: 'a' }, { fault: 'b' }, { fault: 'b' }, { fault: null }], 'fault')).toEqual([{ value: 'b', sum: 2 }, { value: 'a', sum: 1 }])
})

test('a change is a share of what was before, and none where nothing was', () => {
  expect([change(12, 10), change(5, 0)]).toEqual([0.2, null])
})

test('partly estimated is said only where something was metered', () => {
  const [metered, estimated, unknown] = [{ energy: 2, isEstimated: false }, { energy: 3, isEstimated: true }, { energy: null, isEstimated: false }]
  expect([[], [metered], [metered, estimated], [estimated], [estimated, unknown]].map(estimateOf)).toEqual(['none', 'none', 'part', 'all', 'all'])
})

test('section 4: a work order counts as inspected, not inspected or discarded', () => {
  expect(['waiting', 'dispatched', 'processed', 'ended', 'abnormal'].map(inspectionOf)).toEqual(['open', 'open', 'inspected', 'inspected', 'discarded'])
})

test('the month before is a whole one by the calendar, over the turn of a year too', () => {
  const days = daysOfMonth(new Date(2026, 0, 31, 15).getTime(), -1)
  expect([days.length, formatTime(days[0] ?? 0, 'YYYY-MM-DD'), formatTime(days.at(-1) ?? 0, 'YYYY-MM-DD')]).toEqual([31, '2025-12-01', '2025-12-31'])
  expect([daysOfMonth(new Date(2026, 2, 31).getTime(), -1).length, daysOfMonth(new Date(2028, 2, 1).getTime(), -1).length]).toEqual([28, 29])
  expect(formatTime(endOfDay(days.at(-1) ?? 0))).toBe('2025-12-31 23:59:59')
})

test('bars are called what people call the devices, and two that are called the same stay two', () => {
  const row = (device: string, titles: Readonly<Record<string, string>>) => ({ device, titles })
  const name = namesIn([row('a', { a: 'Gate' }), row('b', { b: 'Hall' }), row('c', { c: 'Gate' }), row('d', {})])
  expect(['a', 'b', 'c', 'd'].map(name)).toEqual(['Gate (a)', 'Hall', 'Gate (c)', 'd'])
})
