import { compileExpression } from '@mimic/engine/bindings'
import { parseBase64, parseHex, readField } from './bytes.ts'
import type { ByteField } from './bytes.ts'
import { mappingLimits } from '../limits.ts'
import type { Literal } from '../messages/path.ts'
import type { ValueReason } from '../problems.ts'
import { createWordMap } from './words.ts'

export const pointTypes = ['integer', 'decimal', 'bool', 'enum', 'string', 'array', 'object'] as const
/** The data types of a thing model's properties. */
export type PointType = (typeof pointTypes)[number]

/** How a value of a device becomes the value of a point. The steps run in the order of these fields. */
export interface Conversion {
  /** Values that mean "no value", such as -127 or "n/a". */
  readonly noValue?: readonly Literal[] | undefined
  /** A field of bytes, which are hexadecimal or Base64 text, or the payload itself (`raw`). */
  readonly bytes?: (ByteField & { readonly encoding: 'hex' | 'base64' | 'raw' }) | undefined
  /** Bits of an integer; bit 0 is the lowest. One bit of an on/off point is on if it is set. */
  readonly bits?: { readonly first: number; readonly count?: number | undefined } | undefined
  /** Words for on and off. */
  readonly words?: { readonly on: readonly Literal[]; readonly off: readonly Literal[] } | undefined
  /** Replaces listed values; other values are bad. */
  readonly values?: readonly { readonly from: Literal; readonly to: string | number }[] | undefined
  /**
   * How a number is written in a text: with a decimal point, a decimal comma, or hexadecimal. Otherwise a text is no
   * number.
   */
  readonly text?: 'point' | 'comma' | 'hex' | undefined
  readonly factor?: number | undefined
  /** Added after the factor. */
  readonly offset?: number | undefined
  /** Expression in the language of bindings; `value` is the value so far. */
  readonly expression?: string | undefined
  /** Makes an integer of a decimal; `zero` cuts the decimals off. */
  readonly rounding?: 'nearest' | 'down' | 'up' | 'zero' | undefined
  /** Limits of the result; a value outside is bad. */
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** A value that could not be converted. */
export class Failure {
  readonly reason: ValueReason

