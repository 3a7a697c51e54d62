import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateAfter } from '../entity/timeZone.ts'
import { findTimetableOn, type Schedule } from './timetableDays.ts'
import { findTimetablePhase, type Timetable } from './timetablePhase.ts'
import { findSunEvent, listDayPoints, type TimePoint } from './timetablePoints.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)
const berlin = { zone: 'Europe/Berlin', position: { longitude: 13.4, latitude: 52.52 } }
const points = [
  { at: '18:00', dimming: 100, colorTemperature: 50 },
  { at: '23:00', dimming: 40, colorTemperature: 30 },
  { at: '06:00', dimming: 0, colorTemperature: 50 },
]
const scheduleOf = (ofDay: readonly TimePoint[], days: readonly string[] = []): Schedule<Timetable> => ({
  base: { id: 'base', name: 'base', points: ofDay, days },
  replacements: [],
  calendars: [],
})
const at = (days: readonly string[], zone: string, now: string) => {
  const phase = findTimetablePhase(scheduleOf(points, days), { zone, position: null }, utc(now))
  return (
    phase && [
      phase.does.dimming,
      new Date(phase.from).toISOString().slice(0, 16),
      new Date(phase.until ?? NaN).toISOString().slice(0, 16),
    ]
  )
}

describe('a timetable', () => {
  it('holds its last point over midnight until the first', () => {
    expect(at([], 'Asia/Shanghai', '2026-11-21T18:00:00')).toEqual([40, '2026-11-21T15:00', '2026-11-21T22:00'])
    expect(at([], 'Asia/Shanghai', '2026-11-21T10:00:00')).toEqual([100, '2026-11-21T10:00', '2026-11-21T15:00'])
  })

  it('follows local time in summer and winter', () => {
    expect(at([], 'Europe/Berlin', '2026-07-01T17:00:00')?.[1]).toBe('2026-07-01T16:00')
    expect(at([], 'Europe/Berlin', '2026-12-01T17:30:00')?.[1]).toBe('2026-12-01T17:00')
  })

  it('switches once in the night in which an hour is left out or comes twice', () => {
    const night = [
      { at: '02:30', dimming: 10, colorTemperature: 0 },
      { at: '12:00', dimming: 0, colorTemperature: 0 },
    ]
    const phase = (from: string) =>
      new Set(
        Array.from(
          { length: 8 * 12 },
          (_, n) => findTimetablePhase(scheduleOf(night), berlin, utc(from) + n * 300_000)?.from,
        ),
      )
    expect(phase('2026-03-29T00:00:00').size).toBe(2)
    expect(phase('2026-10-25T00:00:00').size).toBe(2)
  })

  it('keeps the order of its points in the night in which an hour is left out', () => {
    const street = [
      ['18:00', 100],
      ['03:00', 60],
      ['02:30', 0],
      ['02:10', 10],
      ['07:00', 0],
    ].map(([time, dimming]) => ({ at: String(time), dimming: Number(dimming), colorTemperature: 0 }))
    const phases = [
      '2026-03-29T00:59:59',
      '2026-03-29T01:00:00',
      '2026-03-29T01:40:00',
      '2026-03-29T04:59:59',
      '2026-03-29T05:00:00',
    ].map((now) => findTimetablePhase(scheduleOf(street), berlin, utc(now)))
    expect(phases.map((phase) => phase?.does.dimming)).toEqual([100, 60, 60, 60, 0])
    expect([phases[0]?.until, phases[1]?.from, phases[1]?.until]).toEqual([
      utc('2026-03-29T01:00:00'),
      utc('2026-03-29T01:00:00'),
      utc('2026-03-29T05:00:00'),
    ])
  })

  it('leaves out days that are not chosen, and holds over them', () => {
    // Saturday the 21st and Sunday are skipped.
    expect(at(['mon', 'tue', 'wed', 'thu', 'fri'], 'UTC', '2026-11-22T12:00:00')).toEqual([
      40,
      '2026-11-20T23:00',
      '2026-11-23T06:00',
    ])
    expect(at(['wed'], 'UTC', '2026-11-24T12:00:00')).toEqual([40, '2026-11-18T23:00', '2026-11-25T06:00'])
  })

  it('without points returns null', () => {
    expect(findTimetablePhase(scheduleOf([]), { zone: 'UTC', position: null }, 0)).toBe(null)
  })
})

