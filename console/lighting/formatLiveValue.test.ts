import { quality } from '@mimic/engine/bindings'
import { describe, expect, it } from 'vitest'
import { formatAge, formatLiveValue } from './formatLiveValue.ts'

const words = { on: 'On', off: 'Off' }
const number = { kind: 'number', unit: 'W' } as const
const flag = { kind: 'flag', unit: '' } as const
const sample = (value: number, seen: 0 | 1 | 2 | 3, atMs = 1_000) => ({ value, text: undefined, quality: seen, atMs })

describe('a value', () => {
  it('that is good is shown unchanged, and an uncertain one is marked', () => {
    expect(formatLiveValue(number, sample(12.345, quality.good), words, 2_000)).toEqual({
      kind: 'live',
      value: '12.35 W',
      isSure: true,
    })
    expect(formatLiveValue(flag, sample(1, quality.good), words, 2_000)).toEqual({
      kind: 'live',
      value: 'On',
      isSure: true,
    })
    expect(formatLiveValue(number, sample(1, quality.uncertain), words, 2_000)).toEqual({
      kind: 'live',
      value: '1 W',
      isSure: false,
    })
  })

  it('that is bad or stale never looks live, and has its age', () => {
    expect(formatLiveValue(number, sample(7, quality.stale), words, 61_000)).toEqual({
      kind: 'gone',
      value: '7 W',
      ageMs: 60_000,
    })
    expect(formatLiveValue(flag, sample(1, quality.bad), words, 3_000)).toEqual({
      kind: 'gone',
      value: 'On',
      ageMs: 2_000,
    })
    expect(formatLiveValue(number, sample(NaN, quality.good), words, 3_000)).toEqual({
      kind: 'gone',
      value: '',
      ageMs: 2_000,
    })
  })

  it('that never came is none', () => {
    expect(formatLiveValue(number, sample(NaN, quality.stale, 0), words, 3_000)).toEqual({ kind: 'none' })
  })

  it('of a loop that is wired the other way is turned round', () => {
    expect([0, 1].map((value) => formatLiveValue(flag, sample(value, quality.good), words, 1, true))).toMatchObject([
      { value: 'On' },
      { value: 'Off' },
    ])
  })
})

it('formats an age in its largest whole unit', () => {
  expect([900, 59_000, 60_000, 7_200_000, 200_000_000].map(formatAge)).toEqual([
    { unit: 'seconds', count: 0 },
    { unit: 'seconds', count: 59 },
    { unit: 'minutes', count: 1 },
    { unit: 'hours', count: 2 },
    { unit: 'days', count: 2 },
  ])
})
