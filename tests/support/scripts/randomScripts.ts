import type { Language } from '../../../server/scripts/runner/index.ts'
import { hostile, wrappings } from './hostile.ts'
import { shapes } from './shapes.ts'

type Random = () => number

const names = ['a', 'b', 'c', 'o', 'list']
const oddNames = ['it', 'msgContext', 'constructor', '__proto__', 'statics', 'held']
/** Most scripts declare their names, so that they are not refused. */
const declarations: Readonly<Record<Language, string>> = {
  groovy: "a = 1; b = 'x'; c = 2.50; o = new JSONObject([k: 1]); list = [3, 1, 2]\n",
  javascript: "var a = 1, b = 'x', c = 2.5, o = { k: 1 }, list = [3, 1, 2]\n",
}
const literals: Readonly<Record<Language, readonly string[]>> = {
  groovy: [
    '0',
    '1',
    '-7',
    '2147483647',
    '3L',
    '1.50',
    '2.5d',
    '9G',
    "'x'",
    '"v ${1 + 1}"',
    'true',
    'null',
    '[]',
    '[:]',
    '[1, 2.5, "z"]',
    '[k: 1, m: [2]]',
    '1..4',
    '{ it }',
    '{ p, q -> p }',
    'new JSONObject()',
    'new JSONArray()',
    'JSONUtil.parse(\'{"k":[1,{"v":2.5}]}\')',
    'msgContext.payload',
    'msgContext.topic',
    '/a+/',
  ],
  javascript: [
    '0',
    '1',
    '-7',
    '2 ** 53',
    '3n',
    '1.5',
    'NaN',
    "'x'",
    '`v ${1 + 1}`',
    'true',
    'null',
    'undefined',
    '[]',
    '({})',
    '[1, 2.5, "z"]',
    '({ k: 1, m: [2] })',
    '((p) => p)',
    'new Map([[1, 2]])',
    'Symbol.iterator',
    'globalThis',
    'JSON.parse(\'{"k":[1,{"v":2.5}]}\')',
    'msgContext.payload',
    'msgContext.topic',
    '/a+/',
    'new Error("e")',
  ],
}
const operators: Readonly<Record<Language, readonly string[]>> = {
  groovy: [
    '+',
    '-',
    '*',
    '/',
    '%',
    '**',
    '==',
    '!=',
    '<',
    '<=>',
    '&&',
    '||',
    '?:',
    '<<',
    '&',
    'in',
    '..',
    '=~',
    'as String +',
  ],
  javascript: ['+', '-', '*', '/', '%', '**', '===', '!=', '<', '&&', '||', '??', '<<', '&', 'in', 'instanceof', ','],
}
const methods: Readonly<Record<Language, readonly string[]>> = {
  groovy: [
    'size()',
    'toString()',
    'each { println it }',
    'collect { it }',
    'findAll { it }',
    'put("k", 1)',
    'getStr("k")',
    'getInt("k")',
    'getJSONObject(0)',
    'add(1)',
    'get(0)',
    'split("a")',
    'toUpperCase()',
    'sum()',
    'join("-")',
    'inject(0) { p, q -> p }',
    'abs()',
    'equals(1)',
    'containsKey("k")',
    'with { it }',
    'clear()',
    'sort()',
    'k',
    'constructor',
  ],
  javascript: [
    'length',
    'toString()',
    'map((each) => each)',
    'filter(Boolean)',
    'k',
    'k.v',
    'constructor',
    'constructor("return this")()',
    '__proto__',
    'at(0)',
    'split("a")',
    'join("-")',
    'reduce((p, q) => p, 0)',
    'then((each) => each)',
    'prototype',
    'name',
  ],
}

const pick = <T>(random: Random, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

function makeValue(random: Random, language: Language, depth: number): string {
  const kind = depth <= 0 ? 0 : random()
  if (kind < 0.35) return pick(random, random() < 0.6 ? literals[language] : random() < 0.95 ? names : oddNames)
  const inner = (): string => makeValue(random, language, depth - 1)
  if (kind < 0.6) return `(${inner()} ${pick(random, operators[language])} ${inner()})`
  if (kind < 0.85) return `${inner()}${random() < 0.15 ? '?.' : '.'}${pick(random, methods[language])}`
  if (kind < 0.92) return `(${inner()} ? ${inner()} : ${inner()})`
  return `${inner()}[${inner()}]`
}

function makeStatement(random: Random, language: Language, depth: number): string {
  const value = (): string => makeValue(random, language, 2)
  const body = (): string =>
    depth <= 0
      ? ''
      : Array.from({ length: Math.floor(random() * 3) }, () => makeStatement(random, language, depth - 1)).join('; ')
  const isGroovy = language === 'groovy'
  const name = pick(random, names)
  switch (Math.floor(random() * 11)) {
    case 0:
      return `${isGroovy ? pick(random, ['def', 'int', 'String', 'JSONObject', 'JSONArray', 'boolean']) : 'var'} ${name}${Math.floor(random() * 1_000)} = ${value()}`
    case 1:
      return `${name} ${pick(random, ['=', '+=', '-=', '*='])} ${value()}`
    case 2:
      return `if (${value()}) { ${body()} } else { ${body()} }`
    case 3:
      return isGroovy ? `for (i in ${value()}) { ${body()} }` : `for (const i of [${value()}]) { ${body()} }`
    case 4:
      return `for (${isGroovy ? 'int' : 'let'} n = 0; n < ${pick(random, ['3', '10', '1000000000'])}; n++) { ${body()} }`
    case 5:
      return `try { ${body()}; ${value()} } catch (e) { ${body()} } finally { ${body()} }`
    case 6:
      return isGroovy ? `println ${pick(random, literals.groovy)}` : `console.log(${value()})`
    case 7:
      return `msgContext.${pick(random, ['setPayload', 'setTopic', 'getData', 'setSerialNumber'])}(${value()})`
    case 8:
      return pick(random, [
        'alarms.raise("k", "t")',
        'devices.command("D", "t", 1)',
        'tags.read("x")',
        'log.info("a {}", 1)',
      ])
    case 9:
      return `switch (${value()}) { case ${value()}: ${body()}; break; default: ${body()} }`
    default:
      return value()
  }
}

/** Removes, doubles, swaps or replaces pieces of a text. */
function damage(random: Random, source: string): string {
  const pieces = source.split(/\b/)
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const at = Math.floor(random() * pieces.length)
    const piece = pieces[at] ?? ''
    pieces[at] = pick(random, [
      '',
      piece + piece,
      piece.slice(1),
      pieces[Math.floor(random() * pieces.length)] ?? '',
      '}',
      '{',
      '"',
      '\u0000',
      '😀',
    ])
  }
  return pieces.join('')
}

/** A random script: of a small grammar, or one that people or attackers write; a third of all are damaged. */
export function makeRandomScript(random: Random): readonly [Language, string] {
  const language: Language = random() < 0.6 ? 'groovy' : 'javascript'
  const make = (): string => {
    const origin = random()
    if (origin < 0.03) return pick(random, shapes).source
    if (origin < 0.06) {
      const found = pick(
        random,
        hostile.filter(([each]) => each === language),
      )
      return pick(random, wrappings[language])(found[1])
    }
    const separator = random() < 0.5 ? '\n' : '; '
    const statements = Array.from({ length: 1 + Math.floor(random() * 5) }, () => makeStatement(random, language, 2))
    return (random() < 0.9 ? declarations[language] : '') + statements.join(separator)
  }
  const source = make()
  return [language, random() < 0.33 ? damage(random, source) : source]
}
