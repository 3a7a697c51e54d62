import { describe, expect, it } from 'vitest'
import { compileExpressionTemplate, compileTag, compileText } from './placeholder.ts'
import type { ParamKind, ParamValue } from '../model/symbol.ts'

const kinds = new Map<string, ParamKind>([
  ['pump', 'tag'],
  ['whole', 'tag'],
  ['dev', 'text'],
  ['n', 'number'],
  ['on', 'flag'],
  ['empty', 'tag'],
  ['word', 'text'],
])
const scope = new Map<string, ParamValue>([
  ['pump', 'works/pump-1'],
  ['whole', 'works/pump-1/speed'],
  ['dev', 'pump-9'],
  ['n', -2.5],
  ['on', true],
  ['empty', ''],
  ['word', 'it\'s {n} \\ "x"'],
])

const filled = ({ template, fault }: ReturnType<typeof compileTag>): string | undefined =>
  fault ? `${fault.at}: ${fault.message}` : template ? template(scope) : 'as it is'

describe('a placeholder in a tag', () => {
  it.each([
    ['{pump}/speed', 'works/pump-1/speed'],
    ['{pump}.speed', 'works/pump-1/speed'],
    ['{whole}', 'works/pump-1/speed'],
    ['works/{dev}/speed', 'works/pump-9/speed'],
    ['works/pump-1/speed', 'as it is'],
    ['{empty}/speed', undefined],
    ['{pump}', undefined],
    ['{whole}/speed', undefined],
    ['{pump}/{pump}', '0: not a tag for any values of its parameters'],
    ['a/{nobody}/c', '2: unknown parameter "nobody"'],
    ['{n}/a/b', '0: parameter "n" is not a tag'],
    ['{pump/speed', '0: a placeholder must be a parameter name in braces'],
    ['{pump}/a b', '0: not a tag for any values of its parameters'],
  ])('%s gives %s', (source, result) => {
    expect(filled(compileTag(source, kinds))).toBe(result)
  })
})

describe('a placeholder in an expression', () => {
  it.each([
    ['value * 2', 'as it is'],
    ['{works/pump-1/speed} + 1', 'as it is'],
    ['{whole} + {n}', '{works/pump-1/speed} + (-2.5)'],
    ['{pump}.speed > 3', '{works/pump-1/speed} > 3'],
    ['{{pump}/speed} > 3', '{works/pump-1/speed} > 3'],
    ['{{pump}.speed}', '{works/pump-1/speed}'],
    ['{ {pump}/speed}', '1: not a tag for any values of its parameters'],
    ['{works/{dev}/load}/{n}', '{works/pump-9/load}/(-2.5)'],
    ['if({on}, 1, 2)', 'if(true, 1, 2)'],
    ['\'{n}\' + {word} + "{pump}"', "'{n}' + 'it\\'s {n} \\\\ \"x\"' + \"{pump}\""],
    ['{empty}.speed + 1', undefined],
    ['{pump} + 1', undefined],
    ['1 + {nobody}', '4: unknown parameter "nobody"'],
    ['1 + {{nobody}/x}', '5: unknown parameter "nobody"'],
    ['2 * {n', '4: this brace is not closed'],
    ['2 * {{pump}/x', '4: this brace is not closed'],
  ])('%s gives %s', (source, result) => {
    expect(filled(compileExpressionTemplate(source, kinds))).toBe(result)
  })

  it('that makes it too long is not made', () => {
    const { template } = compileExpressionTemplate(`'${'x'.repeat(480)}' + {word}`, kinds)
    expect(template?.(scope)).toBeUndefined()
  })
})

it('a placeholder in a text is filled where there is such a parameter, and not a second time', () => {
  expect(compileText('{word}: {n} {nobody} {{n}}', kinds)?.(scope)).toBe('it\'s {n} \\ "x": -2.5 {nobody} {-2.5}')
  expect(compileText('{nobody} {', kinds)).toBeNull()
})
