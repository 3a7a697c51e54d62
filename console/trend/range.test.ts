import dayjs from 'dayjs'
import { describe, expect, it } from 'vitest'
import {
  formatTicks,
  fromPickerPeriod,
  panPeriod,
  toFixedRange,
  toPeriod,
  toPickerPeriod,
  zoomPeriod,
} from './range.ts'

const hourMs = 3_600_000

describe('a period', () => {
  it('zooms around the time under the pointer', () => {
    expect(zoomPeriod({ from: 0, to: 100_000 }, 0.5, 25_000)).toEqual({ from: 12_500, to: 62_500 })
  })

  it('is never shorter than a second', () => {
    const { from, to } = zoomPeriod({ from: 0, to: 1200 }, 0.1, 600)
    expect(to - from).toBe(1000)
  })

  it('moves by a share of its length', () => {
    expect(panPeriod({ from: 1000, to: 2000 }, -0.5)).toEqual({ from: 500, to: 1500 })
  })

  it('does not end in the future', () => {
    expect(toFixedRange({ from: 9000, to: 19_000 }, 10_000)).toEqual({ kind: 'fixed', from: 0, to: 10_000 })
  })

  it('of a live range ends now', () => {
    expect(toPeriod({ kind: 'live', spanMs: hourMs }, 2 * hourMs)).toEqual({ from: hourMs, to: 2 * hourMs })
  })

  it('is the same after the period picker', () => {
    for (const range of [{ kind: 'live', spanMs: hourMs } as const, { kind: 'fixed', from: 1, to: 2 } as const])
      expect(fromPickerPeriod(toPickerPeriod(range))).toEqual(range)
  })
})

describe('labels of the time axis', () => {
  const format = (at: number, pattern: string): string => dayjs(at).format(pattern)
  const noon = dayjs('2026-03-01T12:00:00').valueOf()

  it('show the date once per day', () => {
    expect(formatTicks([noon, noon + 6 * hourMs, noon + 12 * hourMs], format)).toEqual([
      '12:00\n03-01',
      '18:00',
      '00:00\n03-02',
    ])
  })

  it('show seconds for short periods and days for long ones', () => {
    expect(formatTicks([noon, noon + 5000], format)).toEqual(['12:00:00\n03-01', '12:00:05'])
    expect(formatTicks([noon, noon + 48 * hourMs], format)).toEqual(['03-01\n2026', '03-03'])
  })
})
