import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { quality, TagTable } from './index.ts'

const drained = (table: TagTable): number[] => {
  const seen: number[] = []
  table.drain((index) => seen.push(index))
  return seen
}

describe('the tag table', () => {
  it('has a tag that was never received as stale and without value', () => {
    const table = new TagTable()
    const index = table.indexOf('street/pole-001/lamp')
    expect([table.values[index], table.qualityAt(index), table.times[index], table.texts[index]]).toEqual([
      NaN,
      quality.stale,
      0,
      undefined,
    ])
    expect(drained(table)).toEqual([])
  })

  it('keeps indexes and values when it grows', () => {
    const table = new TagTable()
    const first = table.indexOf('p/d/first')
    table.write(first, 42, quality.good, 1)
    for (let index = 0; index < 5000; index++) table.indexOf(`p/d/tag${index}`)
    expect([table.indexOf('p/d/first'), table.values[first], table.qualities[first], table.size]).toEqual([
      first,
      42,
      quality.good,
      5001,
    ])
    expect(table.tagAt(5000)).toBe('p/d/tag4999')
    expect(table.qualityAt(5000)).toBe(quality.stale)
    expect(drained(table)).toEqual([first])
  })

  it('notifies once when it becomes dirty, and visits each dirty tag once', () => {
    const table = new TagTable()
    const [a, b] = [table.indexOf('p/d/a'), table.indexOf('p/d/b')]
    const listener = vi.fn<() => void>()
    const stop = table.onDirty(listener)
    table.write(b, 1, quality.good, 1)
    table.write(a, 1, quality.good, 1)
    table.write(b, 2, quality.good, 2)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(drained(table)).toEqual([b, a])
    expect(drained(table)).toEqual([])
    stop()
    table.write(a, 3, quality.good, 3)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('is not made dirty by the same again, only brought up to its time', () => {
    const table = new TagTable()
    const index = table.indexOf('p/d/a')
    table.write(index, 1, quality.good, 1, 'on')
    table.drain(() => undefined)
    table.write(index, 1, quality.good, 2, 'on')
    expect([table.times[index], drained(table)]).toEqual([2, []])
    table.write(index, 1, quality.uncertain, 3, 'on')
    expect(drained(table)).toEqual([index])
  })

  it('leaves tags written during a visit for the next drain', () => {
    const table = new TagTable()
    const index = table.indexOf('p/d/a')
    table.write(index, 1, quality.good, 1)
    table.drain(() => table.write(index, 2, quality.good, 2))
    expect(drained(table)).toEqual([index])
  })

  it('marks received tags as stale and keeps their values', () => {
    const table = new TagTable()
    const [a, b, c] = [table.indexOf('p/d/a'), table.indexOf('p/d/b'), table.indexOf('p/d/c')]
    table.write(a, 7, quality.good, 1)
    table.write(b, 8, quality.bad, 1)
    table.drain(() => undefined)
    table.markStale([b, 999, -1])
    expect(drained(table)).toEqual([b])
    table.markStale('all')
    expect(drained(table)).toEqual([a])
    expect([table.values[a], table.qualityAt(a), table.qualityAt(c)]).toEqual([7, quality.stale, quality.stale])
  })

  it('ends with the newest of each tag, whatever the batches', () => {
    const row = fc.record({ id: fc.nat(9), value: fc.integer(), mark: fc.integer({ min: 0, max: 3 }) })
    fc.assert(
      fc.property(fc.array(fc.array(row)), (batches) => {
        const table = new TagTable()
        for (let index = 0; index < 10; index++) table.indexOf(`p/d/t${index}`)
        const newest = new Map<number, readonly [number, number]>()
        for (const rows of batches) {
          for (const { id, value, mark } of rows) newest.set(id, [value, mark])
          table.writeBatch({
            ids: Uint32Array.from(rows, ({ id }) => id),
            values: Float64Array.from(rows, ({ value }) => value),
            qualities: Uint8Array.from(rows, ({ mark }) => mark),
            times: new Float64Array(rows.length),
            count: rows.length,
          })
        }
        for (const [id, [value, mark]] of newest) expect([table.values[id], table.qualities[id]]).toEqual([value, mark])
        expect(new Set(drained(table))).toEqual(new Set(newest.keys()))
      }),
    )
  })

  it('does nothing with an index that it never gave', () => {
    const table = new TagTable()
    for (const index of [-1, 0, 5, 1e9, NaN]) table.write(index, 1, quality.good, 1)
    expect(drained(table)).toEqual([])
  })
})
