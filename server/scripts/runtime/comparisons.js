// Equality, order, membership and types of values.
import { ScriptError, fail } from './errors.js'
import { BigInteger, compareNumbers, Decimal, Double, isNumber, numberText, toWhole } from './numbers.js'
import { typeName, truth } from './objects.js'
import { findMatcher, isFullMatch } from './patterns.js'
import { text } from './text.js'
import { ClassRef, Entry, GroovyMap, GroovySet, isCollection, isList, JSONArray, JSONObject, Range } from './values.js'

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
