import { quality } from '@mimic/engine/bindings'
import { describe, expect, it } from 'vitest'
import { telemetryLimits } from '../../../contract/telemetry/index.ts'
import type { ValuesFrame } from './ingest.ts'
import { CustomValues } from './customValues.ts'

const start = Date.UTC(2026, 0, 1)
const always = { isUnchanged: () => true }

interface How {
  readonly at?: number
  readonly receivedAt?: number
  /** On the monotonic clock. */
  readonly arrivedMs?: number
  readonly every?: number
  readonly device?: string
}

function merge(
  v: Readonly<Record<string, number | string>>,
  { at = start, receivedAt = at, arrivedMs = receivedAt, every = 5_000, device = 'meter' }: How = {},
): ValuesFrame {
  const texts = Object.values(v).map((value) => (typeof value === 'string' ? value : undefined))
  return {
    project: 'yard',
    device,
    at,
    receivedAt,
    arrivedMs,
    every,
    points: Object.keys(v),
    values: Float64Array.from(Object.values(v), (value) => (typeof value === 'number' ? value : NaN)),
    qualities: new Uint8Array(texts.length),
    texts: texts.some((text) => text !== undefined) ? texts : null,
    acknowledged: true,
    isCustom: true,
  }
}

function listener(most = 10) {
  const values = new CustomValues(most)
  const take = (frame: ValuesFrame, by = always): unknown =>
    JSON.parse(values.merge(frame, by, Buffer.from('{"as":"it came"}')).payload.toString())
  return { values, take }
}

describe('the merged state of a device', () => {
  it('is one whole, of which each part is the newest, and its list of points stays the same array', () => {
    const { values, take } = listener()
    take(merge({ a: 1 }))
    expect(take(merge({ b: 2, c: 'on' }, { at: start + 10 }))).toEqual({
      at: start + 10,
      every: 5_000,
      v: { a: 1, b: 2, c: 'on' },
      t: { a: start },
    })
    const one = values.merge(merge({ a: 3 }, { at: start + 20 }), always, Buffer.alloc(0)).frame
    const two = values.merge(merge({ b: 4 }, { at: start + 30 }), always, Buffer.alloc(0)).frame
    expect(two.points).toBe(one.points)
    expect([[...two.values], [...two.qualities], two.texts]).toEqual([
      [3, 4, NaN],
      [quality.good, quality.good, quality.good],
      [undefined, undefined, 'on'],
    ])
    expect(take(merge({ a: 9 }, { device: 'another' }))).toMatchObject({ v: { a: 9 } })
  })

  it('keeps newer values when older ones arrive late, and a device clock ahead of time does not block later values', () => {
    const { take } = listener()
    take(merge({ a: 1, b: 1 }))
    expect(take(merge({ a: 0 }, { at: start - 60_000, receivedAt: start + 1 }))).toMatchObject({
      at: start,
      v: { a: 1, b: 1 },
    })
    take(merge({ a: 2 }, { at: start + 120_000, receivedAt: start + 2 }))
    expect(take(merge({ a: 3 }, { at: start + 3 }))).toMatchObject({ at: start + 3, v: { a: 3, b: 1 } })
  })

  it('continues after the server clock is set back or forward, and keeps newer values when older ones arrive late', () => {
    const { take } = listener()
    const minutes = 60_000
    take(merge({ a: 1, b: 1 }, { arrivedMs: 0 }))
    take(merge({ a: 2 }, { at: start + 1_000, arrivedMs: 1_000 }))
    const back = start - 4 * minutes
    expect(take(merge({ a: 3 }, { at: back + 2_000, arrivedMs: 2_000 }))).toEqual({
      at: back + 2_000,
      every: 5_000,
      v: { a: 3, b: 1 },
    })
    expect(take(merge({ a: 4 }, { at: back + 3_000, arrivedMs: 3_000 }))).toMatchObject({
      at: back + 3_000,
      v: { a: 4, b: 1 },
    })
    expect(
      take(merge({ a: 0, b: 0 }, { at: back - minutes, receivedAt: back + 4_000, arrivedMs: 4_000 })),
    ).toMatchObject({
      v: { a: 4, b: 1 },
    })
    // Arrived before the last message but stored after it.
    expect(take(merge({ a: 0 }, { at: back + 2_500, arrivedMs: 2_500 }))).toMatchObject({ v: { a: 4, b: 1 } })
    // Uses the device clock, which matched the server clock before the change.
    expect(take(merge({ a: 5 }, { at: back + 5_000, receivedAt: start + 5_000, arrivedMs: 5_000 }))).toMatchObject({
      v: { a: 5, b: 1 },
    })
  })

  it('is discarded after a silence', () => {
    const { take } = listener()
    take(merge({ a: 1 }, { every: 60_000 }))
    expect(take(merge({ b: 2 }, { at: start + 180_000, every: 60_000 }))).toMatchObject({ v: { a: 1, b: 2 } })
    expect(take(merge({ b: 3 }, { at: start + 360_001, every: 60_000 }))).toEqual({
      at: start + 360_001,
      every: 60_000,
      v: { b: 3 },
    })
  })

  it('is kept while the mapping is unchanged, until a native frame replaces it', () => {
    const { values, take } = listener()
    const rows = { stand: true }
    take(merge({ a: 1 }), { isUnchanged: () => rows.stand })
    take(merge({ b: 1 }))
    rows.stand = false
    expect(take(merge({ c: 1 }))).toMatchObject({ v: { b: 1, c: 1 } })
    values.discard({ project: 'yard', device: 'meter' })
    expect(take(merge({ d: 1 }))).toEqual({ at: start, every: 5_000, v: { d: 1 } })
  })

  it('is kept of so many devices, and of no more than a frame carries', () => {
    const { take } = listener(2)
    for (const device of ['one', 'two', 'three']) take(merge({ a: 1 }, { device }))
    expect(take(merge({ b: 1 }, { device: 'one' }))).toMatchObject({ v: { b: 1 } })
    expect(take(merge({ b: 1 }, { device: 'three' }))).toMatchObject({ v: { a: 1, b: 1 } })
    const many = (name: string) =>
      Object.fromEntries(Array.from({ length: telemetryLimits.frame.points }, (_none, n) => [`${name}${n}`, n]))
    take(merge(many('a')))
    expect(take(merge(many('b')))).toEqual({ as: 'it came' })
  })
})
