// Arithmetic of Groovy on values of any type.
import { equal, joinMaps } from './comparisons.js'
import { fail } from './errors.js'
import {
  addNumbers,
  BigInteger,
  decimalRank,
  divideNumbers,
  isNumber,
  makeDecimal,
  multiplyNumbers,
  negateNumber,
  powerOf,
  remainderOf,
  subtractNumbers,
  toInt,
  toLong,
  toWhole,
} from './numbers.js'
import { typeName, missing } from './objects.js'
import { patternOf } from './patterns.js'
import { text } from './text.js'
import { GroovyMap, GroovySet, isCollection, isList, Matcher } from './values.js'

export function add(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return (a + b) | 0
  if (typeof a === 'string') return a + text(b)
  if (isNumber(a) && isNumber(b)) return addNumbers(a, b)
  if (typeof b === 'string' && (a === null || isNumber(a))) return text(a) + b
  if (isList(a)) return isCollection(b) ? [...a, ...b] : [...a, b]
  if (a instanceof GroovySet) return new GroovySet(isCollection(b) ? [...a, ...b] : [...a, b])
  if (a instanceof GroovyMap && b instanceof GroovyMap) return joinMaps(a, b)
  return missing(a, 'plus', [b])
}

export function sub(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return (a - b) | 0
  if (isNumber(a) && isNumber(b)) return subtractNumbers(a, b)
  if (typeof a === 'string') {
    if (b instanceof Matcher) return a
    const gone = text(b)
    const at = a.indexOf(gone)
    return at < 0 ? a : a.slice(0, at) + a.slice(at + gone.length)
  }
  if (isList(a)) {
    const gone = isCollection(b) ? [...b] : [b]
    return [...a].filter((each) => !gone.some((other) => equal(each, other)))
  }
  if (a instanceof GroovySet) return new GroovySet(sub([...a], isCollection(b) ? [...b] : b))
  if (a instanceof GroovyMap && b instanceof GroovyMap) {
    const left = new GroovyMap()
    for (const [key, each] of a) if (!(b.has(key) && equal(b.get(key), each))) left.set(key, each)
    return left
  }
  return missing(a, 'minus', [b])
}

export function mul(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return Math.imul(a, b)
  if (typeof b === 'number' && typeof a === 'object' && a !== null && a.numberRank === decimalRank)
    return makeDecimal(a.unscaled * BigInt(b), a.scale)
  if (isNumber(a) && isNumber(b)) return multiplyNumbers(a, b)
  if (isNumber(b) && (typeof a === 'string' || isList(a))) {
    const count = toInt(b)
    if (count < 0)
      fail('IllegalArgumentException', `multiply() should be called with a number of 0 or greater not: ${count}`)
    if (typeof a === 'string') return a.repeat(count)
    const items = [...a]
    const all = []
    for (let index = 0; index < count; index++) for (const each of items) all.push(each)
    return all
  }
  return missing(a, 'multiply', [b])
}

export const div = (a, b) => (isNumber(a) && isNumber(b) ? divideNumbers(a, b) : missing(a, 'div', [b]))
export function rem(a, b) {
  if (typeof a === 'number' && typeof b === 'number' && b !== 0) return (a % b) | 0
  return isNumber(a) && isNumber(b) ? remainderOf(a, b) : missing(a, 'mod', [b])
}
export const pow = (a, b) => (isNumber(a) && isNumber(b) ? powerOf(a, b) : missing(a, 'power', [b]))
export function negate(value) {
  if (Array.isArray(value)) return value.map(negate)
  return isNumber(value) ? negateNumber(value) : missing(value, 'negative', [])
}
export const positive = (value) => (isNumber(value) ? value : missing(value, 'positive', []))

export function next(value) {
  if (typeof value === 'string')
    return value === ''
      ? missing(value, 'next', [])
      : value.slice(0, -1) + String.fromCharCode(value.charCodeAt(value.length - 1) + 1)
  return add(value, 1)
}
export function previous(value) {
  if (typeof value === 'string')
    return value === ''
      ? missing(value, 'previous', [])
      : value.slice(0, -1) + String.fromCharCode(value.charCodeAt(value.length - 1) - 1)
  return sub(value, 1)
}

// Bits

function bits(name, a, b, onBoolean, onInt, onLong) {
  if (typeof a === 'boolean' && typeof b === 'boolean') return onBoolean(a, b)
  if (typeof a === 'number' && typeof b === 'number') return onInt(a, b)
  const isWhole = (value) => typeof value === 'number' || typeof value === 'bigint'
  if (isWhole(a) && isWhole(b)) return toLong(onLong(BigInt(a), BigInt(b)))
  const isBig = (value) => isWhole(value) || value instanceof BigInteger
  if (isBig(a) && isBig(b)) return new BigInteger(onLong(toWhole(a), toWhole(b)))
  if (isNumber(a) && isNumber(b))
    fail(
      'UnsupportedOperationException',
      `Cannot use ${name}() on this number type: ${typeName(isBig(a) ? b : a)} with value: ${text(isBig(a) ? b : a)}`,
    )
  return missing(a, name, [b])
}
export function and(a, b) {
  if (isCollection(a) && isCollection(b)) return [...a].filter((each) => [...b].some((other) => equal(each, other)))
  return bits(
    'and',
    a,
    b,
    (x, y) => x && y,
    (x, y) => x & y,
    (x, y) => x & y,
  )
}
export const or = (a, b) =>
  isCollection(a) && isCollection(b)
    ? add(a, sub([...b], a))
    : bits(
        'or',
        a,
        b,
        (x, y) => x || y,
        (x, y) => x | y,
        (x, y) => x | y,
      )
export const xor = (a, b) =>
  bits(
    'xor',
    a,
    b,
    (x, y) => x !== y,
    (x, y) => x ^ y,
    (x, y) => x ^ y,
  )
export function complement(value) {
  if (typeof value === 'number') return ~value
  if (typeof value === 'bigint') return toLong(~value)
  if (typeof value === 'string') return patternOf(value)
  return missing(value, 'bitwiseNegate', [])
}

export function shiftLeft(a, b) {
  // JSON lists convert what they get.
  if (Array.isArray(a)) return a.$t.methods[1].leftShift(a, b)
  if (a instanceof GroovySet) {
    a.add(b)
    return a
  }
  if (a instanceof GroovyMap && b instanceof GroovyMap) {
    for (const [key, each] of b) a.set(key, each)
    return a
  }
  if (typeof a === 'string') return a + text(b)
  return shift(
    'leftShift',
    a,
    b,
    (x, n) => x << n,
    (x, n) => x << n,
  )
}
export const shiftRight = (a, b) =>
  shift(
    'rightShift',
    a,
    b,
    (x, n) => x >> n,
    (x, n) => x >> n,
  )
export const shiftRightUnsigned = (a, b) =>
  shift(
    'rightShiftUnsigned',
    a,
    b,
    (x, n) => (x >>> n) | 0,
    (x, n) => (x < 0n ? x + 18446744073709551616n : x) >> n,
  )
function shift(name, a, b, onInt, onLong) {
  if (typeof b !== 'number' && typeof b !== 'bigint') return missing(a, name, [b])
  if (typeof a === 'number') return onInt(a, Number(BigInt.asIntN(32, BigInt(b))) & 31)
  if (typeof a === 'bigint') return toLong(onLong(a, BigInt(b) & 63n))
  return missing(a, name, [b])
}
