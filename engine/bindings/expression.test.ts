import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Operand } from './index.ts'
import { compileExpression } from './index.ts'

const run = (source: string, value: Operand = 10, tags: Readonly<Record<string, Operand>> = {}): Operand => {
  const expression = compileExpression(source)
  if (expression.problems) throw new Error(expression.problems.map(({ at, message }) => `${at}: ${message}`).join())
  return expression.evaluate(value, (slot) => tags[expression.tags[slot] ?? ''])
}
const fault = (source: string): string => {
  const { problems } = compileExpression(source)
  return problems ? problems.map(({ at, message }) => `${at}: ${message}`).join() : 'none'
}

describe('an expression', () => {
  it.each<[string, Operand]>([
    ['1 + 2 * 3 - 4 / 2', 5],
    ['(1 + 2) * -3', -9],
    ['10 - 4 - 3', 3],
    ['7 % 4 + .5e1', 8],
    ['-value * 2', -20],
    ['value > 5 && value <= 10', true],
    ['value < 5 || !(value == 9)', true],
    ['value != 10', false],
    ['value > 5 ? value > 8 ? "high" : "middle" : "low"', 'high'],
    ['false ? 1 : true ? 2 : 3', 2],
    ['1 < 2 == true', true],
    ['if(value > 5, "on", "off")', 'on'],
    ['min(3, value, 7) + max(1, 2) + abs(-4)', 9],
    ['round(2.345, 2) + round(1.5) + floor(1.9) + ceil(0.1) + sqrt(9) + pow(2, 3)', 17.35],
    ['clamp(value, 0, 8)', 8],
    ['mapRange(value, 0, 20, 100, 200)', 150],
    ['mapRange(99, 0, 20, 100, 200)', 200],
    ['format(value / 3, 2) + " m³/h"', '3.33 m³/h'],
    ["'it\\'s'", "it's"],
    ['"P " + 0.1 + ""', 'P 0.1'],
    ['0.1 + 0.2 + " V"', '0.3 V'],
    ['coalesce(null, {p/d/none}, 4)', 4],
  ])('%s = %j', (source, result) => {
    expect(run(source)).toBe(result)
  })

  it('reads other tags, each named once', () => {
    const expression = compileExpression('{street/pole-001/power} + { street/pole-002/power } * {street/pole-001/power}')
    expect(expression.problems ? [] : expression.tags).toEqual(['street/pole-001/power', 'street/pole-002/power'])
    expect(run('{p/d/a} * 2 + {p/d/b}', 0, { 'p/d/a': 5, 'p/d/b': 1 })).toBe(11)
  })

  it.each(['1 / 0', 'value % 0', '0 / 0', 'sqrt(-1)', 'pow(10, 400)', '1e999', '{p/d/none} + 1', '{p/d/none} > 1', '!{p/d/none}', 'null == null', '"a" * 2', '"a" < "b"', 'if({p/d/none}, 1, 2)', '{p/d/none} ? 1 : 2', 'format({p/d/none})', 'min(1, {p/d/none})'])(
    '%s is unknown', (source) => {
      expect(run(source)).toBeUndefined()
    },
  )

  it('knows and, or from one side where that side decides', () => {
    expect(run('{p/d/none} && false')).toBe(false)
    expect(run('{p/d/none} || true')).toBe(true)
    expect(run('{p/d/none} && true')).toBeUndefined()
    expect(run('{p/d/none} || false')).toBeUndefined()
  })

  it('takes a flag for 1 or 0 and never a text for a number', () => {
    expect(run('value == true', 1)).toBe(true)
    expect(run('value + 1', true)).toBe(2)
    expect(run('value == 12', '12')).toBe(false)
    expect(run('value == "run"', 'run')).toBe(true)
  })

  it.each([
    ['', '0: an expression is missing'],
    ['   ', '3: the expression ends too early'],
    ['1 +', '3: the expression ends too early'],
    ['1 + * 2', '4: a value is missing before "*"'],
    ['(1 + 2', '6: ")" is missing'],
    ['1 2', '2: an operator is missing here'],
    ['a=1', '1: compare with =='],
    ['value = 1', '6: compare with =='],
    ['a;b', '1: ";" has no meaning here'],
    ['a.constructor("return 1")()', '1: members cannot be read'],
    ['a["x"]', '1: "[" has no meaning here'],
    ['constructor', '0: "constructor" is not known; tags stand in braces'],
    ['__proto__', '0: "__proto__" is not known; tags stand in braces'],
    ['toString()', '0: there is no function "toString"'],
    ['min', '0: min is called with brackets'],
    ['min()', '0: min takes 1 to 16 arguments, not 0'],
    ['clamp(1, 2)', '0: clamp takes 3 arguments, not 2'],
    ['min(1,)', '6: a value is missing before ")"'],
    ['min(1 2)', '6: "," is missing'],
    ['1 ? 2', '5: ":" is missing'],
    ['value − 1', '6: "−" has no meaning here'],
    ['１+value', '0: "１" has no meaning here'],
    ['{street}', '0: a tag is written {project/device/point}'],
    ['{a/b/c', '0: this brace is not closed'],
    ['"abc', '0: this text is not closed'],
    ['value & 1', '6: write && for and'],
    ['('.repeat(100), '32: nested more than 32 deep'],
    ['!'.repeat(100), '32: nested more than 32 deep'],
    ['1+'.repeat(250) + '1', '500: an expression has at most 500 characters'],
  ])('%s is refused with its place', (source, message) => {
    expect(fault(source)).toBe(message)
  })

  it('survives the longest chain', () => {
    expect(run('1' + '+1'.repeat(249))).toBe(250)
  })

  it('never throws, whatever the source and the tags', () => {
    const piece = fc.constantFrom('value', '{p/d/a}', '1', '0', '"x"', 'true', 'null', '+', '-', '*', '/', '%', '==', '!=', '<', '>=', '&&', '||', '!', '?', ':', '(', ')', ',', 'min(', 'if(', 'format(', 'round(', 'mapRange(')
    const source = fc.oneof(fc.array(fc.nat(0xffff), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)), fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(' ')))
    const operand = fc.oneof(fc.double(), fc.string({ maxLength: 5 }), fc.boolean(), fc.constant(undefined))
    fc.assert(fc.property(source, operand, operand, (text, value, other) => {
      const expression = compileExpression(text)
      const isInside = expression.problems?.every(({ at }) => at >= 0 && at <= text.length) ?? true
      const result = expression.problems ? undefined : expression.evaluate(value, () => other)
      expect([isInside, ['number', 'string', 'boolean', 'undefined'].includes(typeof result)]).toEqual([true, true])
    }), { numRuns: 1000 })
  })
})
