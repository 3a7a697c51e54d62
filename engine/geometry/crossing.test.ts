import { describe, expect, it } from 'vitest'
import { crossesItself, getSegmentRelation } from './index.ts'

describe('two ways', () => {
  it('cross, touch or do neither', () => {
    expect([
      getSegmentRelation(0, 0, 10, 10, 0, 10, 10, 0),
      getSegmentRelation(0, 0, 10, 0, 5, 0, 5, 9),
      getSegmentRelation(0, 0, 10, 0, 3, 1, 5, 9),
      getSegmentRelation(0, 0, 1, 1, 9, 0, 0, 10),
    ]).toEqual([1, 0, -1, -1])
  })

  it('touch within some slack', () => {
    expect([0, 0.5, 1].map((slack) => getSegmentRelation(0, 0, 1, 0, 0.5, -1, 0.5, 1, slack))).toEqual([1, 1, 0])
  })
})

describe('an outline', () => {
  it('crosses itself within its sides, in a corner and where it runs twice', () => {
    const bowTie = [0, 0, 10, 10, 10, 0, 0, 10]
    const inCorner = [0, 0, 10, 10, 0, 10, 10, 0, 5, 5]
    const twice = [0, 0, 8, 8, 2, 0, 0, 0, 8, 8, 2, 0]
    expect([bowTie, inCorner, twice].map(crossesItself)).toEqual([true, true, true])
  })

  it('may touch itself and go into a hole and back', () => {
    const touching = [0, 0, 10, 0, 10, 10, 5, 0, 0, 10]
    const holed = [0, 0, 10, 0, 10, 10, 0, 10, 0, 0, 2, 2, 2, 4, 4, 4, 4, 2, 2, 2]
    const round = Array.from({ length: 40 }, (_, i) =>
      (i % 2 === 0 ? Math.cos : Math.sin)(((i >> 1) / 20) * 2 * Math.PI),
    )
    expect([touching, holed, round, []].map(crossesItself)).toEqual([false, false, false, false])
  })
})
