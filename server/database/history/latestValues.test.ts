import { expect, test } from 'vitest'
import { emptyRows, type HistoryFrame, LatestValues } from './latestValues.ts'

const thinning = { share: 0.01, everyMs: 60_000 }
const tags = Int32Array.from([1])

function frame(at: number, value: number, more: Partial<HistoryFrame> = {}): HistoryFrame {
  return {
    project: 'p',
    device: 'd',
    at,
    points: ['a'],
    values: [value],
    qualities: [0],
    texts: null,
    acknowledged: false,
    ...more,
  }
}

function stored(frames: readonly HistoryFrame[]): number[] {
  const readings = new LatestValues()
  const rows = emptyRows()
  for (const one of frames) readings.apply(one, tags, thinning, rows)
  return rows.times
}

test('an unacknowledged value is skipped until its minute is over if it hardly changed', () => {
  expect(
    stored([frame(1000, 100), frame(2000, 100.5), frame(3000, 102), frame(4000, 101.5), frame(63_000, 101.5)]),
  ).toEqual([1000, 3000, 63_000])
})

test('a change of quality, and of having a value at all, is always news', () => {
  expect(
    stored([
      frame(1000, 5),
      frame(2000, 5, { qualities: [1] }),
      frame(3000, NaN, { qualities: [2] }),
      frame(4000, NaN, { qualities: [2] }),
      frame(5000, 5),
    ]),
  ).toEqual([1000, 2000, 3000, 5000])
})

test('acknowledged values are stored completely', () => {
  expect(stored([1, 2, 3].map((at) => frame(at * 1000, 7, { acknowledged: true })))).toEqual([1000, 2000, 3000])
})

test('texts are stored without characters that the database rejects', () => {
  const rows = emptyRows()
  const readings = new LatestValues()
  readings.apply(frame(1, 4), tags, thinning, rows)
  readings.apply(frame(2, NaN, { texts: ['a\0b'] }), tags, thinning, rows)
  expect(rows.texts).toEqual([null, 'ab'])
  expect(readings.newest(1)).toEqual({ at: 2, value: null, quality: 0, text: 'ab' })
})

test('a late frame is stored and does not become the newest', () => {
  const rows = emptyRows()
  const readings = new LatestValues()
  for (const [at, value] of [
    [5000, 1],
    [2000, 9],
  ] as const)
    readings.apply(frame(at, value), tags, thinning, rows)
  expect(rows.times).toEqual([5000, 2000])
  expect(readings.newest(1)?.value).toBe(1)
})

test('rows that were not stored make way for the next value, also within its minute', () => {
  const at = Date.UTC(2026, 5, 1)
  const readings = new LatestValues()
  const lost = emptyRows()
  readings.apply(frame(at, 1), tags, thinning, lost)
  readings.invalidate(lost)
  const rows = emptyRows()
  readings.apply(frame(at + 1000, 1), tags, thinning, rows)
  expect(rows.times).toEqual([at + 1000])
})
