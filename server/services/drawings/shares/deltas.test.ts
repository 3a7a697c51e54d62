import { expect, it } from 'vitest'
import { Deltas } from './deltas.ts'
import type { LiveValue } from './liveValues.ts'

const value = (number: number, more: Partial<LiveValue> = {}): LiveValue => ({
  value: number,
  quality: 0,
  at: 1000 + number,
  text: null,
  ...more,
})

it('sends all values first, then only changed ones, and none that was never received', () => {
  const deltas = new Deltas()
  const now: Record<string, LiveValue> = { a: value(1), b: value(2), c: value(0, { at: 0 }) }
  const next = (seen: number) => deltas.next({ revision: 1 }, seen, Object.values(now))
  const first = next(0)
  expect(first.values).toEqual([
    [0, 1, 0, 1001, null],
    [1, 2, 0, 1002, null],
  ])
  now['b'] = value(2, { quality: 3 })
  const second = next(first.seq)
  expect(second.values).toEqual([[1, 2, 3, 1002, null]])
  expect(next(second.seq).values).toEqual([])
})

it('sends all values again after a lost response and after the drawing was saved', () => {
  const deltas = new Deltas()
  const next = (revision: number, seen: number) => deltas.next({ revision }, seen, [value(1), value(1)])
  const first = next(1, 0)
  next(1, first.seq)
  expect(next(1, first.seq).values).toHaveLength(2)
  const last = next(1, 0)
  expect(next(2, last.seq)).toMatchObject({
    revision: 2,
    values: [
      [0, 1, 0, 1001, null],
      [1, 1, 0, 1001, null],
    ],
  })
})
