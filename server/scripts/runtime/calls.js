// Calls of methods and closures, properties and elements.
import { fail, failNull } from './errors.js'
import { Double, isNumber, toInt } from './numbers.js'
import { equalsStrictly } from './comparisons.js'
import { missing, typeName } from './objects.js'
import { add } from './operators.js'
import { tables } from './tables.js'
import { text } from './text.js'
import { GroovyMap, GroovySet, isList, JSONArray, Matcher, Range } from './values.js'

const tableOf = (object) => (object === null || object === undefined ? tables.null : object.$t)

export function call0(object, name) {
  const table = tableOf(object)
  const method = table.methods[0][name]
  return method === undefined ? callOther(table, object, name, []) : method(object)
}
export function call1(object, name, a) {
  const table = tableOf(object)
  const method = table.methods[1][name]
  return method === undefined ? callOther(table, object, name, [a]) : method(object, a)
}
export function call2(object, name, a, b) {
  const table = tableOf(object)
  const method = table.methods[2][name]
  return method === undefined ? callOther(table, object, name, [a, b]) : method(object, a, b)
}
export function call3(object, name, a, b, c) {
  return call(object, name, a, b, c)
}
export function call(object, name, ...args) {
  const table = tableOf(object)
  const method = table.methods[args.length]?.[name]
  return method === undefined ? callOther(table, object, name, args) : method(object, ...args)
}

/**
 * A method of an object that a script cannot replace, such as a static one: found once, when the script is loaded. The
 * result takes the object first, like the methods of the tables.
 */
export const methodOf = (object, name, count) =>
  object.$t.methods[count][name] ?? ((owner, ...args) => call(owner, name, ...args))

/** A method of values whose type is known when the script is written. */
export const tableMethod = (table, name, count) => tables[table].methods[count][name]
/** A method of null that null does not have. */
export const absent = (name) => missing(null, name, [])

/** Reads a property of an object that a script cannot replace: found once, like its methods. */
export function getterOf(object, name) {
  const { $t: table } = object
  const getter = table.properties[name] ?? table.methods[0][`get${name[0]?.toUpperCase()}${name.slice(1)}`]
  return getter ?? ((owner) => getProperty(owner, name))
}
export function setterOf(object, name) {
  const { $t: table } = object
  const setter = table.setters[name] ?? table.methods[1][`set${name[0]?.toUpperCase()}${name.slice(1)}`]
  if (setter === undefined) return (owner, value) => setProperty(owner, name, value)
  return (owner, value) => {
    setter(owner, value)
    return value
  }
}

function callOther(table, object, name, args) {
  const open = table.open[name]
  if (open !== undefined) return open(object, ...args)
  // A method with one parameter may be called without: it gets null, as in Groovy.
  if (object instanceof GroovyMap && typeof object.get(name) === 'function') return invoke(object.get(name), ...args)
  return missing(object ?? null, name, args)
}

// Closures

/** Calls a closure from a script. */
export function invoke(closure, ...args) {
  if (closure === null) failNull('invoke method call()')
  if (typeof closure !== 'function') return call(closure, 'call', ...args)
  const min = closure.length
  const max = closure.max ?? min
  if (args.length >= min && args.length <= max) return closure(...args)
  if (args.length === 0 && min === 1) return closure(null)
  if (
    args.length === 1 &&
    isList(args[0]) &&
    args[0].length !== undefined &&
    args[0].length >= min &&
    args[0].length <= max
  )
    return closure(...args[0])
  return missing(closure, 'call', args)
}

/** Calls a closure with one value, whose elements are spread over several parameters. */
export function apply(closure, value) {
  if (typeof closure !== 'function') return invoke(closure, value)
  const count = closure.max ?? closure.length
  if (count === 1) return closure(value)
  return invoke(closure, value)
}

/** Calls a closure with an entry of a map: with two parameters, with key and value. */
export const applyEntry = (closure, entry) =>
  (closure.max ?? closure.length) >= 2 ? closure(entry.key, entry.value) : apply(closure, entry)

export const apply2 = (closure, a, b) => ((closure.max ?? closure.length) === 2 ? closure(a, b) : invoke(closure, a, b))

export function withDefaults(closure, max) {
  closure.max = max
  return closure
}

export function spread(list, use) {
  if (list === null) return null
  const items =
    list instanceof GroovyMap
      ? call0(list, 'entrySet')
      : Array.isArray(list) || list instanceof Range || list instanceof GroovySet
        ? list
        : [list]
  return Array.from(items, (each) => (each === null ? null : use(each)))
}

// Properties

export function getProperty(object, name) {
  if (object === null) failNull(`get property '${text(name)}'`)
  const table = tableOf(object)
  const read = table.properties[name]
  if (read !== undefined) return read(object)
  if (table.getOther !== undefined) return table.getOther(object, name)
  const word = text(name)
  const getter =
    word === ''
      ? undefined
      : (table.methods[0][`get${word[0].toUpperCase()}${word.slice(1)}`] ??
        table.methods[0][`is${word[0].toUpperCase()}${word.slice(1)}`])
  return getter === undefined
    ? fail('MissingPropertyException', `No such property: ${word} for class: ${typeName(object)}`)
    : getter(object)
}
export const getPropertySafe = (object, name) => (object === null ? null : getProperty(object, name))

