import { runInNewContext } from 'node:vm'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Operand } from './index.ts'
import { compileExpression } from './index.ts'
import { count } from '../../tests/support/counts.ts'

const runs = count({ daily: 900, full: 3000 })

/** The same expression in the expression language and in JavaScript that uses the oracle below. */
interface Pair {
  readonly source: string
  readonly script: string
}

/** Reference functions: NaN is an unknown number, null an unknown condition. */
const oracle = {
  k: (x: number) => (Number.isFinite(x) ? x : NaN),
  /** Rounds halves away from zero and never returns -0. */
  round: (x: number) => Math.sign(x) * Math.round(Math.abs(x)) + 0,
  lt: (a: number, b: number) => (Number.isNaN(a + b) ? null : a < b),
  le: (a: number, b: number) => (Number.isNaN(a + b) ? null : a <= b),
  eq: (a: number, b: number) => (Number.isNaN(a) || Number.isNaN(b) ? null : a === b),
  not: (a: boolean | null) => (a === null ? null : !a),
  and: (a: boolean | null, b: boolean | null) =>
    a === false || b === false ? false : a === null || b === null ? null : true,
  or: (a: boolean | null, b: boolean | null) =>
    a === true || b === true ? true : a === null || b === null ? null : false,
  pick: (c: boolean | null, a: () => number, b: () => number) => (c === null ? NaN : c ? a() : b()),
  clamp: (x: number, a: number, b: number) => Math.min(Math.max(x, a), b),
  first: (a: number, b: number) => (Number.isNaN(a) ? b : a),
}

const number = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.double({ min: 0, max: 1e6, noNaN: true }))
const tags = ['p/d/a', 'p/d/b', 'p/d/c'] as const

const { amount } = fc.letrec<{ amount: Pair; condition: Pair }>((tie) => ({
  amount: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    number.map((x) => ({ source: String(x), script: `k(${x})` })),
    fc.constant({ source: 'value', script: 't[3]' }),
    fc.nat(2).map((slot) => ({ source: `{${tags[slot]}}`, script: `t[${slot}]` })),
    fc
      .tuple(fc.constantFrom('+', '-', '*', '/', '%'), tie('amount'), tie('amount'))
      .map(([sign, a, b]) => pair(`(@ ${sign} @)`, `k(@ ${sign} @)`, a, b)),
    tie('amount').map((a) => pair('-(@)', 'k(-(@))', a)),
    fc
      .tuple(fc.constantFrom('min', 'max'), tie('amount'), tie('amount'))
      .map(([name, a, b]) => pair(`${name}(@, @)`, `k(Math.${name}(@, @))`, a, b)),
    fc
      .tuple(fc.constantFrom('abs', 'floor', 'ceil', 'sqrt'), tie('amount'))
      .map(([name, a]) => pair(`${name}(@)`, `k(Math.${name}(@))`, a)),
    tie('amount').map((a) => pair('round(@)', 'k(round(@))', a)),
    fc
      .tuple(tie('amount'), tie('amount'), tie('amount'))
      .map((all) => pair('clamp(@, @, @)', 'k(clamp(@, @, @))', ...all)),
    fc.tuple(tie('amount'), tie('amount')).map((all) => pair('coalesce(@, @)', 'first(@, @)', ...all)),
    fc
      .tuple(tie('condition'), tie('amount'), tie('amount'))
      .map((all) => pair('if(@, @, @)', 'pick(@, () => @, () => @)', ...all)),
    fc
      .tuple(tie('condition'), tie('amount'), tie('amount'))
      .map((all) => pair('(@ ? @ : @)', 'pick(@, () => @, () => @)', ...all)),
  ),
  condition: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.boolean().map((holds) => ({ source: String(holds), script: String(holds) })),
    fc.tuple(tie('amount'), tie('amount')).map((all) => pair('(@ < @)', 'lt(@, @)', ...all)),
    fc.tuple(tie('amount'), tie('amount')).map((all) => pair('(@ >= @)', 'not(lt(@, @))', ...all)),
    fc.tuple(tie('amount'), tie('amount')).map((all) => pair('(@ <= @)', 'le(@, @)', ...all)),
    fc.tuple(tie('amount'), tie('amount')).map((all) => pair('(@ == @)', 'eq(@, @)', ...all)),
    fc.tuple(tie('amount'), tie('amount')).map((all) => pair('(@ != @)', 'not(eq(@, @))', ...all)),
    tie('condition').map((a) => pair('!(@)', 'not(@)', a)),
    fc.tuple(tie('condition'), tie('condition')).map((all) => pair('(@ && @)', 'and(@, @)', ...all)),
    fc.tuple(tie('condition'), tie('condition')).map((all) => pair('(@ || @)', 'or(@, @)', ...all)),
  ),
}))

/** Replaces the `@` placeholders of both texts in order. */
function pair(source: string, script: string, ...parts: readonly Pair[]): Pair {
  const fill = (mould: string, key: keyof Pair): string => {
    const rest = [...parts]
    return mould.replaceAll('@', () => rest.shift()?.[key] ?? '')
  }
  return { source: fill(source, 'source'), script: fill(script, 'script') }
}

it('evaluates to the same result as JavaScript, and to undefined for unknown inputs', () => {
  let compared = 0
  fc.assert(
    fc.property(
      amount,
      fc.array(fc.oneof(number, fc.constant(NaN)), { minLength: 4, maxLength: 4 }),
      ({ source, script }, inputs) => {
        fc.pre(source.length <= 500)
        const expression = compileExpression(source)
        if (expression.problems) throw new Error(`${source}: ${expression.problems[0]?.message}`)
        const operand = (x: number | undefined): Operand => (x === undefined || Number.isNaN(x) ? undefined : x)
        const result = expression.evaluate(operand(inputs[3]), (slot) =>
          operand(inputs[tags.findIndex((tag) => tag === expression.tags[slot])]),
        )
        const expected: unknown = runInNewContext(script, { ...oracle, Math, NaN, t: inputs })
        compared++
        expect(result).toEqual(Number.isNaN(expected) ? undefined : expected)
      },
    ),
    { numRuns: runs },
  )
  expect(compared).toBeGreaterThan(runs / 3)
})

it('reads the same without the brackets that precedence makes needless', () => {
  const sign = fc.constantFrom('+', '-', '*', '/', '%')
  const terms = fc.array(fc.tuple(sign, fc.integer({ min: 1, max: 9 })), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), terms, (first, rest) => {
      const source = `${first}${rest.map(([mark, x]) => ` ${mark} ${x}`).join('')}`
      const expression = compileExpression(source)
      const expected: unknown = runInNewContext(source)
      expect(expression.problems ? NaN : expression.evaluate(0, () => undefined)).toBeCloseTo(Number(expected), 9)
    }),
    { numRuns: 500 },
  )
})

it('rounds and writes by one rule', () => {
  const decimal = fc
    .tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.nat({ max: 8 }))
    .map(([digits, places]) => Number(`${digits}e-${places}`))
  fc.assert(
    fc.property(decimal, fc.nat({ max: 8 }), (x, places) => {
      const [rounded, written] = [`round(value, ${places})`, `format(value, ${places})`].map((source) => {
        const expression = compileExpression(source)
        return expression.problems ? NaN : expression.evaluate(x, () => undefined)
      })
      expect(rounded).toBe(Number(written))
    }),
    { numRuns: 2000 },
  )
})
