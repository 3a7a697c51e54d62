import { afterEach, expect, test } from 'vitest'
import { fromPickerDate, toPickerDate } from './zonedDatePicker.ts'

const own = process.env['TZ']
afterEach(() => {
  process.env['TZ'] = own
})

test('a date picker displays and returns times in the same zone, across daylight saving changes of the zone and the browser', () => {
  // In Shanghai, one of these falls into the hour missing in Berlin's spring change, another into New York's.
  const moments = [
    '2026-11-20T16:00:00Z',
    '2026-03-28T23:00:00Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-06-30T22:15:07Z',
    '2026-03-28T18:30:00Z',
    '2026-03-07T18:30:00Z',
  ].map((text) => Date.parse(text))
  for (const browser of ['UTC', 'Europe/Berlin', 'America/New_York']) {
    process.env['TZ'] = browser
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(browser)
    for (const zone of ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/New_York'])
      expect([browser, zone, moments.map((at) => fromPickerDate(toPickerDate(at, zone), zone))]).toEqual([
        browser,
        zone,
        moments,
      ])
    expect(
      ['2026-11-20T16:00:00Z', '2026-03-28T18:30:00Z'].map((text) =>
        toPickerDate(Date.parse(text), 'Asia/Shanghai').format('YYYY-MM-DD HH:mm:ss'),
      ),
    ).toEqual(['2026-11-21 00:00:00', '2026-03-29 02:30:00'])
  }
})
