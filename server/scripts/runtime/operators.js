// Operators of Groovy on values of any type.
import { ScriptError, fail, failNull } from './errors.js'
import {
  addNumbers,
  BigInteger,
  compareNumbers,
  Decimal,
  decimalRank,
  divideNumbers,
  Double,
  isNumber,
  isNumberZero,
  makeDecimal,
  multiplyNumbers,
  negateNumber,
  numberText,
  powerOf,
  remainderOf,
  subtractNumbers,
  toInt,
  toLong,
  toWhole,
} from './numbers.js'
import { findMatcher, isFullMatch, patternOf } from './patterns.js'
import { text } from './text.js'
import {
  ClassRef,
  Entry,
  GroovyMap,
  GroovySet,
  isCollection,
  isList,
  JSONArray,
  JSONObject,
  Matcher,
  Range,
} from './values.js'

/** Name of a value's type, as messages show it. */
export function typeName(value) {
  if (value === null) return 'null'
  if (typeof value === 'number') return 'Integer'
  if (typeof value === 'bigint') return 'Long'
  if (value instanceof Decimal) return 'BigDecimal'
  if (value instanceof JSONObject) return 'JSONObject'
  if (value instanceof JSONArray) return 'JSONArray'
  if (value instanceof Double) return 'Double'
  if (value instanceof BigInteger) return 'BigInteger'
  return value.$t?.name ?? typeof value
}

const shown = (value) => {
  const all = text(value)
  return all.length > 60 ? `${all.slice(0, 60)}…` : all
}
/** Throws MissingMethodException. */
export function missing(object, name, args) {
  if (object === null) failNull(`invoke method ${name}()`)
  return fail(
    'MissingMethodException',
    `No signature of method: ${typeName(object)}.${name}() is applicable for argument types: (${args.map(typeName).join(', ')}) values: [${args.map(shown).join(', ')}]`,
  )
}

export function truth(value) {
  switch (typeof value) {
    case 'boolean':
      return value
    case 'string':
      return value.length > 0
    case 'number':
      return value !== 0
    case 'bigint':
      return value !== 0n
    case 'function':
      return true
    default:
      return value !== null && value !== undefined && truthOfObject(value)
  }
}

function truthOfObject(value) {
  if (isNumber(value)) return value instanceof Double ? value.value !== 0 : !isNumberZero(value)
  if (Array.isArray(value)) return value.length > 0
  if (value instanceof GroovyMap || value instanceof GroovySet || value instanceof Range) return value.size > 0
  if (value instanceof Matcher) return value.pattern.fresh().test(value.text)
  return true
}

/** Values that a loop or a spread takes one by one. */
export function iterate(value) {
  if (Array.isArray(value)) return value
  if (value === null) return []
  if (typeof value === 'string') return [...value]
  if (value instanceof GroovyMap) return [...value].map(([key, each]) => new Entry(value, key, each))
  if (value instanceof Matcher) return value.all()
  if (isCollection(value)) return value
  return [value]
}

// Arithmetic

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

// Equality and order

/** `==`: numbers by value, lists and maps by content. */
export function equal(a, b) {
  if (a === b) return true
  if (a === null || b === null || a === undefined || b === undefined) return false
  if (typeof a === 'string' || typeof b === 'string') return false
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (isList(a)) return isList(b) && equalLists([...a], [...b])
  if (a instanceof GroovySet)
    return (
      b instanceof GroovySet &&
      a.size === b.size &&
      [...a].every((each) => b.has(each) || [...b].some((other) => equal(each, other)))
    )
  if (a instanceof GroovyMap) {
    if (!(b instanceof GroovyMap) || a.size !== b.size) return false
    for (const [key, each] of a) if (!b.has(key) || !equal(each, b.get(key))) return false
    return true
  }
  if (a instanceof Entry) return b instanceof Entry && equal(a.key, b.key) && equal(a.value, b.value)
  return a instanceof ClassRef && b instanceof ClassRef && a.name === b.name
}

function equalLists(a, b) {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (!equal(a[index], b[index])) return false
  return true
}
export const notEqual = (a, b) => !equal(a, b)
const isIdentical = (a, b) =>
  a === b || (isNumber(a) && isNumber(b) && typeName(a) === typeName(b) && numberText(a) === numberText(b))
/** Java's equals: unlike `==` it distinguishes types of numbers. */
export const equalsStrictly = (a, b) => (isNumber(a) ? isIdentical(a, b) : equal(a, b))
export const same = (a, b) => a === b
export const notSame = (a, b) => a !== b

/** Order of two values: negative, zero or positive. */
export function compare(a, b) {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return a ? 1 : -1
  if (equal(a, b)) return 0
  if (isNumber(a) || typeof a === 'string' || typeof a === 'boolean')
    fail(
      'IllegalArgumentException',
      `Cannot compare ${className(a)} with value '${text(a)}' and ${className(b)} with value '${text(b)}'`,
    )
  return fail(
    'IllegalArgumentException',
    `Cannot compare ${className(a)} with value '${text(a)}' and ${className(b)} with value '${text(b)}'`,
  )
}