export function setProperty(object, name, value, isSafe) {
  if (object === null) return isSafe ? null : failNull(`set property '${text(name)}'`)
  const table = tableOf(object)
  const write = table.setters[name]
  if (write !== undefined) write(object, value)
  else if (table.setOther !== undefined) table.setOther(object, name, value)
  else {
    const word = text(name)
    const setter = word === '' ? undefined : table.methods[1][`set${word[0].toUpperCase()}${word.slice(1)}`]
    if (setter === undefined)
      fail('MissingPropertyException', `No such property: ${word} for class: ${typeName(object)}`)
    setter(object, value)
  }
  return value
}

export function changeProperty(object, name, change, isOld) {
  const old = getProperty(object, name)
  const value = change(old)
  setProperty(object, name, value)
  return isOld ? old : value
}

// Elements

/** Index from the start; negative ones count from the end. */
function place(index, length, what) {
  const found = index < 0 ? index + length : index
  if (found < 0)
    fail('ArrayIndexOutOfBoundsException', `Negative array index [${index}] too large for array size ${length}`)
  if (found >= length && what === 'text') fail('StringIndexOutOfBoundsException', `String index out of range: ${index}`)
  return found
}

export function at(object, index) {
  if (object === null) return failNull('invoke method getAt()')
  if (Array.isArray(object) && typeof index === 'number') {
    const found = object[index < 0 ? place(index, object.length) : index]
    return found === undefined ? null : found
  }
  if (object instanceof GroovyMap) return object.get(index)
  if (typeof object === 'string' || isList(object)) {
    const items = object instanceof Range ? [...object] : object
    if (isNumber(index)) {
      const found = items[place(toInt(index), items.length, typeof items === 'string' ? 'text' : 'list')]
      return found === undefined ? null : found
    }
    if (index instanceof Range) return slice(items, index)
    if (Array.isArray(index)) {
      const parts = index.flatMap((each) => (each instanceof Range ? [...each] : [each])).map((each) => at(items, each))
      return typeof items === 'string' ? parts.join('') : parts
    }
    if (Array.isArray(items) && typeof index === 'string') return getProperty(items, index)
  }
  if (object instanceof Matcher) return call1(object, 'getAt', index)
  if (typeof index === 'string') return getProperty(object, index)
  return missing(object, 'getAt', [index])
}
export const atSafe = (object, index) => (object === null ? null : at(object, index))

function slice(items, range) {
  if (range.size === 0) return typeof items === 'string' ? '' : []
  const { length } = items
  const from = range.from < 0 ? range.from + length : range.from
  let to = range.to < 0 ? range.to + length : range.to
  if (range.isExclusive) to -= range.to < 0 && range.from >= 0 ? 1 : range.step
  const [low, high] = from <= to ? [from, to] : [to, from]
  if (low < 0 || high >= length) {
    if (typeof items === 'string')
      fail('StringIndexOutOfBoundsException', `begin ${low}, end ${high + 1}, length ${length}`)
    fail('IndexOutOfBoundsException', `toIndex = ${high + 1}`)
  }
  const part = items.slice(low, high + 1)
  if (from <= to) return Array.isArray(part) ? [...part] : part
  return typeof part === 'string' ? [...part].toReversed().join('') : part.toReversed()
}

export function setAt(object, index, value) {
  if (object === null) failNull('invoke method putAt()')
  if (object instanceof GroovyMap) return call2(object, 'putAt', index, value)
  if (Array.isArray(object) && isNumber(index)) {
    const start = place(toInt(index), object.length)
    if (start > maxGap + object.length) fail('IndexOutOfBoundsException', `Index: ${start}, Size: ${object.length}`)
    while (object.length < start) object.push(null)
    object[start] = object instanceof JSONArray ? call1(object, '$wrap', value) : value
    return value
  }
  if (typeof index === 'string') return setProperty(object, index, value)
  return missing(object, 'putAt', [index, value])
}
/** Elements that may be added by assigning behind the end of a list. */
const maxGap = 1_000_000

export function changeAt(object, index, change, isOld) {
  const old = at(object, index)
  const value = change(old)
  setAt(object, index, value)
  return isOld ? old : value
}

/** Element of `def (a, b) = list`: null behind the end. */
export function item(list, index) {
  if (list === null) return failNull('invoke method getAt()')
  const items = Array.isArray(list) || typeof list === 'string' ? list : [...list]
  return index < items.length ? items[index] : null
}

/** Sum of values, with a start or without. */
export function sumOf(values, start) {
  let total = start
  for (const each of values) total = total === undefined ? each : add(total, each)
  return total ?? null
}

/** Java's contains, which distinguishes types of numbers. */
export const contains = (items, value) => items.some((each) => equalsStrictly(each, value))
export const isDouble = (value) => value instanceof Double
