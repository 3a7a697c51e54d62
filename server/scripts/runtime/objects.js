// Names, truth and elements of values of any type.
import { fail, failNull } from './errors.js'
import { BigInteger, Decimal, Double, isNumber, isNumberZero } from './numbers.js'
import { text } from './text.js'
import { Entry, GroovyMap, GroovySet, isCollection, JSONArray, JSONObject, Matcher, Range } from './values.js'

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
