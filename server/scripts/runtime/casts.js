// Conversion to a type: by declaration (`int x = …`), by `as`, and by conversion methods.
import { ScriptError, fail } from './errors.js'
import {
  BigInteger,
  Double,
  isNumber,
  makeDecimal,
  makeDouble,
  readDecimal,
  toDecimal,
  toFloat,
  toInt,
  toLong,
  toWhole,
} from './numbers.js'
import { className, isInstance } from './comparisons.js'
import { truth } from './objects.js'
import { text } from './text.js'
import { GroovyMap, GroovySet, isCollection, isList, JSONArray, makeJsonObject } from './values.js'

const refuse = (value, type) =>
  fail(
    'GroovyCastException',
    `Cannot cast object '${text(value)}' with class '${value === null ? 'null' : className(value)}' to class '${typePackages[type] ?? ''}${type}'`,
  )
const typePackages = {
  Integer: 'java.lang.',
  Long: 'java.lang.',
  Double: 'java.lang.',
  Boolean: 'java.lang.',
  String: 'java.lang.',
  Number: 'java.lang.',
  BigDecimal: 'java.math.',
  BigInteger: 'java.math.',
  List: 'java.util.',
  Map: 'java.util.',
  Set: 'java.util.',
  Closure: 'groovy.lang.',
}
const primitives = new Set(['int', 'long', 'double', 'boolean'])

/** Number of a number's type. */
function convertNumber(type, value) {
  switch (type) {
    case 'int':
    case 'Integer':
      return toInt(value)
    case 'long':
    case 'Long':
      return typeof value === 'bigint' ? value : toLong(toWhole(value))
    case 'double':
    case 'Double':
      return value instanceof Double ? value : makeDouble(toFloat(value))
    case 'BigDecimal':
      return toDecimal(value)
    case 'BigInteger':
      return value instanceof BigInteger ? value : new BigInteger(toWhole(value))
    default:
      return value
  }
}
const numberTypes = new Set(['int', 'Integer', 'long', 'Long', 'double', 'Double', 'BigDecimal', 'BigInteger'])

/** Value of a variable that is declared with a type. */
export function cast(type, value) {
  if (type === 'int' && typeof value === 'number') return value
  if (type === 'boolean' || type === 'Boolean') return value === null && type === 'Boolean' ? null : truth(value)
  if (value === null) return primitives.has(type) ? refuse(null, type) : null
  if (type === 'String') return text(value)
  if (isInstance(value, type)) return value
  if (numberTypes.has(type) && isNumber(value)) return convertNumber(type, value)
  if (
    numberTypes.has(type) &&
    typeof value === 'string' &&
    value.length === 1 &&
    type !== 'BigDecimal' &&
    type !== 'BigInteger'
  )
    return convertNumber(type, value.charCodeAt(0))
  if (type === 'Set' && isCollection(value)) return new GroovySet(value)
  if ((type === 'List' || type === 'Collection') && isCollection(value)) return [...value]
  return refuse(value, type)
}

/** `(type) value`: texts become numbers only by `as` or their methods. */
export const castTo = (type, value) => cast(type, value)

/** Value of a parameter that is declared with a type: only what fits is taken. */
export function argument(type, value) {
  if (type === 'int' && typeof value === 'number') return value
  if (value === null && !primitives.has(type)) return null
  if (isInstance(value, type)) return value
  const isWiden =
    type === 'long' || type === 'Long'
      ? typeof value === 'number'
      : type === 'double' || type === 'Double'
        ? isNumber(value) && !(value instanceof BigInteger)
        : type === 'BigDecimal' && isNumber(value)
  if (isWiden && primitives.has(type)) return convertNumber(type, value)
  return fail(
    'MissingMethodException',
    `The argument '${text(value)}' of type ${value === null ? 'null' : className(value)} does not fit the parameter type ${type}`,
  )
}

