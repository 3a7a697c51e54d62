import { expect, test } from 'vitest'
import { dateAt } from '../../contract/entity/timeZone.ts'
import {
  change,
  type GetDate,
  daysOfMonth,
  daysUpTo,
  splitEstimates,
  toInspection,
  namesIn,
  numberIn,
  perDay,
  perValue,
  valueIn,
  filterByDays,
} from './figures.ts'

test('days are those of the calendar, also over the end of a month', () => {
  expect(daysUpTo('2026-03-01', 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
})

test('rows are summed by day in the time zone of their project, and rows outside the period are ignored', () => {
  const zone = new Map([
    ['shanghai', 'Asia/Shanghai'],
    ['berlin', 'Europe/Berlin'],
  ])
  const getDate: GetDate = (row) =>
    numberIn(row, 'at') === null
      ? undefined
      : dateAt(zone.get(String(valueIn(row, 'project'))) ?? 'UTC', numberIn(row, 'at') ?? 0)
  const rows = [
    // Both start on 29 March, the day on which daylight saving time starts in Berlin.
    { project: 'shanghai', at: Date.parse('2026-03-28T16:00:00Z'), energy: 2 },
    { project: 'berlin', at: Date.parse('2026-03-28T23:00:00Z'), energy: 3.5 },
    { project: 'berlin', at: Date.parse('2026-03-29T22:00:00Z'), energy: null },
    { project: 'shanghai', at: 7, energy: 100 },
    { project: 'shanghai', at: null, energy: 50 },
  ]
  const days = daysUpTo('2026-03-30', 3)
  expect([
    perDay(rows, getDate, days, 'energy'),
    perDay(rows, getDate, days),
    filterByDays(rows, getDate, ['2026-03-29']).length,
  ]).toEqual([[0, 5.5, 0], [0, 2, 1], 2])
})

test('rows are counted by a value, the most frequent first, those without it left out', () => {
  expect(perValue([{ fault: 'a' }, { fault: 'b' }, { fault: 'b' }, { fault: null }], 'fault')).toEqual([
    { value: 'b', sum: 2 },
    { value: 'a', sum: 1 },
  ])
})

test('a change is a share of the previous value, and null without one', () => {
  expect([change(12, 10), change(5, 0)]).toEqual([0.2, null])
})

test('consumption is reported as partly estimated only if some values are metered', () => {
  const [metered, estimated, unknown] = [
    { energy: 2, isEstimated: false },
    { energy: 3, isEstimated: true },
    { energy: null, isEstimated: false },
  ]
  expect([[], [metered], [metered, estimated], [estimated], [estimated, unknown]].map(splitEstimates)).toEqual([
    'none',
    'none',
    'part',
    'all',
    'all',
  ])
})

test('section 4: a work order counts as inspected, not inspected or discarded', () => {
  expect(['waiting', 'dispatched', 'processed', 'ended', 'abnormal'].map(toInspection)).toEqual([
    'open',
    'open',
    'inspected',
    'inspected',
    'discarded',
  ])
})

test('the month before is a whole one by the calendar, over the turn of a year too', () => {
  const days = daysOfMonth('2026-01-31', -1)
  expect([days.length, days[0], days.at(-1)]).toEqual([31, '2025-12-01', '2025-12-31'])
  expect([
    daysOfMonth('2026-03-31', -1).length,
    daysOfMonth('2028-03-01', -1).length,
    daysOfMonth('2026-01-01', -2)[0],
  ]).toEqual([28, 29, '2025-11-01'])
})

test('bars are labelled with device titles, and devices with the same title stay apart', () => {
  const row = (device: string, titles: Readonly<Record<string, string>>) => ({ device, titles })
  const name = namesIn([row('a', { a: 'Gate' }), row('b', { b: 'Hall' }), row('c', { c: 'Gate' }), row('d', {})])
  expect(['a', 'b', 'c', 'd'].map(name)).toEqual(['Gate (a)', 'Hall', 'Gate (c)', 'd'])
})
