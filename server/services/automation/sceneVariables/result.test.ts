import { describe, expect, it } from 'vitest'
import type { AggregateResult } from './aggregate.ts'
import { computeResult } from './result.ts'

const good: AggregateResult = { value: 6, isStale: false, isPartial: false, isDoubtful: false }
const of = (formula: string, inputs: Readonly<Record<string, AggregateResult | null>>) =>
  computeResult(formula, new Map(Object.entries(inputs)))

describe('a computed value', () => {
  it('is good where all that it needs is', () =>
    expect(of('{a} * {b} % 5', { a: good, b: good })).toEqual({ value: 1, quality: 0, reason: null, about: [] }))

  it('is bad and empty, not 0, where it divides by nothing', () => {
    for (const formula of ['{a} / {zero}', '{a} % {zero}', '{a} / ({b} - {b})']) {
      expect(of(formula, { a: good, b: good, zero: { ...good, value: 0 } })).toEqual({
        value: null,
        quality: 2,
        reason: 'arithmetic',
        about: [],
      })
    }
  })

  it('reports missing variables before any other error', () => {
    expect(of('{a} + {gone}', { a: { ...good, value: null }, gone: null })).toEqual({
      value: null,
      quality: 2,
      reason: 'reference',
      about: ['gone'],
    })
  })

  it('is bad where a variable has no value', () =>
    expect(of('{a} + {b}', { a: good, b: { ...good, value: null } })).toEqual({
      value: null,
      quality: 2,
      reason: 'absent',
      about: ['b'],
    }))

  it('is uncertain where one was silent, is not wholly known, or is doubtful itself', () => {
    expect(of('{a} + {b}', { a: good, b: { ...good, isStale: true, isPartial: true } })).toEqual({
      value: 12,
      quality: 1,
      reason: 'stale',
      about: ['b'],
    })
    expect(of('{a} + {b}', { a: { ...good, isPartial: true }, b: good })).toEqual({
      value: 12,
      quality: 1,
      reason: 'partial',
      about: ['a'],
    })
    expect(of('{a}', { a: { ...good, isDoubtful: true } })).toEqual({
      value: 6,
      quality: 1,
      reason: 'doubtful',
      about: ['a'],
    })
  })
})
