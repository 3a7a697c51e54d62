// Numbers of Groovy. Integer is a JavaScript number, Long a bigint; the others are objects of the classes below.
import { fail } from './errors.js'

/** BigDecimal: `unscaled` × 10^-`scale`. Made by `makeDecimal`. */
export class Decimal {}

/** Double. Made by `makeDouble`. */
export class Double {}

/** BigInteger. */
export class BigInteger {
  constructor(value) {
    this.value = value
  }
}

const decimalPrototype = Decimal.prototype
const doublePrototype = Double.prototype
/** Literals: the engine makes them three times as fast as objects of a constructor. */
export const makeDecimal = (unscaled, scale) => ({ __proto__: decimalPrototype, unscaled, scale })
export const makeDouble = (value) => ({ __proto__: doublePrototype, value })

/** Order of the types of numbers: of two numbers the result has the higher one. `instanceof` is slow in the engine. */
for (const [type, rank] of [
  [BigInteger, 2],
  [Decimal, 3],
  [Double, 4],
])
  Object.defineProperty(type.prototype, 'numberRank', { value: rank })
export const decimalRank = 3

/** Digits that a number may have: more would cost seconds of computing in one step. */
const maxDigits = 10_000
const extraPrecision = 10
const minScale = 10

export const double = makeDouble
export const bigInteger = (value) => new BigInteger(limit(value))
export const isNumber = (value) =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (typeof value === 'object' && value !== null && value.numberRank !== undefined)
export const toLong = (value) => BigInt.asIntN(64, value)

const powers = [1n]
export function tenTo(exponent) {
  if (exponent > maxDigits) fail('ArithmeticException', 'Overflow')
  while (powers.length <= exponent && powers.length < 400) powers.push(powers[powers.length - 1] * 10n)
  return exponent < 400 ? powers[exponent] : 10n ** BigInt(exponent)
}

const maxBits = BigInt(maxDigits * 4)
function limit(value) {
  if (value > 0xffffffffffffffffn || value < -0xffffffffffffffffn) {
    if ((value < 0n ? -value : value) >> maxBits)
      fail('ArithmeticException', 'BigInteger would overflow supported range')
  }
  return value
}

/** Reads a decimal as Java's BigDecimal does; undefined if the text is none. */
export function readDecimal(text) {
  const found = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (!found || (found[2] ?? '') + (found[3] ?? '') === '') return undefined
  if (text.length > maxDigits) return undefined
  const exponent = Number(found[4] ?? 0)
  if (Math.abs(exponent) > maxDigits) return undefined
  const digits = BigInt(found[2] + (found[3] ?? ''))
  return makeDecimal(found[1] === '-' ? -digits : digits, (found[3] ?? '').length - exponent)
}

export function decimal(text) {
  return readDecimal(text) ?? fail('NumberFormatException', `Character array is missing "exponent" mark 'e' or 'E'.`)
}

/** Decimal of any exact number; of a double by its shortest text, as BigDecimal.valueOf does. */
export function toDecimal(value) {
  if (typeof value === 'number') return makeDecimal(BigInt(value), 0)
  if (value.numberRank === decimalRank) return value
  if (typeof value === 'bigint') return makeDecimal(value, 0)
  if (value instanceof BigInteger) return makeDecimal(value.value, 0)
  if (!Number.isFinite(value.value)) fail('NumberFormatException', 'Infinite or NaN')
  return decimal(doubleText(value.value))
}

export function toFloat(value) {
  if (typeof value === 'number') return value
  if (value instanceof Double) return value.value
  if (typeof value === 'bigint') return Number(value)
  return value instanceof BigInteger ? Number(value.value) : Number(`${value.unscaled}e${-value.scale}`)
}

