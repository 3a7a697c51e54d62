import { expect, test } from 'vitest'
import { formatTime } from './formatTime.ts'

test('section 3: dates, numeric strings and ten-digit epoch seconds, as yyyy-MM-dd HH:mm:ss', () => {
  const moment = new Date(2026, 10, 21, 7, 5, 9)
  const all = [
    moment,
    moment.getTime(),
    String(moment.getTime()),
    String(moment.getTime() / 1000),
    moment.getTime() / 1000,
  ]
  expect(all.map((each) => formatTime(each))).toEqual(all.map(() => '2026-11-21 07:05:09'))
  expect(formatTime(moment, 'HH:mm')).toBe('07:05')
})

test('another clock shows its own time, also in an hour that this one leaves out or has twice', () => {
  const at = Date.parse('2026-11-20T18:30:00Z')
  expect(['UTC', 'Asia/Shanghai', 'America/New_York'].map((zone) => formatTime(at, undefined, zone))).toEqual([
    '2026-11-20 18:30:00',
    '2026-11-21 02:30:00',
    '2026-11-20 13:30:00',
  ])
  expect(
    ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((text) =>
      formatTime(Date.parse(text), 'HH:mm:ss', 'Europe/Berlin'),
    ),
  ).toEqual(['01:59:59', '03:00:00', '02:30:00', '02:30:00'])
})

test('an invalid time is formatted as an empty text', () => {
  expect(formatTime('soon')).toBe('')
})
