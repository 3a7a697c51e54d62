import { describe, expect, it } from 'vitest'
import { computeBrightness, findSunPhase, findTimetablePhase } from './plan.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)
const points = [
  { at: '18:00', dimming: 100, colorTemperature: 50 },
  { at: '23:00', dimming: 40, colorTemperature: 30 },
  { at: '06:00', dimming: 0, colorTemperature: 50 },
]
const hongKong = { longitude: 114.03, latitude: 22.32 }
const at = (days: readonly string[], zone: string, now: string) => {
  const phase = findTimetablePhase(points, days, zone, utc(now))
  return (
    phase && [
      phase.does.dimming,
      new Date(phase.from).toISOString().slice(0, 16),
      new Date(phase.until).toISOString().slice(0, 16),
    ]
  )
}

describe('a timetable', () => {
  it('holds its last point over midnight until the first', () => {
    expect(at([], 'Asia/Shanghai', '2026-11-21T18:00:00')).toEqual([40, '2026-11-21T15:00', '2026-11-21T22:00'])
    expect(at([], 'Asia/Shanghai', '2026-11-21T10:00:00')).toEqual([100, '2026-11-21T10:00', '2026-11-21T15:00'])
  })

  it('follows local time in summer and in winter', () => {
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
          (_, n) => findTimetablePhase(night, [], 'Europe/Berlin', utc(from) + n * 300_000)?.from,
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
    ].map((now) => findTimetablePhase(street, [], 'Europe/Berlin', utc(now)))
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
    expect(findTimetablePhase([], [], 'UTC', 0)).toBe(null)
  })
})

describe('the astronomical clock', () => {
  const minutes = (ms: number, text: string): number => Math.abs(ms - utc(text)) / 60_000

  it.each([
    ['2026-03-21', '18:35', '06:27'],
    ['2026-06-21', '19:10', '05:40'],
    ['2026-12-21', '17:44', '06:58'],
  ])('knows sunset and sunrise on %s within three minutes', (day, sunset, sunrise) => {
    const evening = findSunPhase(hongKong, { on: 0, off: 0 }, 'Asia/Shanghai', utc(`${day}T14:00:00`))
    expect([evening?.does, minutes((evening?.from ?? 0) + 8 * 3_600_000, `${day}T${sunset}:00`) <= 3]).toEqual([
      true,
      true,
    ])
    const morning = findSunPhase(hongKong, { on: 0, off: 0 }, 'Asia/Shanghai', utc(`${day}T04:00:00`))
    expect([morning?.does, minutes((morning?.from ?? 0) + 8 * 3_600_000, `${day}T${sunrise}:00`) <= 3]).toEqual([
      false,
      true,
    ])
  })

  it('moves both by their offsets', () => {
    const plain = findSunPhase(hongKong, { on: 0, off: 0 }, 'Asia/Shanghai', utc('2026-11-21T14:00:00'))
    const moved = findSunPhase(hongKong, { on: -20, off: 30 }, 'Asia/Shanghai', utc('2026-11-21T14:00:00'))
    expect(
      [(moved?.from ?? 0) - (plain?.from ?? 0), (moved?.until ?? 0) - (plain?.until ?? 0)].map((ms) =>
        Math.round(ms / 60_000),
      ),
    ).toEqual([-20, 30])
  })

  it('runs from six to six if the sun does not rise or set', () => {
    expect(
      findSunPhase({ longitude: 18.9, latitude: 69.6 }, { on: 0, off: 0 }, 'UTC', utc('2026-12-21T20:00:00')),
    ).toEqual({ does: true, next: false, from: utc('2026-12-21T18:00:00'), until: utc('2026-12-22T06:00:00') })
  })
})

describe('the brightness of a tunnel', () => {
  const full = { th1: 100, th2: 80, tr1: 60, tr2: 40, in: 20, ex: 50 }
  const by = (luminance: number | null) => computeBrightness(full, { designLuminance: 4000, least: 10 }, luminance)

  it('follows the luminance outside, but for the interior, and never below the least', () => {
    expect(by(4000)).toEqual(full)
    expect(by(2000)).toEqual({ th1: 50, th2: 40, tr1: 30, tr2: 20, in: 20, ex: 25 })
    expect(by(0)).toEqual({ th1: 10, th2: 10, tr1: 10, tr2: 10, in: 20, ex: 10 })
    expect(by(90_000)).toEqual(full)
  })

  it('is full where the sensor is silent', () => {
    expect(by(null)).toEqual(full)
  })
})