/** Whole part as a bigint, towards zero. */
export function toWhole(value) {
  if (typeof value === 'number') return BigInt(value)
  if (typeof value === 'bigint') return value
  if (value instanceof BigInteger) return value.value
  if (value instanceof Double) {
    if (Number.isNaN(value.value)) return 0n
    const clamped = Math.max(-(2 ** 63), Math.min(2 ** 63, Math.trunc(value.value)))
    const whole = BigInt(clamped)
    return whole > 9223372036854775807n ? 9223372036854775807n : whole
  }
  return value.scale <= 0 ? value.unscaled * tenTo(-value.scale) : value.unscaled / tenTo(value.scale)
}

/** Int of a number as Java's intValue(); doubles are clamped, others lose their upper bits. */
export function toInt(value) {
  if (typeof value === 'number') return value
  if (value instanceof Double)
    return Number.isNaN(value.value) ? 0 : Math.max(-2147483648, Math.min(2147483647, Math.trunc(value.value))) | 0
  return Number(BigInt.asIntN(32, toWhole(value)))
}

const rank = (value) => {
  if (typeof value === 'number') return 0
  if (typeof value === 'bigint') return 1
  return value.numberRank
}

function align(a, b) {
  if (a.scale === b.scale) return [a.unscaled, b.unscaled, a.scale]
  return a.scale > b.scale
    ? [a.unscaled, b.unscaled * tenTo(a.scale - b.scale), a.scale]
    : [a.unscaled * tenTo(b.scale - a.scale), b.unscaled, b.scale]
}

/** Applies an operation in the type that both numbers have in common. */
function combine(a, b, onWhole, onDecimal, onFloat) {
  const first = rank(a)
  const second = rank(b)
  switch (first > second ? first : second) {
    case 0:
      return Number(BigInt.asIntN(32, onWhole(BigInt(a), BigInt(b))))
    case 1:
      return toLong(onWhole(BigInt(a), BigInt(b)))
    case 2:
      return new BigInteger(limit(onWhole(toWhole(a), toWhole(b))))
    case 3:
      return onDecimal(toDecimal(a), toDecimal(b))
    default:
      return makeDouble(onFloat(toFloat(a), toFloat(b)))
  }
}

const checked = (unscaled, scale) => makeDecimal(limit(unscaled), scale)
// Named functions: a closure made for each operation costs more than the operation.
const plus = (x, y) => x + y
const minus = (x, y) => x - y
const times = (x, y) => x * y
const remainder = (x, y) => x % y
function plusDecimal(x, y) {
  if (x.scale === y.scale) return checked(x.unscaled + y.unscaled, x.scale)
  const [u, v, s] = align(x, y)
  return checked(u + v, s)
}
function minusDecimal(x, y) {
  if (x.scale === y.scale) return checked(x.unscaled - y.unscaled, x.scale)
  const [u, v, s] = align(x, y)
  return checked(u - v, s)
}
const timesDecimal = (x, y) => checked(x.unscaled * y.unscaled, x.scale + y.scale)
function remainderDecimal(x, y) {
  const [u, v, s] = align(x, y)
  return makeDecimal(u % v, s)
}
export const addNumbers = (a, b) => combine(a, b, plus, plusDecimal, plus)
export const subtractNumbers = (a, b) => combine(a, b, minus, minusDecimal, minus)
export const multiplyNumbers = (a, b) => combine(a, b, times, timesDecimal, times)

export function remainderOf(a, b) {
  const isZero = isNumberZero(b)
  const byZero = (message) => (isZero ? fail('ArithmeticException', message) : undefined)
  const top = Math.max(rank(a), rank(b))
  if (top === 0 || top === 1) byZero('/ by zero')
  if (top === 2) {
    byZero('BigInteger: modulus not positive')
    const [x, y] = [toWhole(a), toWhole(b)]
    return new BigInteger(x % y)
  }
  if (top === 3) byZero('Division by zero')
  return combine(a, b, remainder, remainderDecimal, remainder)
}

export function divideNumbers(a, b) {
  if (a instanceof Double || b instanceof Double) return makeDouble(toFloat(a) / toFloat(b))
  const [x, y] = [toDecimal(a), toDecimal(b)]
  if (y.unscaled === 0n) fail('ArithmeticException', x.unscaled === 0n ? 'Division undefined' : 'Division by zero')
  return divideExactly(x, y) ?? divideRounded(x, y)
}

