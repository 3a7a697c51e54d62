import { quality } from '@mimic/engine/bindings'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Conflater } from './conflation.ts'

describe('conflation', () => {
  it("returns the newest value of each tag under the page's IDs and counts replaced values", () => {
    const conflater = new Conflater(Uint32Array.of(70, 80, 90))
    conflater.put(2, 1, quality.good, 1000, undefined)
    conflater.put(0, 2, quality.good, 1000, undefined)
    conflater.put(2, 3, quality.uncertain, 2000, undefined)
    const batch = conflater.take()
    expect(batch).toEqual({
      ids: Uint32Array.of(90, 70),
      values: Float64Array.of(3, 2),
      qualities: Uint8Array.of(1, 0),
      times: Float64Array.of(2000, 1000),
      texts: null,
      count: 2,
    })
    expect([conflater.conflated, conflater.take()]).toEqual([1, null])
  })

  it('carries texts once there is one', () => {
    const conflater = new Conflater(Uint32Array.of(1, 2))
    conflater.put(0, NaN, quality.good, 1, 'on')
    conflater.put(1, 5, quality.good, 1, undefined)
    expect(conflater.take()?.texts).toEqual(['on', undefined])
    conflater.put(0, 5, quality.good, 2, undefined)
    expect(conflater.take()?.texts).toEqual([undefined])
  })

  it('marks tags that have a value as stale and keeps the value', () => {
    const conflater = new Conflater(Uint32Array.of(1, 2))
    conflater.put(0, 7, quality.good, 1, undefined)
    conflater.take()
    conflater.markStale(0)
    conflater.markStale(0)
    conflater.markStale(1)
    expect(conflater.take()).toMatchObject({
      ids: Uint32Array.of(1),
      values: Float64Array.of(7),
      qualities: Uint8Array.of(3),
      count: 1,
    })
  })

  it('never holds more than one value a tag, whatever the burst', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), fc.integer())), (burst) => {
        const conflater = new Conflater(Uint32Array.of(0, 1, 2, 3, 4))
        const newest = new Map<number, number>()
        for (const [slot, value] of burst) {
          conflater.put(slot, value, quality.good, 1, undefined)
          newest.set(slot, value)
        }
        const batch = conflater.take()
        expect(new Map([...(batch?.ids ?? [])].map((id, entry) => [id, batch?.values[entry]]))).toEqual(newest)
        expect(conflater.conflated + newest.size).toBe(burst.length)
      }),
    )
  })
})
