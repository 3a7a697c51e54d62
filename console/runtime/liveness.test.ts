import { quality, type Quality, TagTable } from '@mimic/engine/bindings'
import { expect, it } from 'vitest'
import { computeLiveness } from './liveness.ts'

it('is live only when every tag has a good or uncertain value', () => {
  expect(of({ a: quality.good, b: quality.uncertain })).toEqual({ state: 'live', number: 0 })
  expect(of({})).toEqual({ state: 'live', number: 0 })
})

it('reports everything as loading at first, and values as missing only after the timeout', () => {
  expect(of({ a: null, b: null }, true)).toEqual({ state: 'loading', number: 2 })
  expect(of({ a: null, b: quality.good }, true)).toEqual({ state: 'loading', number: 1 })
  expect(of({ a: null, b: quality.bad, c: quality.good }, true)).toEqual({ state: 'bad', number: 1 })
  expect(of({ a: quality.good }, true)).toEqual({ state: 'live', number: 0 })
  expect(of({ a: null, b: null })).toEqual({ state: 'missing', number: 2 })
})

it('names a single reason, or reports several as mixed', () => {
  expect(of({ a: quality.good, b: quality.stale })).toEqual({ state: 'stale', number: 1 })
  expect(of({ a: quality.good, b: quality.bad })).toEqual({ state: 'bad', number: 1 })
  expect(of({ a: null, b: quality.stale, c: quality.bad, d: quality.good })).toEqual({ state: 'mixed', number: 3 })
})

/** Null: never received. */
function of(given: Readonly<Record<string, Quality | null>>, isArriving = false) {
  const tags = new TagTable()
  for (const [tag, as] of Object.entries(given)) {
    const index = tags.indexOf(tag)
    if (as !== null) tags.write(index, 1, as, 1000)
  }
  return computeLiveness(
    tags,
    Object.keys(given).map((tag) => tags.indexOf(tag)),
    isArriving,
  )
}