/** `value as type` */
export function coerce(type, value) {
  if (value === null)
    return type === 'boolean' || type === 'Boolean'
      ? type === 'boolean'
        ? false
        : null
      : primitives.has(type)
        ? refuse(null, type)
        : null
  if (typeof value === 'string' && numberTypes.has(type)) return parseNumber(type, value)
  if (type === 'List' && isCollection(value)) return isList(value) ? value : [...value]
  if (type === 'List' && typeof value === 'string') return [...value]
  if (type === 'List' && value instanceof GroovyMap) return refuse(value, type)
  if (type === 'Set' && isCollection(value)) return value instanceof GroovySet ? value : new GroovySet(value)
  if (type === 'Object') return value
  return cast(type, value)
}

/** Number of a text, as Java's parsing methods read it. */
export function parseNumber(type, value) {
  switch (type) {
    case 'int':
    case 'Integer':
      return Number(parseWhole(value, -2147483648n, 2147483647n))
    case 'long':
    case 'Long':
      return parseWhole(value, -9223372036854775808n, 9223372036854775807n)
    case 'double':
    case 'Double':
      return makeDouble(parseFloatingPoint(value))
    case 'BigInteger':
      return /^[+-]?\d{1,10000}$/.test(value.trim())
        ? new BigInteger(BigInt(value.trim().replace(/^\+/, '')))
        : fail('NumberFormatException', `For input string: "${value}"`)
    default:
      return (
        readDecimal(value.trim()) ??
        fail(
          'NumberFormatException',
          `Character ${value.trim()[0] ?? ''} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.`,
        )
      )
  }
}

function parseWhole(value, min, max) {
  const digits = value.trim()
  const wrong = () => fail('NumberFormatException', `For input string: "${digits}"`)
  if (!/^[+-]?\d{1,40}$/.test(digits)) wrong()
  const whole = BigInt(digits.replace(/^\+/, ''))
  return whole < min || whole > max ? wrong() : whole
}

export function isFloatText(value) {
  return /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[dDfF]?)$/.test(value.trim())
}
function parseFloatingPoint(value) {
  const digits = value.trim()
  if (digits === '') fail('NumberFormatException', 'empty String')
  if (!isFloatText(digits)) fail('NumberFormatException', `For input string: "${value}"`)
  return Number(digits.replace(/[dDfF]$/, ''))
}

/** Text or number as a decimal, for NumberUtil. */
export function anyDecimal(value) {
  if (value === null) return makeDecimal(0n, 0)
  return isNumber(value) ? toDecimal(value) : parseNumber('BigDecimal', text(value))
}

const isMade = {
  List: () => [],
  Map: () => new GroovyMap(),
  Set: () => new GroovySet(),
  JSONObject: () => makeJsonObject(),
  JSONArray: () => new JSONArray(),
}
let wrapInto = () => {}
/** JSON objects convert what is put into them: set by `json.js`. */
export const setWrapping = (wrapping) => {
  wrapInto = wrapping
}

/** `new type(arguments)` */
export function create(type, ...args) {
  const [first] = args
  if (type in isMade) {
    const made = isMade[type]()
    if (args.length > 1) fail('MissingMethodException', `Could not find matching constructor for: ${type}`)
    if (first !== undefined && first !== null && !(typeof first === 'number' && type !== 'JSONObject'))
      wrapInto(made, first)
    return made
  }
  if (type === 'String') return text(first ?? '')
  if (type === 'BigDecimal')
    return typeof first === 'string'
      ? parseNumber(type, first)
      : first instanceof Double
        ? exactDecimal(first.value)
        : toDecimal(first)
  if (type === 'BigInteger') return parseNumber(type, text(first))
  if (isList(first)) fail('MissingMethodException', `Could not find matching constructor for: ${type}`)
  const isCause = first instanceof ScriptError
  return new ScriptError(
    type,
    first === undefined || first === null ? null : isCause ? first.toText() : text(first),
    isCause ? first : (args[1] ?? null),
  )
}

/** new BigDecimal(double): every binary digit of the number. */
function exactDecimal(value) {
  if (!Number.isFinite(value)) fail('NumberFormatException', 'Infinite or NaN')
  let [unscaled, scale] = [value, 0]
  while (!Number.isInteger(unscaled)) [unscaled, scale] = [unscaled * 2, scale + 1]
  return makeDecimal(BigInt(unscaled) * 5n ** BigInt(scale), scale)
}