/** The exact quotient with the smallest scale from the preferred one on; undefined if its digits do not end. */
function divideExactly(a, b) {
  const preferred = a.scale - b.scale
  if (a.unscaled === 0n) return makeDecimal(0n, Math.max(-maxDigits, Math.min(maxDigits, preferred)))
  let divisor = b.unscaled < 0n ? -b.unscaled : b.unscaled
  const common = greatestDivisor(a.unscaled < 0n ? -a.unscaled : a.unscaled, divisor)
  const top = a.unscaled / common
  divisor /= common
  let [twos, fives] = [0, 0]
  while (divisor % 2n === 0n) [divisor, twos] = [divisor / 2n, twos + 1]
  while (divisor % 5n === 0n) [divisor, fives] = [divisor / 5n, fives + 1]
  if (divisor !== 1n) return undefined
  const digits = Math.max(twos, fives)
  const unscaled = (top * tenTo(digits)) / ((b.unscaled < 0n ? -1n : 1n) * 2n ** BigInt(twos) * 5n ** BigInt(fives))
  return strip(makeDecimal(unscaled, preferred + digits), preferred)
}

/** Removes trailing zeros down to the preferred scale. */
function strip({ unscaled, scale }, preferred) {
  let [digits, left] = [unscaled, scale]
  while (left > preferred && digits % 10n === 0n) [digits, left] = [digits / 10n, left - 1]
  return makeDecimal(digits, left)
}

function greatestDivisor(a, b) {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

export const countDigits = (unscaled) => (unscaled < 0n ? -unscaled : unscaled).toString().length

function divideRounded(a, b) {
  const precision = Math.max(countDigits(a.unscaled), countDigits(b.unscaled)) + extraPrecision
  const result = divideToPrecision(a, b, precision)
  const scale = Math.max(a.scale, b.scale, minScale)
  return result.scale > scale ? setScale(result, scale) : result
}

/** Quotient with so many digits, rounded half up, without trailing zeros below the preferred scale. */
function divideToPrecision(a, b, precision) {
  const digits = precision + 3 + Math.max(0, countDigits(b.unscaled) - countDigits(a.unscaled))
  const raised = a.unscaled * tenTo(digits)
  const whole = raised / b.unscaled
  // A digit below the last one keeps the rounding of what was cut off.
  const rest = raised % b.unscaled === 0n ? 0n : 1n
  const isNegative = a.unscaled < 0n !== b.unscaled < 0n
  const exact = makeDecimal(whole * 10n + (isNegative ? -rest : rest), a.scale - b.scale + digits + 1)
  return strip(roundToPrecision(exact, precision), a.scale - b.scale)
}

export function roundToPrecision(value, precision) {
  const excess = countDigits(value.unscaled) - precision
  if (excess <= 0) return value
  const rounded = setScale(value, value.scale - excess)
  return countDigits(rounded.unscaled) > precision ? setScale(rounded, rounded.scale - 1) : rounded
}

/** Rounds half away from zero, or as `mode` says: 'up' | 'down' | 'ceiling' | 'floor' | 'halfEven'. */
export function setScale({ unscaled, scale }, next, mode = 'halfUp') {
  if (next >= scale) return makeDecimal(limit(unscaled * tenTo(next - scale)), next)
  const divisor = tenTo(scale - next)
  const whole = unscaled / divisor
  const rest = unscaled % divisor
  if (rest === 0n) return makeDecimal(whole, next)
  const isNegative = unscaled < 0n
  const twice = (isNegative ? -rest : rest) * 2n
  const isAway =
    mode === 'up' ||
    (mode === 'ceiling' && !isNegative) ||
    (mode === 'floor' && isNegative) ||
    (mode === 'halfUp' && twice >= divisor) ||
    (mode === 'halfDown' && twice > divisor) ||
    (mode === 'halfEven' && (twice > divisor || (twice === divisor && whole % 2n !== 0n)))
  return makeDecimal(isAway ? whole + (isNegative ? -1n : 1n) : whole, next)
}

export const stripZeros = (value) => (value.unscaled === 0n ? makeDecimal(0n, 0) : strip(value, -maxDigits))

export function powerOf(a, b) {
  const isWhole = typeof b === 'number' || typeof b === 'bigint'
  if (isWhole && b >= 0 && !(a instanceof Double)) {
    const exponent = BigInt(b)
    if (a instanceof Decimal) {
      if (BigInt(countDigits(a.unscaled)) * exponent > BigInt(maxDigits)) fail('ArithmeticException', 'Overflow')
      return checked(a.unscaled ** exponent, a.scale * Number(exponent))
    }
    const base = toWhole(a)
    if (BigInt(countDigits(base)) * exponent > BigInt(maxDigits) && base !== 0n && base !== 1n && base !== -1n)
      fail('ArithmeticException', 'BigInteger would overflow supported range')
    const value =
      base === 1n || base === 0n
        ? exponent === 0n
          ? 1n
          : base
        : base === -1n
          ? exponent % 2n === 0n
            ? 1n
            : -1n
          : base ** exponent
    if (typeof a === 'number' && BigInt.asIntN(32, value) === value) return Number(value)
    return typeof a === 'bigint' && toLong(value) === value ? value : new BigInteger(value)
  }
  const value = Math.pow(toFloat(a), toFloat(b))
  if ((value | 0) === value) return value | 0
  return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value) : makeDouble(value)
}

