// Texts of values, as Groovy prints them.
import { fail, ScriptError } from './errors.js'
import {
  BigInteger,
  Decimal,
  Double,
  decimal,
  decimalRank,
  numberText,
  plainText,
  setScale,
  stripZeros,
  toDecimal,
} from './numbers.js'
import { tables } from './tables.js'
import { ClassRef, Entry, GroovyMap, GroovySet, JSONArray, JSONObject, Matcher, Range } from './values.js'

/** Text of a value in a template, in a sum of texts and in `println`. */
export function text(value) {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'Closure' : String(value)
  if (value instanceof Decimal || value instanceof Double || value instanceof BigInteger) return numberText(value)
  if (value instanceof JSONObject || value instanceof JSONArray) return toJson(value)
  if (Array.isArray(value) || value instanceof GroovySet) return listText(value, value)
  if (value instanceof GroovyMap) {
    if (value.size === 0) return '[:]'
    const parts = []
    for (const [key, each] of value)
      parts.push(`${key === value ? '(this Map)' : text(key)}:${each === value ? '(this Map)' : text(each)}`)
    return `[${parts.join(', ')}]`
  }
  if (value instanceof Range)
    return value.isText
      ? `${value.at(0)}..${value.at(value.size - 1)}`
      : `${value.from}${value.isExclusive ? '..<' : '..'}${value.to}`
  if (value instanceof Entry) return `${text(value.key)}=${text(value.value)}`
  if (value instanceof ScriptError) return value.toText()
  if (value instanceof ClassRef) return `class ${value.qualified ?? value.name}`
  if (value instanceof Matcher) return `java.util.regex.Matcher[pattern=${value.pattern.source}]`
  return value.$text ?? '[object]'
}

/** Text of a value in a template: a range shows its elements there. */
export const template = (value) =>
  typeof value === 'string' ? value : value instanceof Range ? listText(value, value) : text(value)

function listText(list, self) {
  const parts = []
  for (const each of list) parts.push(each === self ? '(this Collection)' : text(each))
  return `[${parts.join(', ')}]`
}

const maxCached = 1_000
const maxCachedLength = 40
/** Keeps what was made of a short text. These are mostly names of keys and tags: looking them up is faster. */
function remember(known, value, made) {
  if (value.length > maxCachedLength) return made
  if (known.size >= maxCached) known.clear()
  known.set(value, made)
  return made
}
const quoted = new Map()
const quote = (value) => quoted.get(value) ?? remember(quoted, value, JSON.stringify(value))
/** The name of the first entry of an object, and of a further one. */
const firstKeys = new Map()
const nextKeys = new Map()

/** Pieces of the text that is being written. Joining them at the end is twice as fast as adding texts. */
let pieces = []
let end = 0
/** Where the object whose entries are written begins. */
let objectStart = -1

/** JSON of a value, numbers without trailing zeros. */
export function toJson(value) {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return jsonText(value)
  if (value.numberRank !== undefined) return String(jsonNumber(value))
  const table = value.$t
  if (table === tables.jsonObject || table === tables.jsonArray) {
    const written = writeByEngine(value)
    if (written !== null) return written
  }
  const [outer, outerEnd, outerStart] = [pieces, end, objectStart]
  pieces = []
  end = 0
  try {
    writeJson(value)
    return pieces.join('')
  } finally {
    pieces = outer
    end = outerEnd
    objectStart = outerStart
  }
}

/** Thrown while the engine writes a value that it would write otherwise. */
const notExact = new Error('not exact')
/** JSON of a JSON object or list by JSON.stringify, which is three times as fast; null if it cannot write the value exactly. */
function writeByEngine(value) {
  try {
    return JSON.stringify(value)
  } catch {
    return null
  }
}
function refuseExact() {
  throw notExact
}
/** Floating-point numbers have the same text as decimals of so many digits. */
const maxExact = 1e15
const maxExactScale = 20
const minExact = 1e-6
const writers = [
  [
    JSONObject,
    function toJSON() {
      // A map keeps keys that JavaScript would reorder.
      return this.own ?? this.source ?? refuseExact()
    },
  ],
  [
    JSONArray,
    function toJSON() {
      const { length } = this
      for (let index = 0; index < length; index++) if (typeof this[index] === 'function') refuseExact()
      return this
    },
  ],
  [
    Decimal,
    function toJSON() {
      const digits = Number(this.unscaled)
      const { scale } = this
      if (digits >= maxExact || digits <= -maxExact || scale < 0 || scale > maxExactScale) refuseExact()
      if (scale === 0) return digits
      const number = digits / 10 ** scale
      if (number !== 0 && number < minExact && number > -minExact) refuseExact()
      return number
    },
  ],
]
for (const [type, toJSON] of writers) Object.defineProperty(type.prototype, 'toJSON', { value: toJSON })
for (const type of [Double, BigInteger, GroovyMap, GroovySet, Range, Entry, Matcher, ScriptError, ClassRef])
  Object.defineProperty(type.prototype, 'toJSON', { value: refuseExact })

const jsonText = (value) =>
  typeof value === 'function' || typeof value === 'symbol' ? JSON.stringify(text(value)) : String(value)

function writeJson(value) {
  if (typeof value === 'string') pieces[end++] = quoted.get(value) ?? quote(value)
  else if (typeof value === 'number') pieces[end++] = value
  else if (typeof value !== 'object' || value === null) pieces[end++] = jsonText(value)
  else {
    // One look at the table is faster than several at the class.
    const table = value.$t
    if (table === tables.jsonObject || table === tables.map) writeObject(value)
    else if (table === tables.number) pieces[end++] = jsonNumber(value)
    else if (table === tables.jsonArray || table === tables.list) writeList(value)
    else if (value instanceof GroovySet || value instanceof Range) writeList([...value])
    else if (value instanceof Entry) writeJson(value.value)
    else pieces[end++] = JSON.stringify(text(value))
  }
}

