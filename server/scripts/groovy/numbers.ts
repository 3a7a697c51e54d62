import { type Position, ScriptProblem } from '../problem.ts'

const maxInt = 2_147_483_647n
const minInt = -2_147_483_648n
const maxLong = 9_223_372_036_854_775_807n
const minLong = -9_223_372_036_854_775_808n

/** The JavaScript of a number as written in Groovy. Plain code needs no constant. Throws a ScriptProblem if it is out of range. */
export function readNumber(at: Position, text: string): { readonly code: string; readonly isPlain: boolean } {
  const isNegative = text.startsWith('-')
  const digits = text.replace(/^-/, '').replaceAll('_', '')
  const isRadix = /^0[xXbB]/.test(digits)
  const suffix = (isRadix ? /[lLgGiI]$/ : /[lLgGiIdDfF]$/).exec(digits)?.[0]?.toLowerCase() ?? ''
  const body = suffix === '' ? digits : digits.slice(0, -1)
  if (suffix === 'f')
    throw new ScriptProblem(at, text.length, {
      en: 'Numbers with f are not part of the built-in subset. Use d, or no suffix for an exact decimal.',
      zh: '内置子集不支持 f 后缀，请使用 d，或不加后缀（精确小数）。',
    })
  if (suffix === 'd') return { code: `double(${isNegative ? '-' : ''}${Number(body)})`, isPlain: false }
  if (/[.eE]/.test(body) && !isRadix) {
    if (suffix !== '' && suffix !== 'g')
      throw new ScriptProblem(at, text.length, {
        en: 'A number with a point cannot end in L or I.',
        zh: '带小数点的数字不能以 L 或 I 结尾。',
      })
    return { code: `decimal("${isNegative ? '-' : ''}${body}")`, isPlain: false }
  }
  const isOctal = /^0[0-7]+$/.test(body)
  if (/^0\d+$/.test(body) && !isOctal)
    throw new ScriptProblem(at, text.length, {
      en: 'A number that begins with 0 is octal and has digits 0 to 7 only.',
      zh: '以 0 开头的数字是八进制，只能包含 0–7。',
    })
  const value = BigInt(isOctal ? `0o${body.slice(1)}` : body) * (isNegative ? -1n : 1n)
  return writeInteger(at, text, value, suffix, isRadix || isOctal)
}

function writeInteger(
  at: Position,
  text: string,
  value: bigint,
  suffix: string,
  isRadix: boolean,
): { readonly code: string; readonly isPlain: boolean } {
  if (suffix === 'g') return { code: `bigInteger(${value}n)`, isPlain: false }
  const tooLarge = (): never => {
    throw new ScriptProblem(at, text.length, {
      en: 'The number is too large for its type. For larger ones add G.',
      zh: '数字超出类型范围，更大的数请加后缀 G。',
    })
  }
  if (suffix === 'i')
    return value > maxInt || value < minInt ? tooLarge() : { code: brackets(value.toString()), isPlain: true }
  if (suffix !== 'l' && value <= maxInt && value >= minInt) return { code: brackets(value.toString()), isPlain: true }
  if (value <= maxLong && value >= minLong) return { code: brackets(`${value}n`), isPlain: true }
  return suffix === 'l' || isRadix ? tooLarge() : { code: `bigInteger(${value}n)`, isPlain: false }
}

const brackets = (code: string): string => (code.startsWith('-') ? `(${code})` : code)
