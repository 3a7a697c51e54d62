import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRank, rankBetween, ranksBetween } from './rank.ts'

describe('ranks', () => {
  it('always leave room between two neighbours, wherever one inserts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 300 }), (places) => {
        const list: string[] = []
        for (const place of places) {
          const at = place % (list.length + 1)
          list.splice(at, 0, rankBetween(list[at - 1] ?? null, list[at] ?? null))
        }
        expect(list).toEqual(list.toSorted())
        expect(new Set(list).size).toBe(list.length)
        expect(list.every(isRank)).toBe(true)
      }),
    )
  })

  it('stay short when 10,000 are appended one by one, or put in front', () => {
    let last = rankBetween(null, null)
    let first = last
    for (let i = 0; i < 10_000; i++) {
      last = rankBetween(last, null)
      first = rankBetween(null, first)
    }
    expect(last.length).toBeLessThanOrEqual(5)
    expect(first.length).toBeLessThanOrEqual(5)
    expect(first < last).toBe(true)
  })

  it.each([
    [null, null],
    ['a0', null],
    [null, 'a0'],
    ['a0', 'a1'],
    ['a0V', 'a0W'],
    ['Zz', 'a0'],
  ])('come in ascending batches between %s and %s', (before, after) => {
    const batch = ranksBetween(before, after, 500)
    const all = [...(before === null ? [] : [before]), ...batch, ...(after === null ? [] : [after])]
    expect(all).toEqual(all.toSorted())
    expect(new Set(all).size).toBe(all.length)
    expect(Math.max(...batch.map((rank) => rank.length))).toBeLessThanOrEqual(6)
  })

  it('refuse to lie between two in the wrong order', () => {
    expect(() => rankBetween('a1', 'a0')).toThrow('no rank')
    expect(() => ranksBetween('a1', 'a0', 3)).toThrow('no rank')
  })

  it('continue at the largest and the smallest stored integers', () => {
    for (const rank of [`z${'z'.repeat(26)}`, `A${'0'.repeat(25)}1`, `A${'0'.repeat(26)}V`]) {
      expect(isRank(rank)).toBe(true)
      const [first, last] = [rankBetween(null, rank), rankBetween(rank, null)]
      expect(first < rank && rank < last).toBe(true)
    }
    expect(isRank(rankBetween(`z${'z'.repeat(26)}`, null))).toBe(true)
  })

  it.each(['', 'a', '0', 'a00', 'b0', '-1', 'a0!', 'a0V0', `A${'0'.repeat(26)}`, `a0${'V'.repeat(300)}`])(
    'from outside are refused when they are none: %s',
    (rank) => {
      expect(isRank(rank)).toBe(false)
    },
  )
})
