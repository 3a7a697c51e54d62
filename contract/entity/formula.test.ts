import { describe, expect, it } from 'vitest'
import { formulaFault, formulaValue } from './formula.ts'

describe('section 9: the arithmetic evaluator of + - * / %, of at most 200 characters', () => {
  it.each([['{a} + 2'], ['-{a}*(3-{b})/2 % 5'], ['((({a})))'], ['{a}--1']])('takes %s', (formula) =>
    expect(formulaFault(formula)).toBeNull(),
  )

  it.each([
    ['{a}.constructor("return 1")()'],
    ['{a}["x"]'],
    ['{a}=1'],
    ['{a};1'],
    ['1 +'],
    [''],
    ['{a} {b}'],
    ['('.repeat(100)],
    ['{a} − 1'],
    ['１+{a}'],
    ['{a b}'],
    [')({a}'],
    ['a'],
    [`{a}${'+1'.repeat(100)}`],
    ['+{a}'],
    ['{a} * (+1)'],
    ['!{a}'],
    ['.5 * {a}'],
    ['1. + {a}'],
    ['1e3 * {a}'],
    ['{ a }'],
    ['{a} > 1'],
    ['{a} ? 1 : 2'],
    ['min({a}, 1)'],
    ['"x" + {a}'],
    ['value + {a}'],
    ['{project/device/a}'],
  ])('refuses %s as a formula error', (formula) => expect(formulaFault(formula)).toBe('syntax'))

  it('asks for a variable where there is none', () => expect(formulaFault('1 + 2')).toBe('variable'))

  it('computes as arithmetic does, with no value where it divides by nothing or knows no such variable', () => {
    expect(formulaValue('2 + {a} * (3 - 1) % 5', { a: 4 })).toBe(5)
    expect(formulaValue('-{a} - -2', { a: 4 })).toBe(-2)
    expect(formulaValue('{a} / 0', { a: 1 })).toBeNull()
    expect(formulaValue('{a} % 0', { a: 1 })).toBeNull()
    expect(formulaValue('{toString}', {})).toBeNull()
    expect(formulaValue('1 / (1 / {a})', { a: 0 })).toBeNull()
  })
})