  constructor(reason: ValueReason) {
    this.reason = reason
  }
}

/** Result of a conversion: the value, or the reason why there is none. */
export type Converted = number | boolean | string | Failure
/** Converts a raw value of a payload to the type of its point. Never throws. */
export type Convert = (raw: unknown) => Converted
type Stage = (value: unknown) => unknown

/**
 * Compiles the conversion of a point. The returned function never throws; a value that does not become the declared
 * type is a `Failure`. `isPlain`: the value is the whole text of a payload, where numbers are text. Throws a RangeError
 * if the expression is invalid.
 */
export function compileConversion(type: PointType, conversion: Conversion, isPlain: boolean): Convert {
  const stages = createStages(type, conversion, isPlain)
  const [only, ...more] = stages
  const finish = compileType(type, conversion)
  if (only === undefined) return finish
  if (more.length === 0) {
    return (raw) => {
      const value = only(raw)
      return value instanceof Failure ? value : finish(value)
    }
  }
  return (raw) => {
    let value = raw
    for (const stage of stages) {
      value = stage(value)
      if (value instanceof Failure) return value
    }
    return finish(value)
  }
}

/** Checks an expression of a point: it can use only `value`. Returns the problem, or null. */
export function checkPointExpression(source: string): string | null {
  const compiled = compileExpression(source)
  if (compiled.problems) return compiled.problems[0]?.message ?? 'invalid expression'
  return compiled.tags.length > 0 ? `an expression of a mapping can use only value, not {${compiled.tags[0]}}` : null
}

/**
 * Compiles an expression of `value`; the returned function gives undefined if there is no result. Throws a RangeError
 * if invalid.
 */
export function compileValueExpression(
  source: string,
): (value: number | boolean | string) => number | boolean | string | undefined {
  const problem = checkPointExpression(source)
  const compiled = compileExpression(source)
  if (problem !== null || compiled.problems) throw new RangeError(`"${source}": ${problem}`)
  const { evaluate } = compiled
  return (value) => evaluate(value, readNoTag)
}

const readNoTag = (): undefined => undefined

const failures = {
  noValue: new Failure('noValue'),
  notNumber: new Failure('notNumber'),
  notFinite: new Failure('notFinite'),
  notInteger: new Failure('notInteger'),
  notOnOff: new Failure('notOnOff'),
  unknownWord: new Failure('unknownWord'),
  notText: new Failure('notText'),
  tooLong: new Failure('tooLong'),
  range: new Failure('range'),
  bytes: new Failure('bytes'),
  expression: new Failure('expression'),
  notArray: new Failure('notArray'),
  notObject: new Failure('notObject'),
}

function createStages(type: PointType, conversion: Conversion, isPlain: boolean): Stage[] {
  const { noValue, bytes, bits, words, values, factor, offset, expression, rounding } = conversion
  const isNumber = type === 'integer' || type === 'decimal'
  const text = conversion.text ?? (isPlain && (isNumber || bits) ? 'point' : undefined)
  const stages: Stage[] = []
  if (noValue) stages.push(rejectWords(createWordMap(noValue.map((word) => [word, true]))))
  if (bytes) stages.push(extractBytes(bytes))
  if (bits && text) stages.push(parseNumbers(text))
  if (bits) stages.push(extractBits(bits.first, bits.count ?? 1, type === 'bool'))
  if (words) stages.push(replaceOnOff(words))
  else if (isPlain && type === 'bool') stages.push(replaceOnOff({ on: [true, 1], off: [false, 0] }))
  if (values) stages.push(replaceWords(createWordMap(values.map(({ from, to }) => [from, to]))))
  if (text) stages.push(parseNumbers(text))
  if (factor !== undefined || offset !== undefined) stages.push(scale(factor ?? 1, offset ?? 0))
  if (expression !== undefined) stages.push(evaluateExpression(expression))
  if (rounding) stages.push(round(rounding))
  return stages
}

const rejectWords =
  (words: ReadonlyMap<unknown, true>): Stage =>
  (value) =>
    words.has(value) ? failures.noValue : value

function extractBytes(field: ByteField & { readonly encoding: 'hex' | 'base64' | 'raw' }): Stage {
  return (value) => {
    const bytes = toBytes(value, field.encoding)
    return (bytes && readField(bytes, field)) ?? failures.bytes
  }
}

/** Returns the bytes of a text or of a binary payload; null if there are none. */
export function toBytes(value: unknown, encoding: 'hex' | 'base64' | 'raw'): Uint8Array | null {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string' || encoding === 'raw') return null
  return encoding === 'hex' ? parseHex(value) : parseBase64(value)
}

function extractBits(first: number, count: number, isFlag: boolean): Stage {
  const divisor = 2 ** first
  const range = 2 ** count
  return (value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      return value === null ? failures.noValue : failures.notInteger
    // A negative number is read as two's complement.
    const bits = ((Math.floor(value / divisor) % range) + range) % range
    return isFlag && count === 1 ? bits === 1 : bits
  }
}

function replaceOnOff({ on, off }: { readonly on: readonly Literal[]; readonly off: readonly Literal[] }): Stage {
  const flags = createWordMap([
    ...off.map((word) => [word, false] as const),
    ...on.map((word) => [word, true] as const),
  ])
  return (value) => {
    const flag = flags.get(typeof value === 'string' ? value.trim() : value)
    if (flag !== undefined) return flag
    return typeof value === 'boolean' ? value : value === null ? failures.noValue : failures.notOnOff
  }
}

const replaceWords =
  (words: ReadonlyMap<unknown, string | number>): Stage =>
  (value) =>
    words.get(typeof value === 'string' ? value.trim() : value) ??
    (value === null ? failures.noValue : failures.unknownWord)

const pointNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
/** Dots separate thousands only where a comma follows: without it, "1.234" could be either number. */
const commaNumber = /^[+-]?(?:\d+(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+)$/
const hexNumber = /^(?:0x)?[0-9a-f]{1,13}$/i

function parseNumbers(text: 'point' | 'comma' | 'hex'): Stage {
  return (value) => {
    if (typeof value !== 'string') return value
    const digits = value.trim()
    if (digits.length > mappingLimits.wordLength) return failures.notNumber
    if (text === 'hex')
      return hexNumber.test(digits) ? Number.parseInt(digits.replace(/^0x/i, ''), 16) : failures.notNumber
    if (text === 'point') return pointNumber.test(digits) ? Number(digits) : failures.notNumber
    return commaNumber.test(digits) ? Number(digits.replace(/\./g, '').replace(',', '.')) : failures.notNumber
  }
}

const scale =
  (factor: number, offset: number): Stage =>
  (value) =>
    typeof value === 'number' ? value * factor + offset : rejectNumber(value)

function evaluateExpression(source: string): Stage {
  const evaluate = compileValueExpression(source)
  return (value) => {
    if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string')
      return value === null ? failures.noValue : failures.expression
    return evaluate(value) ?? failures.expression
  }
}

const rounders = { nearest: Math.round, down: Math.floor, up: Math.ceil, zero: Math.trunc } as const
const round =
  (rounding: keyof typeof rounders): Stage =>
  (value) =>
    typeof value === 'number' ? rounders[rounding](value) : value

const rejectNumber = (value: unknown): Failure =>
  value === null || value === undefined ? failures.noValue : failures.notNumber

/** The last step: the value has the declared type and lies within its limits, or it fails. */
function compileType(type: PointType, { min = -Infinity, max = Infinity }: Conversion): Convert {
  switch (type) {
    case 'decimal':
      return (value) => {
        if (typeof value !== 'number') return rejectNumber(value)
        if (!Number.isFinite(value)) return failures.notFinite
        return value < min || value > max ? failures.range : value
      }
    case 'integer':
      return (value) => {
        if (typeof value !== 'number') return rejectNumber(value)
        if (!Number.isSafeInteger(value))
          return Number.isInteger(value) || !Number.isFinite(value) ? failures.notFinite : failures.notInteger
        return value < min || value > max ? failures.range : value
      }
    case 'bool':
      return (value) => {
        if (typeof value === 'boolean') return value
        return value === 1 ? true : value === 0 ? false : value === null ? failures.noValue : failures.notOnOff
      }
    case 'enum':
      return (value) => {
        if (typeof value === 'string') return limitText(value)
        return typeof value === 'number' && Number.isSafeInteger(value)
          ? value
          : value === null
            ? failures.noValue
            : failures.unknownWord
      }
    case 'string':
      return (value) => {
        if (typeof value === 'string') return limitText(value)
        if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value)
        return value === null ? failures.noValue : failures.notText
      }
    case 'array':
      return (value) =>
        Array.isArray(value) ? serialize(value) : value === null ? failures.noValue : failures.notArray
    case 'object':
      return (value) => {
        if (value === null) return failures.noValue
        return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
          ? serialize(value)
          : failures.notObject
      }
  }
}

const limitText = (text: string): string | Failure =>
  text.length <= mappingLimits.textLength ? text : failures.tooLong

function serialize(value: unknown): string | Failure {
  try {
    return limitText(JSON.stringify(value) ?? '')
  } catch {
    return failures.tooLong // nested too deeply for the call stack
  }
}
