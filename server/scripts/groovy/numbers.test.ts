import { describe, expect, it } from 'vitest'
import { runGroovy } from '../../../tests/support/groovy/runGroovy.ts'
import { count } from '../../../tests/support/counts.ts'
import { createRandom } from '../../../tests/support/hostile/random.ts'

const random = createRandom(11)
const below = (limit: number): number => Math.floor(random() * limit)
const int = (): number =>
  random() < 0.3 ? ([0, 1, -1, 2_147_483_647, -2_147_483_648, 65_536][below(6)] ?? 0) : below(2 ** 32) | 0
const long = (): bigint =>
  random() < 0.3
    ? ([0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)][below(5)] ?? 0n)
    : BigInt.asIntN(64, (BigInt(below(2 ** 32)) << 32n) | BigInt(below(2 ** 32)))
const samples = count({ daily: 400, full: 20_000 })
const list = <T>(make: () => T): T[] => Array.from({ length: samples }, make)

/** A decimal as digits and number of places. */
interface Decimal {
  readonly digits: bigint
  readonly places: number
}
const decimal = (): Decimal => ({ digits: BigInt(below(2 ** 31)) * (random() < 0.5 ? 1n : -1n), places: 1 + below(8) })
const write = ({ digits, places }: Decimal): string => {
  const plain = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
  return `${digits < 0n ? '-' : ''}${plain.slice(0, -places)}.${plain.slice(-places)}`
}
/** Reads plain digits back. */
const read = (text: string): Decimal => {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(text)
  if (!found) throw new Error(`not a decimal: ${text}`)
  const [, sign = '', whole = '', rest = '', exponent = '0'] = found
  return { digits: BigInt(`${sign}${whole}${rest}`), places: rest.length - Number(exponent) }
}
const equal = (a: Decimal, b: Decimal): boolean =>
  a.digits * 10n ** BigInt(Math.max(0, b.places - a.places)) ===
  b.digits * 10n ** BigInt(Math.max(0, a.places - b.places))

describe('numbers of the Groovy runtime', () => {
  it('wrap ints at 32 bits and longs at 64', async () => {
    const ints = list(() => [int(), int(), (['+', '-', '*'] as const)[below(3)] ?? '+'] as const)
    const expectedInts = ints.map(
      ([a, b, sign]) => `Integer ${sign === '+' ? (a + b) | 0 : sign === '-' ? (a - b) | 0 : Math.imul(a, b)}`,
    )
    expect(await runGroovy(ints.map(([a, b, sign]) => `int a = ${a}; int b = ${b}; a ${sign} b`))).toEqual(expectedInts)
    const longs = list(() => [long(), long(), (['+', '-', '*'] as const)[below(3)] ?? '+'] as const)
    const expectedLongs = longs.map(
      ([a, b, sign]) => `Long ${BigInt.asIntN(64, sign === '+' ? a + b : sign === '-' ? a - b : a * b)}`,
    )
    expect(await runGroovy(longs.map(([a, b, sign]) => `def a = ${a}L; def b = ${b}L; a ${sign} b`))).toEqual(
      expectedLongs,
    )
  })

  it('divide whole numbers so that quotient and remainder give the number back', async () => {
    const pairs = list(() => [int(), int() || 1] as const)
    const results = await runGroovy(pairs.map(([a, b]) => `long a = ${a}; long b = ${b}; a.intdiv(b) * b + a % b`))
    expect(results).toEqual(pairs.map(([a]) => `Long ${a}`))
  })

  it('add, subtract and multiply decimals exactly', async () => {
    const pairs = list(() => [decimal(), decimal()] as const)
    const results = await runGroovy(
      pairs.map(([a, b]) => `def a = ${write(a)}; def b = ${write(b)}; [a + b - b, a * b, a - a].join(' ')`),
    )
    for (const [index, [a, b]] of pairs.entries()) {
      const [sum = '', product = '', zero = ''] = (results[index] ?? '').replace('String ', '').split(' ')
      expect(equal(read(sum), a)).toBe(true)
      expect(equal(read(product), { digits: a.digits * b.digits, places: a.places + b.places })).toBe(true)
      expect(read(zero).digits).toBe(0n)
    }
  })

  it('divide decimals to within a rounding of the last digit', async () => {
    const pairs = list(() => [decimal(), { ...decimal(), digits: BigInt(1 + below(2 ** 20)) }] as const)
    const results = await runGroovy(pairs.map(([a, b]) => `(${write(a)} / ${write(b)}).toString()`))
    const wrong: unknown[] = []
    for (const [index, [a, b]] of pairs.entries()) {
      const quotient = read((results[index] ?? '').replace('String ', ''))
      // |a/b - q| <= 0.56 * 10^-places of q, multiplied up to whole numbers: Groovy rounds twice, so half a unit is not enough.
      const places = 40
      const scale = (value: Decimal): bigint => value.digits * 10n ** BigInt(places - value.places)
      const difference = scale(a) * 10n ** BigInt(places) - scale(quotient) * scale(b)
      const half = (scale(b) * 10n ** BigInt(places - quotient.places) * 56n) / 100n
      if ((difference < 0n ? -difference : difference) > half) wrong.push([write(a), write(b), results[index]])
    }
    expect(wrong).toEqual([])
  })

  it('print a double so that it reads back as the same number', async () => {
    const values = list(() => (random() - 0.5) * 10 ** (below(30) - 15))
    const results = await runGroovy(values.map((value) => `def x = ${String(value).replace('e+', 'e')}d; x.toString()`))
    expect(results.map((result) => Number(result.replace('String ', '')))).toEqual(values)
  })

  it('keep every text through JSON, templates, split and join', async () => {
    const characters = [
      'a',
      'Z',
      '0',
      ' ',
      '"',
      '\\',
      '\n',
      '\t',
      '中',
      '\u0000',
      '\u2028',
      "'",
      '$',
      '{',
      '😀',
      '/',
      ',',
    ]
    const texts = list(() => Array.from({ length: below(12) }, () => characters[below(characters.length)]).join(''))
    const literal = (text: string): string =>
      `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\u0000', '\\u0000')}'`
    const results = await runGroovy(
      texts.map(
        (text) =>
          `def t = ${literal(text)}; def o = new JSONObject(); o.put('k', t); def back = JSONUtil.parseObj(o.toString()).getStr('k'); back == t && "$t" == t && t.split('', -1).join('') == t && t.reverse().reverse() == t && t.toList().join('') == t`,
      ),
    )
    expect(results).toEqual(texts.map(() => 'Boolean true'))
  })
})