const packages = {
  ArrayList: 'java.util.',
  LinkedHashMap: 'java.util.',
  LinkedHashSet: 'java.util.',
  BigDecimal: 'java.math.',
  BigInteger: 'java.math.',
  IntRange: 'groovy.lang.',
}
/** Name of a value's class with its package, as messages of Groovy show it. */
export const className = (value) => {
  const name = typeName(value)
  return `${packages[name] ?? 'java.lang.'}${name}`
}

/** `<=>`: -1, 0 or 1, while compareTo of texts returns their distance. */
export const spaceship = (a, b) => Math.sign(compare(a, b))

function compareTexts(a, b) {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = a.charCodeAt(index) - b.charCodeAt(index)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

export const less = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a < b : compare(a, b) < 0)
export const lessOrEqual = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a <= b : compare(a, b) <= 0)
export const greater = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a > b : compare(a, b) > 0)
export const greaterOrEqual = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a >= b : compare(a, b) >= 0)

// Membership, types and patterns

/** `case`: types, ranges, lists, patterns and closures match what they contain, other values what equals them. */
export function isCase(test, value) {
  if (test instanceof ClassRef) return isInstance(value, test.name)
  if (test === null) return value === null
  if (test instanceof Range) return isInRange(test, value)
  if (test instanceof GroovySet) return test.has(value)
  if (Array.isArray(test)) return test.some((each) => equalsStrictly(each, value))
  if (test instanceof GroovyMap) return truth(test.get(value))
  if (typeof test === 'function') return truth(test(value))
  if (test.isPattern) return value !== null && isFullMatch(test, text(value))
  return equal(test, value)
}

function isInRange(within, value) {
  if (within.isText) return typeof value === 'string' && [...within].includes(value)
  if (typeof value !== 'number' && !(value instanceof BigInteger)) return false
  const whole = Number(toWhole(value))
  const low = Math.min(within.from, within.to)
  const high = low + within.size - 1
  return within.step > 0 ? whole >= low && whole <= high : whole <= within.from && whole > within.from - within.size
}

export function isIn(value, list) {
  if (list === null) return false
  if (list instanceof GroovyMap) return list.has(value) && truth(list.get(value))
  if (typeof list === 'string') return typeof value === 'string' && list === value
  return isCase(list, value)
}
export const isNotIn = (value, list) => !isIn(value, list)

export function isInstance(value, type) {
  if (value === null) return false
  switch (type) {
    case 'Object':
      return true
    case 'int':
    case 'Integer':
      return typeof value === 'number'
    case 'long':
    case 'Long':
      return typeof value === 'bigint'
    case 'double':
    case 'Double':
      return value instanceof Double
    case 'BigDecimal':
      return value instanceof Decimal
    case 'BigInteger':
      return value instanceof BigInteger
    case 'Number':
      return isNumber(value)
    case 'boolean':
    case 'Boolean':
      return typeof value === 'boolean'
    case 'String':
    case 'CharSequence':
      return typeof value === 'string'
    case 'List':
      return isList(value)
    case 'Collection':
      return isCollection(value)
    case 'Set':
      return value instanceof GroovySet
    case 'Map':
      return value instanceof GroovyMap
    case 'Closure':
      return typeof value === 'function'
    case 'Range':
      return value instanceof Range
    case 'JSONObject':
      return value instanceof JSONObject
    case 'JSONArray':
      return value instanceof JSONArray
    case 'JSON':
      return value instanceof JSONObject || value instanceof JSONArray
    default:
      return value instanceof ScriptError && isExceptionType(value, type)
  }
}
let isExceptionType = () => false
/** The table of exception types is in another file, which this one must not need. */
export const setExceptionTest = (test) => {
  isExceptionType = test
}

export const find = (value, pattern) => findMatcher(text(value), pattern)
export const matches = (value, pattern) => value !== null && isFullMatch(pattern, text(value))

export function range(from, to, isExclusive) {
  if (typeof from === 'string' && typeof to === 'string' && from.length === 1 && to.length === 1)
    return new Range(from.charCodeAt(0), to.charCodeAt(0), isExclusive, true)
  const whole = (value) => {
    if (typeof value === 'number') return value
    if (isNumber(value)) {
      const number = Number(toWhole(value))
      if (compareNumbers(number, value) === 0 && (number | 0) === number) return number
    }
    return fail('IllegalArgumentException', 'A range needs whole numbers, or texts of one letter')
  }
  return new Range(whole(from), whole(to), isExclusive, false)
}

// Maps

export function newMap(...entries) {
  const map = new GroovyMap()
  for (let index = 0; index < entries.length; index += 2) map.set(entries[index], entries[index + 1])
  return map
}

export function joinMaps(...maps) {
  const all = new GroovyMap()
  for (const map of maps) if (map !== null) for (const [key, value] of map) all.set(key, value)
  return all
}