function writeList(list) {
  const { length } = list
  pieces[end++] = '['
  for (let index = 0; index < length; index++) {
    if (index > 0) pieces[end++] = ','
    writeJson(list[index])
  }
  pieces[end++] = ']'
}

function writeObject(map) {
  const { objects, values } = map
  if (values.size === 0) {
    pieces[end++] = '{}'
    return
  }
  objectStart = end
  if (objects === null) values.forEach(writeEntry)
  else for (const [key, value] of map) writeEntry(value, text(key))
  pieces[end++] = '}'
}

function writeEntry(value, key) {
  const name = typeof key === 'string' ? key : text(key)
  // An inner object begins later, so that this is true for the first entry only.
  const isFirst = end === objectStart
  const known = isFirst ? firstKeys : nextKeys
  pieces[end++] = known.get(name) ?? remember(known, name, `${isFirst ? '{' : ','}${JSON.stringify(name)}:`)
  if (typeof value === 'string') pieces[end++] = quoted.get(value) ?? quote(value)
  else if (typeof value === 'number') pieces[end++] = value
  else writeJson(value)
}

/** A short number is written faster as a JavaScript number. */
const wholeText = (value) => (value < maxShort && value > -maxShort ? Number(value) : value.toString())
const maxShort = 1_000_000_000n

function jsonNumber(value) {
  switch (value.numberRank) {
    case 2:
      return value.value.toString()
    case decimalRank:
      return value.scale === 0 ? wholeText(value.unscaled) : plainText(stripZeros(value))
    default:
      return Number.isFinite(value.value) ? plainText(stripZeros(decimal(numberText(value)))) : 'null'
  }
}

/** JSON over several lines, indented by four blanks. */
export function toPrettyJson(value, indent = '') {
  const inner = `${indent}    `
  if (value instanceof GroovyMap && value.size > 0) {
    const parts = [...value].map(([key, each]) => `${inner}${JSON.stringify(text(key))}: ${toPrettyJson(each, inner)}`)
    return `{\n${parts.join(',\n')}\n${indent}}`
  }
  if (Array.isArray(value) && value.length > 0)
    return `[\n${value.map((each) => inner + toPrettyJson(each, inner)).join(',\n')}\n${indent}]`
  return toJson(value)
}

const directive = /%(?:(\d+)\$)?([-+0 ,#]*)(\d+)?(?:\.(\d+))?([a-zA-Z%])/g
/** Width of one field: a pattern must not make a text of a gigabyte. */
const maxWidth = 1000

/** String.format for %s %d %f %x %X %b %e %n %%. */
export function formatText(pattern, values) {
  let index = 0
  return pattern.replace(directive, (all, position, flags, width, precision, kind) => {
    if (kind === '%') return '%'
    if (kind === 'n') return '\n'
    const at = position === undefined ? index++ : Number(position) - 1
    if (at >= values.length) fail('IllegalArgumentException', `Format specifier '${all}'`)
    if (Number(width ?? 0) > maxWidth || Number(precision ?? 0) > maxWidth)
      fail('IllegalArgumentException', `Format specifier '${all}'`)
    const value = values[at]
    let body = formatOne(kind, value, flags, precision)
    if (width !== undefined && body.length < Number(width)) {
      if (flags.includes('-')) body = body.padEnd(Number(width))
      else if (flags.includes('0') && kind !== 's')
        body = /^[-+]/.test(body)
          ? body[0] + body.slice(1).padStart(Number(width) - 1, '0')
          : body.padStart(Number(width), '0')
      else body = body.padStart(Number(width))
    }
    return body
  })
}

function formatOne(kind, value, flags, precision) {
  const wrong = () =>
    fail('IllegalFormatConversionException', `${kind} != ${value === null ? 'null' : 'type of the argument'}`)
  switch (kind) {
    case 's':
    case 'S': {
      const shown = precision === undefined ? text(value) : text(value).slice(0, Number(precision))
      return kind === 'S' ? shown.toUpperCase() : shown
    }
    case 'b':
      return String(value === null ? false : typeof value === 'boolean' ? value : true)
    case 'd':
      if (value === null) return 'null'
      if (typeof value !== 'number' && typeof value !== 'bigint' && !(value instanceof BigInteger)) wrong()
      return signed(numberText(value), flags)
    case 'x':
    case 'X': {
      if (typeof value !== 'number' && typeof value !== 'bigint') wrong()
      const hex = (typeof value === 'number' ? value >>> 0 : BigInt.asUintN(64, value)).toString(16)
      return kind === 'X' ? hex.toUpperCase() : hex
    }
    case 'f': {
      if (value === null) return 'null'
      if (!(value instanceof Decimal) && !(value instanceof Double)) wrong()
      if (value instanceof Double && !Number.isFinite(value.value)) return numberText(value)
      return signed(plainText(setScale(toDecimal(value), precision === undefined ? 6 : Number(precision))), flags)
    }
    case 'e': {
      if (!(value instanceof Decimal) && !(value instanceof Double)) wrong()
      const shown = Number(numberText(value)).toExponential(
        precision === undefined ? 6 : Math.min(100, Number(precision)),
      )
      return shown.replace(/e([+-])(\d)$/, 'e$10$2')
    }
    default:
      return fail('IllegalArgumentException', `Conversion = '${kind}'`)
  }
}

function signed(digits, flags) {
  const [whole, rest] = digits.split('.')
  const grouped = flags.includes(',') ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole
  const all = rest === undefined ? grouped : `${grouped}.${rest}`
  return flags.includes('+') && !all.startsWith('-') ? `+${all}` : all
}
