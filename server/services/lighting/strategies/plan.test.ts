import { describe, expect, it } from 'vitest'
import { computeBrightness, findSunPhase } from './plan.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)
const hongKong = { longitude: 114.03, latitude: 22.32 }
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
