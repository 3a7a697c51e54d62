import { expect, test } from 'vitest'
import { formatTime } from './formatTime.ts'

test('section 3: dates, numeric strings and ten-digit epoch seconds, as yyyy-MM-dd HH:mm:ss', () => {
  const moment = new Date(2026, 10, 21, 7, 5, 9)
  const all = [moment, moment.getTime(), String(moment.getTime()), String(moment.getTime() / 1000), moment.getTime() / 1000]
  expect(all.map((each) => formatTime(each))).toEqual(all.map(() => '2026-11-21 07:05:09'))
  expect(formatTime(moment, 'HH:mm')).toBe('07:05')
})

test('what is no moment is an empty text', () => {
  expect(formatTime('soon')).toBe('')
})
