import { expect, test } from 'vitest'
import { Zones } from './zones.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)
const project = (id: string, timeZone: string) => ({
  id,
  name: id,
  edition: 'street',
  timeZone,
  role: 'super' as const,
})
const list = [
  project('shanghai', 'Asia/Shanghai'),
  project('berlin', 'Europe/Berlin'),
  project('york', 'America/New_York'),
  project('mars', 'Mars/Olympus'),
]
const browsers = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Shanghai', 'Pacific/Auckland']
const createZones = (own: string, now: string, projects = list) =>
  new Zones({ projects: { list: projects }, own, server: undefined, now: () => utc(now) })

test('a date of a project follows its own calendar, regardless of the browser time zone', () => {
  for (const own of browsers) {
    const zones = createZones(own, '2026-11-21T17:00:00')
    // 01:00 on the 22nd in Shanghai, 12:00 on the 21st in New York.
    expect([
      own,
      zones.today('shanghai'),
      zones.lastWholeDay('shanghai'),
      zones.today('york'),
      zones.lastWholeDay('york'),
    ]).toEqual([own, '2026-11-22', '2026-11-21', '2026-11-21', '2026-11-20'])
    expect(zones.span('shanghai', '2026-11-21', '2026-11-21')).toEqual({
      from: utc('2026-11-20T16:00:00'),
      to: utc('2026-11-21T16:00:00') - 1,
    })
    const getDate = zones.calendar()
    expect([
      getDate('shanghai', utc('2026-11-20T16:00:00')),
      getDate('berlin', utc('2026-11-20T23:00:00')),
      getDate('york', utc('2026-11-21T05:00:00')),
    ]).toEqual(['2026-11-21', '2026-11-21', '2026-11-21'])
  }
})

test('days of 23 and of 25 hours are asked for whole', () => {
  const zones = createZones('Asia/Shanghai', '2026-11-21T17:00:00')
  const hours = (of: string, date: string): number => {
    const { from, to } = zones.span(of, date, date)
    return (to + 1 - from) / 3_600_000
  }
  expect([
    hours('berlin', '2026-03-29'),
    hours('berlin', '2026-10-25'),
    hours('york', '2026-03-08'),
    hours('york', '2026-11-01'),
    hours('shanghai', '2026-03-29'),
  ]).toEqual([23, 25, 23, 25, 24])
})

test('the last full day of all projects is over in each of them, and its period covers that day in every zone', () => {
  const zones = createZones('UTC', '2026-11-21T17:00:00')
  expect([zones.today(undefined), zones.lastWholeDay(undefined)]).toEqual(['2026-11-22', '2026-11-20'])
  expect(zones.span(undefined, '2026-11-20', '2026-11-20')).toEqual({
    from: utc('2026-11-19T16:00:00'),
    to: utc('2026-11-21T05:00:00') - 1,
  })
})

test('an unknown time zone falls back to the time zone of the browser', () => {
  const zones = createZones('Europe/Berlin', '2026-11-21T17:00:00')
  expect([zones.of('mars'), zones.of('unheard'), zones.of(undefined), zones.server]).toEqual(
    Array.from({ length: 4 }, () => 'Europe/Berlin'),
  )
  expect(new Zones({ projects: { list: [] }, own: 'UTC', server: 'Asia/Tokyo', now: () => 0 }).server).toBe(
    'Asia/Tokyo',
  )
})

test('clocks that show the same all year are one clock; those that differ in summer only are two', () => {
  const zones = createZones('Europe/Berlin', '2026-11-21T17:00:00')
  expect(
    ['Europe/Paris', 'Europe/Berlin', 'Africa/Lagos', 'Asia/Shanghai'].map((zone) => zones.isElsewhere(zone)),
  ).toEqual([false, false, true, true])
})
