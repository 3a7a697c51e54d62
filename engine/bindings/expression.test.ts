import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flag, number, text as textField } from '../schema/index.ts'
import type { Operand, Quality } from './index.ts'
import { checkExpression, compileExpression, quality } from './index.ts'
import { planResolver } from './resolve.ts'

const run = (source: string, value: Operand = 10, tags: Readonly<Record<string, Operand>> = {}): Operand => {
  const expression = compileExpression(source)
  if (expression.problems) throw new Error(expression.problems.map(({ from, message }) => `${from}: ${message}`).join())
  return expression.evaluate(value, (slot) => tags[expression.tags[slot] ?? ''])
}
const fault = (source: string): string => {
  const { problems } = compileExpression(source)
  return problems ? problems.map(({ from, message }) => `${from}: ${message}`).join() : 'none'
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
    ['round(1.005, 2)', 1.01],
    ['round(-1.005, 1) + round(8.345, 2) + round(0.0000001, 2)', 7.35],
    ['round(1234567890.123, 12)', 1234567890.123],
    ['round(2.345, 2) + round(1.5) + floor(1.9) + ceil(0.1) + sqrt(9) + pow(2, 3)', 17.35],
    ['clamp(value, 0, 8)', 8],
    ['mapRange(value, 0, 20, 100, 200)', 150],
    ['mapRange(99, 0, 20, 100, 200)', 200],
    ['format(value / 3, 2) + " m³/h"', '3.33 m³/h'],
    ["'it\\'s'", "it's"],
    ['"P " + 0.1 + ""', 'P 0.1'],
    ['0.1 + 0.2 + " V"', '0.3 V'],
    ['coalesce(null, {p/d/none}, 4)', 4],
    ['mapStates(value, 0, "stopped", 10, "running", "?")', 'running'],
    ['mapStates(value, 0, "stopped", 1, "running", "?")', '?'],
    ['mapStates(value == 10, true, "on", false, "off")', 'on'],
    ['mapStates({p/d/mode}, "auto", 1, "hand", 2)', 2],
    ['mapBands(value, 5, "low", 15, "normal", "high")', 'normal'],
    ['mapBands(99, 5, "low", 15, "normal", "high")', 'high'],
    ['mapBands(5, 5, 1, 15, 2)', 2],
  ])('%s = %j', (source, result) => {
    expect(run(source, 10, { 'p/d/mode': 'hand' })).toBe(result)
  })

  it('rounds to tens and hundreds too, and knows ends of lines in texts', () => {
    expect([run('round(1234, -2)'), run('round(-1250, -2)'), run('round(1.005, 2)')]).toEqual([1200, -1300, 1.01])
    expect(run(String.raw`"a\nb\tc\"d\\e"`)).toBe('a\nb\tc"d\\e')
  })

  it('reads other tags, each named once', () => {
    const expression = compileExpression(
      '{street/pole-001/power} + { street/pole-002/power } * {street/pole-001/power}',
    )
    expect(expression.problems ? [] : expression.tags).toEqual(['street/pole-001/power', 'street/pole-002/power'])
    expect(run('{p/d/a} * 2 + {p/d/b}', 0, { 'p/d/a': 5, 'p/d/b': 1 })).toBe(11)
  })

  it.each([
    '1 / 0',
    'value % 0',
    '0 / 0',
    'sqrt(-1)',
    'pow(10, 400)',
    '1e999',
    '{p/d/none} + 1',
    '{p/d/none} > 1',
    '!{p/d/none}',
    'null == null',
    'null * 2',
    'if({p/d/none}, 1, 2)',
    '{p/d/none} ? 1 : 2',
    'format({p/d/none})',
    'min(1, {p/d/none})',
    'mapStates(3, 0, "a", 1, "b")',
    'mapStates({p/d/none}, 0, 1, 2)',
    'mapBands(9, 1, "a", 2, "b")',
    'mapBands(1, {p/d/none}, "a", "b")',
  ])('%s is unknown', (source) => {
    expect(run(source)).toBeUndefined()
  })

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
    ['a=1', '1: use == to compare'],
    ['value = 1', '6: use == to compare'],
    ['a;b', '1: unexpected ";"'],
    ['a.constructor("return 1")()', '1: member access is not supported'],
    ['a["x"]', '1: unexpected "["'],
    ['constructor', '0: unknown name "constructor"; write tags in braces'],
    ['__proto__', '0: unknown name "__proto__"; write tags in braces'],
    ['toString()', '0: unknown function "toString"'],
    ['min', '0: min is a function: add parentheses'],
    ['min()', '0: min expects 1 to 16 arguments, got 0'],
    ['clamp(1, 2)', '0: clamp expects 3 arguments, got 2'],
    ['min(1,)', '6: a value is missing before ")"'],
    ['min(1 2)', '6: "," is missing'],
    ['1 ? 2', '5: ":" is missing'],
    ['value − 1', '6: unexpected "−"'],
    ['１+value', '0: use 1 instead of １'],
    ['if（value > 1, 2, 3)', '2: use ( instead of （'],
    ['value ≥ 1', '6: use >= instead of ≥'],
    ['value § 1', '6: unexpected "§"'],
    [
      '{Street/pump_1/speed}',
      '0: write a tag as {project/device/point}; project and device contain only lowercase letters, digits and -',
    ],
    [
      '{street}',
      '0: write a tag as {project/device/point}; project and device contain only lowercase letters, digits and -',
    ],
    ['{a/b/c', '0: this brace is not closed'],
    ['"abc', '0: this text is not closed'],
    ['value & 1', '6: use && for "and"'],
    ['('.repeat(100), '32: nesting must not exceed 32 levels'],
    ['!'.repeat(100), '32: nesting must not exceed 32 levels'],
    ['"a" * 2', '0: "*" needs a number, but this is a text'],
    ['value < "b"', '8: "<" needs a number, but this is a text'],
    ['2 - format(value)', '4: "-" needs a number, but this is a text'],
    ['-"a"', '1: "-" needs a number, but this is a text'],
    ['"a" == 1', '0: a text never equals a number'],
    ['min(1, "a" + value)', '7: min needs a number here, but this is a text'],
    ['mapBands(value, "a", 1)', '16: mapBands needs a number here, but this is a text'],
    ['!"a"', '1: a condition must be a number or a flag, not a text'],
    ['value > 1 && format(value)', '13: a condition must be a number or a flag, not a text'],
    ['format(value) ? 1 : 2', '0: a condition must be a number or a flag, not a text'],
    ['if("a", 1, 2)', '3: a condition must be a number or a flag, not a text'],
    ['isGood(value + 1)', '7: quality functions need value or a tag in braces'],
    ['1+'.repeat(250) + '1', '500: an expression must not exceed 500 characters'],
  ])('%s is refused with its place', (source, message) => {
    expect(fault(source)).toBe(message)
  })

  it('reports every certain type error in order, and accepts potentially valid operations', () => {
    expect(checkExpression('"a" * 2 + -"b"').map(({ from, to, code }) => [from, to, code])).toEqual([
      [0, 3, 'expression.type'],
      [11, 14, 'expression.type'],
    ])
    for (const source of ['value * {p/d/a}', '(value > 1 ? 1 : "a") * 2', 'value == "run"', '"a" + 1', 'null * 2'])
      expect(checkExpression(source)).toEqual([])
  })

  it('warns that nothing equals null, but still runs', () => {
    expect(checkExpression('1 + (null != value)')).toMatchObject([
      { from: 4, to: 19, code: 'expression.idle', message: expect.stringContaining('nothing equals null') },
    ])
    expect(run('value == null || value > 1', 2)).toBe(true)
    expect(
      planResolver({ kind: 'expression', source: 'value == null' }, flag({ en: 'On', zh: '开' })).problems,
    ).toEqual([])
  })

  it('holds its result against the property it is for', () => {
    const level = number({ en: 'Level', zh: '液位' }, { default: 0 })
    const label = textField({ en: 'Label', zh: '标签' })
    expect(checkExpression('format(value, 1)', level)).toMatchObject([{ from: 0, to: 16, code: 'expression.type' }])
    expect(checkExpression('value > 1 ? 1 : "a"', level)).toEqual([])
    expect(checkExpression('value * 2', label)).toEqual([])
  })

  it('distinguishes incomplete from invalid input at every step of typing', () => {
    const whole = 'if({p/d/a} > 1 && value < 2, "a" + format(value, 1), mapStates(value, 1, "x"))'
    expect(checkExpression(whole)).toEqual([])
    for (let length = 1; length < whole.length; length++) {
      const typed = whole.slice(0, length)
      const wrong = checkExpression(typed).filter(({ isIncomplete }) => !isIncomplete)
      // A prefix of a valid expression, such as a function name without its bracket or the first half of an operator,
      // is only reported as incomplete.
      expect([typed, wrong.map(({ message }) => message)]).toEqual([typed, []])
    }
    expect(checkExpression('1 + * 2')[0]).toMatchObject({ isIncomplete: false, from: 4, to: 5 })
    expect(checkExpression('"abc')[0]).toMatchObject({ isIncomplete: true, from: 0, to: 4 })
  })

  it('explains errors in both languages', () => {
    expect(checkExpression('value *')[0]?.words).toEqual({ en: 'the expression ends too early', zh: '表达式不完整' })
  })

  it('can branch on quality, and has the quality of the inputs it used', () => {
    const expression = compileExpression('isGood(value) ? value : {p/d/spare}')
    if (expression.problems) throw new Error('it should compile')
    const marks = new Map<number, Quality>([
      [-1, quality.bad],
      [0, quality.uncertain],
    ])
    const used: number[] = []
    const readQuality = (slot: number, isUsed: boolean): Quality => {
      if (isUsed) used.push(slot)
      return marks.get(slot) ?? quality.stale
    }
    expect([expression.usesQuality, expression.evaluate(1, () => 2, readQuality), used.splice(0)]).toEqual([
      true,
      2,
      [0],
    ])
    marks.set(-1, quality.good)
    expect([expression.evaluate(1, () => 2, readQuality), used.splice(0)]).toEqual([1, [-1]])
    expect(run('isStale({p/d/none}) && !isGood({p/d/none}) && isGood(value)')).toBe(true)
  })

  it('survives the longest chain', () => {
    expect(run('1' + '+1'.repeat(249))).toBe(250)
  })

  it('never throws, whatever the source and the tags', () => {
    const piece = fc.constantFrom(
      'value',
      '{p/d/a}',
      '1',
      '0',
      '"x"',
      'true',
      'null',
      '+',
      '-',
      '*',
      '/',
      '%',
      '==',
      '!=',
      '<',
      '>=',
      '&&',
      '||',
      '!',
      '?',
      ':',
      '(',
      ')',
      ',',
      'min(',
      'if(',
      'format(',
      'round(',
      'mapRange(',
    )
    const source = fc.oneof(
      fc.array(fc.nat(0xffff), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)),
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(' ')),
    )
    const operand = fc.oneof(fc.double(), fc.string({ maxLength: 5 }), fc.boolean(), fc.constant(undefined))
    fc.assert(
      fc.property(source, operand, operand, (text, value, other) => {
        const expression = compileExpression(text)
        const isInside =
          expression.problems?.every(({ from, to }) => from >= 0 && from <= to && to <= text.length) ?? true
        const result = expression.problems ? undefined : expression.evaluate(value, () => other)
        expect([isInside, ['number', 'string', 'boolean', 'undefined'].includes(typeof result)]).toEqual([true, true])
      }),
      { numRuns: 1000 },
    )
  })
})