export function negateNumber(value) {
  if (typeof value === 'number') return -value | 0
  if (typeof value === 'bigint') return toLong(-value)
  if (value instanceof Decimal) return makeDecimal(-value.unscaled, value.scale)
  return value instanceof BigInteger ? new BigInteger(-value.value) : makeDouble(-value.value)
}

export function isNumberZero(value) {
  if (typeof value === 'number') return value === 0
  if (typeof value === 'bigint') return value === 0n
  if (value instanceof Decimal) return value.unscaled === 0n
  return value instanceof BigInteger ? value.value === 0n : value.value === 0
}

/** -1, 0 or 1. Doubles compare as Java's Double.compare does. */
export function compareNumbers(a, b) {
  const top = Math.max(rank(a), rank(b))
  if (top <= 1) return a < b ? -1 : a > b ? 1 : 0
  if (top === 4) {
    const [x, y] = [toFloat(a), toFloat(b)]
    if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) ? (Number.isNaN(y) ? 0 : 1) : -1
    return x < y ? -1 : x > y ? 1 : 0
  }
  const [x, y] = top === 2 ? [toWhole(a), toWhole(b)] : align(toDecimal(a), toDecimal(b))
  return x < y ? -1 : x > y ? 1 : 0
}

/** Text of a number as Java prints it. */
export function numberText(value) {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (value instanceof Double) return doubleText(value.value)
  return value instanceof BigInteger ? value.value.toString() : decimalText(value)
}

/** Without an exponent. */
export function plainText(value) {
  if (!(value instanceof Decimal)) return value instanceof Double ? plainText(toDecimal(value)) : numberText(value)
  const { unscaled, scale } = value
  if (scale <= 0) return (unscaled * tenTo(-scale)).toString()
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0')
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

function decimalText(value) {
  const { unscaled, scale } = value
  if (scale === 0) return unscaled.toString()
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString()
  const exponent = digits.length - 1 - scale
  if (scale > 0 && exponent >= -6) return plainText(value)
  const sign = unscaled < 0n ? '-' : ''
  return `${sign}${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}E${exponent < 0 ? '' : '+'}${exponent}`
}

function doubleText(value) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '-Infinity' : 'Infinity'
  if (Math.abs(value) === 5e-324) return value < 0 ? '-4.9E-324' : '4.9E-324'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const size = Math.abs(value)
  if (size >= 1e-3 && size < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value)
  const [digits, exponent] = value.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`
}
