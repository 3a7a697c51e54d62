import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { fromPicked, toPicked } from './picked.ts'

test('what a picker is given and what is picked are of one clock, over changes of the clocks too', () => {
  const moments = ['2026-11-20T16:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-06-30T22:15:07Z'].map((text) => Date.parse(text))
  for (const zone of ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York']) expect([zone, moments.map((at) => fromPicked(dayjs(toPicked(at, zone)), zone))]).toEqual([zone, moments])
  expect(toPicked(Date.parse('2026-11-20T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-11-21T00:00:00.000')
})