describe('a point at sunrise or sunset', () => {
  const sun = (event: 'sunrise' | 'sunset', offset: number, dimming: number): TimePoint => ({
    event,
    at: null,
    offset,
    dimming,
    colorTemperature: 0,
  })

  it('follows the sun of the position by its offset, over the clock change', () => {
    const schedule = scheduleOf([sun('sunset', -20, 100), sun('sunrise', 10, 0)])
    for (const [date, nextDay] of [
      ['2026-03-28', '2026-03-29'],
      ['2026-06-21', '2026-06-22'],
      ['2026-10-24', '2026-10-25'],
      ['2026-12-21', '2026-12-22'],
    ] as const) {
      const night = findTimetablePhase(schedule, berlin, utc(`${date}T23:30:00`))
      expect(night?.does.dimming).toBe(100)
      expect(Math.abs((night?.from ?? 0) + 20 * 60_000 - findSunEvent('sunset', berlin, date))).toBeLessThan(60_000)
      expect(Math.abs((night?.until ?? 0) - 10 * 60_000 - findSunEvent('sunrise', berlin, nextDay))).toBeLessThan(
        60_000,
      )
    }
  })

  it('is between clock times, and is at 18:00 and 06:00 without a position', () => {
    const schedule = scheduleOf([
      sun('sunset', 0, 100),
      { at: '23:00', dimming: 40, colorTemperature: 0 },
      sun('sunrise', 0, 0),
    ])
    const levels = (position: typeof berlin.position | null) =>
      ['12:00', '17:30', '22:30', '23:30'].map(
        (time) => findTimetablePhase(schedule, { zone: 'UTC', position }, utc(`2026-12-21T${time}:00`))?.does.dimming,
      )
    expect(levels(berlin.position)).toEqual([0, 100, 100, 40])
    expect(levels(null)).toEqual([0, 0, 100, 40])
  })
})

describe('a year of a schedule', () => {
  const monthDay = fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join('-'))
  const range = fc.record({ from: monthDay, to: fc.option(monthDay) })
  const point: fc.Arbitrary<TimePoint> = fc.record({
    event: fc.constantFrom('clock' as const, 'sunrise' as const, 'sunset' as const),
    at: fc
      .integer({ min: 0, max: 24 * 60 - 1 })
      .map((minute) => [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')),
    offset: fc.integer({ min: -240, max: 240 }),
    dimming: fc.integer({ min: 0, max: 100 }),
    colorTemperature: fc.constant(0),
  })
  const timetable = (id: string): fc.Arbitrary<Timetable> =>
    fc.record({
      id: fc.constant(id),
      name: fc.constant(id),
      points: fc.array(point, { minLength: 1, maxLength: 3 }),
      days: fc.subarray(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']),
      dates: fc.array(range, { maxLength: 2 }),
      calendars: fc.subarray(['low', 'high']),
    })
  const schedules = fc.record({
    base: timetable('base'),
    replacements: fc.tuple(timetable('one'), timetable('two')),
    calendars: fc.tuple(
      ...(['low', 'high'] as const).map((id, index) =>
        fc.record({ id: fc.constant(id), priority: fc.constant(index + 1), days: fc.array(range, { maxLength: 3 }) }),
      ),
    ),
  })
  const zones = fc.constantFrom('Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Shanghai')

  it('goes through every point of the timetable of each day, once and in order', () => {
    fc.assert(
      fc.property(schedules, zones, (schedule, zone) => {
        const place = { zone, position: berlin.position }
        const [start, end] = [utc('2026-01-01T00:00:00'), utc('2027-01-01T00:00:00')]
        // All points of all days, found without search.
        const all = Array.from({ length: 3 * 366 }, (_, day) => dateAfter('2025-01-01', day))
          .flatMap((date) => listDayPoints(findTimetableOn(schedule, date)?.points ?? [], place, date))
          .toSorted((a, b) => a.from - b.from)
        const expected = [...new Map(all.map(({ from, does }) => [from, does])).entries()].filter(
          ([from]) => from >= start && from < end,
        )
        const walked: (readonly [number, TimePoint])[] = []
        let cursor = all.find(({ from }) => from >= start)?.from ?? end
        while (cursor < end) {
          const phase = findTimetablePhase(schedule, place, cursor)
          if (!phase) break
          expect(phase.from).toBe(cursor)
          walked.push([phase.from, phase.does])
          if (phase.until === null) break
          cursor = phase.until
        }
        expect(walked).toEqual(expected)
      }),
      { numRuns: 5 },
    )
  })

  it('has one state at any time, from its start until its end', () => {
    fc.assert(
      fc.property(schedules, zones, fc.integer({ min: 0, max: 365 * 24 * 60 }), (schedule, zone, minute) => {
        const place = { zone, position: berlin.position }
        const now = utc('2026-01-01T00:00:00') + minute * 60_000
        const phase = findTimetablePhase(schedule, place, now)
        if (!phase) return
        expect(phase.from).toBeLessThanOrEqual(now)
        expect(phase.until ?? Infinity).toBeGreaterThan(now)
        if (phase.until !== null)
          expect(findTimetablePhase(schedule, place, phase.until)).toMatchObject({
            from: phase.until,
            does: phase.next,
          })
      }),
      { numRuns: 60 },
    )
  })
})
