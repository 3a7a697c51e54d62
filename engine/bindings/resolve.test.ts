import { describe, expect, it } from 'vitest'
import type { Via } from '../document/model/component.ts'
import { choice, color, flag, number, points, text } from '../schema/index.ts'
import { commonFields, planResolver, resolve, invalid } from './index.ts'

const words = { en: 'Thing', zh: '物' }
const level = number(words, { default: 50, min: 0, max: 100 })
const label = text(words, { maxLength: 12 })
const fill = color(words, { default: '#ffffff' })
const lit = flag(words)
const shape = choice(words, {
  default: 'round',
  options: [
    { value: 'round', words },
    { value: 'square', words },
  ],
})
const show = (
  via: Via,
  field: Parameters<typeof resolve>[1],
  value: number,
  storedText?: string,
  tags: Readonly<Record<string, number>> = {},
) => resolve(via, field, value, storedText, (tag) => tags[tag])
const value = (options: Omit<Via & { kind: 'value' }, 'kind'> = {}): Via => ({ kind: 'value', ...options })

describe('a binding by value', () => {
  it("scales, shifts and clamps to the property's limits", () => {
    expect(show(value({ scale: 0.1, offset: 2 }), level, 500)).toBe(52)
    expect(show(value(), level, 5000)).toBe(100)
    expect(show(value(), level, -1)).toBe(0)
    expect(show(value(), commonFields.opacity, 7)).toBe(1)
  })

  it('writes numbers for people', () => {
    expect(show(value({ decimals: 1, unit: 'kW' }), label, 12)).toBe('12.0\u00a0kW')
    expect(show(value({ decimals: 0, unit: '%' }), label, 49.6)).toBe('50%')
    expect(show(value(), label, 0.1 + 0.2)).toBe('0.3')
    expect(show(value({ decimals: 1 }), label, -0.04)).toBe('0.0')
  })

  it('passes texts to text properties, cut to their length, and to nothing else', () => {
    expect(show(value(), label, NaN, 'running')).toBe('running')
    expect(show(value(), label, NaN, 'a'.repeat(50))).toHaveLength(12)
    expect(show(value(), level, NaN, '12')).toBeUndefined()
    expect(show(value(), lit, NaN, 'on')).toBeUndefined()
    expect(show(value(), shape, NaN, 'square')).toBe('square')
    expect(show(value(), shape, NaN, 'oval')).toBeUndefined()
  })

  it('reads 0 and other than 0 as a flag and never a number as a colour', () => {
    expect([show(value(), lit, 0), show(value(), lit, 2)]).toEqual([false, true])
    expect(show(value(), fill, 0xff0000)).toBeUndefined()
  })

  it('is unusable without a value', () => {
    for (const field of [level, label, fill, lit, shape])
      expect(planResolver(value(), field).resolve(NaN, undefined, () => undefined)).toBe(invalid)
    expect(planResolver(value(), points(words, { default: [0, 0, 1, 1] })).resolve(1, undefined, () => undefined)).toBe(
      invalid,
    )
  })
})

describe('a binding by range, states or expression', () => {
  it('maps a range, clamped at both ends and turned round', () => {
    const via: Via = { kind: 'range', from: [0, 10], to: [100, 0] }
    expect([-5, 0, 5, 10, 20].map((input) => show(via, level, input))).toEqual([100, 100, 50, 0, 0])
    expect(show({ kind: 'range', from: [5, 5], to: [0, 90] }, level, 5)).toBe(90)
  })

  it("takes the first state that holds, else the otherwise, else the drawing's own", () => {
    const states = [
      { min: 0, max: 1, value: '#00ff00' },
      { min: 1, max: 9, value: '#ff0000' },
    ]
    const via: Via = { kind: 'states', states, otherwise: '#888888' }
    expect([0, 1, 1.5, 10].map((input) => show(via, fill, input))).toEqual(['#00ff00', '#00ff00', '#ff0000', '#888888'])
    expect(planResolver({ kind: 'states', states }, fill).resolve(10, undefined, () => undefined)).toBeUndefined()
    expect(
      planResolver({ kind: 'states', states: [{ min: 0, max: 1, value: 'red' }] }, fill).resolve(
        1,
        undefined,
        () => undefined,
      ),
    ).toBe(invalid)
  })

  it('takes a number for an option by its place, and keeps the own one where there is none', () => {
    const via: Via = { kind: 'value' }
    expect([0, 1, 0.1 * 3 - 0.3 + 1].map((input) => show(via, shape, input))).toEqual(['round', 'square', 'square'])
    expect([-1, 2, 0.5, Number.NaN].map((input) => show(via, shape, input))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(show({ kind: 'expression', source: 'value > 3' }, shape, 4)).toBe('square')
    expect(show({ kind: 'expression', source: 'value > 3 ? "square" : "round"' }, shape, 4)).toBe('square')
    expect([show(via, shape, Number.NaN, 'square'), show(via, shape, Number.NaN, 'oval')]).toEqual([
      'square',
      undefined,
    ])
  })

  it('calculates with other tags', () => {
    const via: Via = { kind: 'expression', source: 'value / {p/d/total} * 100' }
    expect(show(via, level, 25, undefined, { 'p/d/total': 50 })).toBe(50)
    expect(show(via, level, 25, undefined, { 'p/d/total': 0 })).toBeUndefined()
    expect(show({ kind: 'expression', source: 'value > 3 ? "#ff0000" : "#00ff00"' }, fill, 4)).toBe('#ff0000')
  })

  it('reports an invalid expression and yields an invalid value', () => {
    const plan = planResolver({ kind: 'expression', source: 'value +' }, level)
    expect(plan.problems[0]).toMatchObject({ code: 'expression.syntax', from: 7 })
    expect(plan.resolve(1, undefined, () => 1)).toBe(invalid)
  })
  it('reports that a text cannot drive a number', () => {
    const plan = planResolver({ kind: 'expression', source: 'format(value)' }, level)
    expect(plan.problems[0]).toMatchObject({ code: 'expression.type', from: 0, to: 13 })
    expect(plan.resolve(1, undefined, () => 1)).toBe(invalid)
  })
})
