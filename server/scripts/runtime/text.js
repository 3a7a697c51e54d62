// Texts of values, as Groovy prints them.
import { fail, ScriptError } from './errors.js'
import {
  BigInteger,
  Decimal,
  Double,
  decimal,
  isNumber,
  numberText,
  plainText,
  setScale,
  stripZeros,
  toDecimal,
} from './numbers.js'
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

const quoted = new Map()
const maxQuoted = 1_000
const maxQuotedLength = 40
/** JSON of a text. Short ones, which are mostly names of keys and tags, are kept: looking them up is faster. */
function quote(value) {
  if (value.length > maxQuotedLength) return JSON.stringify(value)
  let found = quoted.get(value)
  if (found === undefined) {
    if (quoted.size >= maxQuoted) quoted.clear()
    quoted.set(value, (found = JSON.stringify(value)))
  }
  return found
}

/** JSON of a value, numbers without trailing zeros. */
export function toJson(value) {
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint')
    return String(value)
  if (isNumber(value)) return jsonNumber(value)
  if (value instanceof GroovyMap) {
    if (value.size === 0) return '{}'
    let parts = ''
    const { objects } = value
    value.values.forEach((each, key) => {
      const name = typeof key === 'string' && objects === null ? key : text(objects?.get(key) ?? key)
      const start = parts === '' ? `{${quote(name)}:` : `${parts},${quote(name)}:`
      parts = typeof each === 'number' ? start + each : start + toJson(each)
    })
    return `${parts}}`
  }
  if (Array.isArray(value) || value instanceof GroovySet || value instanceof Range) {
    const parts = []
    for (const each of value) parts.push(toJson(each))
    return `[${parts.join(',')}]`
  }
  if (value instanceof Entry) return toJson(value.value)
  return JSON.stringify(text(value))
}

function jsonNumber(value) {
  if (value instanceof Decimal && value.scale === 0) return value.unscaled.toString()
  if (value instanceof BigInteger) return value.value.toString()
  if (value instanceof Double && !Number.isFinite(value.value)) return 'null'
  return plainText(stripZeros(value instanceof Double ? decimal(numberText(value)) : value))
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
