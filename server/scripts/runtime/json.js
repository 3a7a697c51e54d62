// JSON objects and lists as scripts use them, and the class JSONUtil.
import './textMethods.js'
import './mapMethods.js'
import './numberMethods.js'
import { anyDecimal, cast, parseNumber, setWrapping } from './casts.js'
import { fail } from './errors.js'
import { setAccept } from './listMethods.js'
import { decimal, isNumber, makeDecimal, readDecimal, toInt } from './numbers.js'
import { defineStatic, Table, tables } from './tables.js'
import { text, toJson, toPrettyJson } from './text.js'
import {
  GroovyMap,
  isCollection,
  JSONArray,
  JSONObject,
  makeJsonObject,
  makeParsedMap,
  makeParsedObject,
  setFill,
} from './values.js'

/** JSON.parse keeps these exactly: no decimals, no long numbers, no keys that JavaScript would reorder, no marks of our own. */
const inexact = /\d[.eE]|\d{10}|"\d+"\s*:|\\u0000/
const numberOrText = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g
const isReordered = /"\d+"\s*:|\\u0000/
const maxDepth = 200

/** The payload of the message, if the host has found that JSON.parse keeps it exactly: that test is slow in here. */
let exactText = null
export const setExactText = (source) => {
  exactText = source
}

/** Reads JSON: whole numbers as Integer or Long, others as BigDecimal. `makers` choose the classes of objects and lists. */
export function readJson(source, makers = jsonMakers) {
  const isExact = source === exactText || !inexact.test(source)
  if (!isExact && isReordered.test(source)) return new Reader(source, makers).read()
  try {
    const marked = isExact
      ? source
      : source.replace(numberOrText, (found) =>
          found[0] === '"' || !isLarge.test(found) ? found : `"\\u0000${found}"`,
        )
    return convert(JSON.parse(marked), makers, isExact, 0)
  } catch (error) {
    if (error.type !== undefined || String(error.message) === 'interrupted') throw error
    return fail('JSONException', `The text is not JSON: ${source.length > 60 ? `${source.slice(0, 60)}…` : source}`)
  }
}
const isLarge = /[.eE]|\d{10}/

const jsonMakers = { map: makeParsedMap, list: () => new JSONArray() }
export const plainMakers = { map: () => new GroovyMap(), list: () => [] }

function convert(value, makers, isExact, depth) {
  if (typeof value === 'string') return !isExact && value.charCodeAt(0) === 0 ? jsonNumber(value.slice(1)) : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) fail('JSONException', 'The text is nested too deeply')
  if (isExact && makers === jsonMakers) return convertExact(value, depth)
  if (Array.isArray(value)) {
    const list = makers.list()
    const { length } = value
    for (let index = 0; index < length; index++) {
      const each = value[index]
      list[index] = isExact && typeof each !== 'object' ? each : convert(each, makers, isExact, depth + 1)
    }
    return list
  }
  const map = makers.map()
  const { values } = map
  for (const key of Object.keys(value)) {
    const each = value[key]
    values.set(key, isExact && typeof each !== 'object' ? each : convert(each, makers, isExact, depth + 1))
  }
  return map
}
/** Converts what JSON.parse made, in place. The entries of objects are converted when a script needs them. */
function convertExact(value, depth) {
  if (!Array.isArray(value)) return makeParsedObject(value)
  if (depth > maxDepth) fail('JSONException', 'The text is nested too deeply')
  const { length } = value
  for (let index = 0; index < length; index++) {
    const each = value[index]
    if (typeof each === 'object' && each !== null)
      value[index] = Array.isArray(each) ? convertExact(each, depth + 1) : makeParsedObject(each)
  }
  return setPrototypeOf(value, arrayPrototype)
}
const { setPrototypeOf } = Object
const arrayPrototype = JSONArray.prototype
setFill((source) => {
  const values = new Map()
  for (const key of Object.keys(source)) {
    const each = source[key]
    values.set(key, typeof each === 'object' ? convert(each, jsonMakers, true, 0) : each)
  }
  return values
})

function jsonNumber(digits) {
  if (/[.eE]/.test(digits)) return readDecimal(digits) ?? fail('JSONException', `The number ${digits} is too large`)
  const number = BigInt(digits)
  if (BigInt.asIntN(32, number) === number) return Number(number)
  return BigInt.asIntN(64, number) === number ? number : decimal(digits)
}

/** Reads JSON with keys in their order, whatever they are. */
class Reader {
  constructor(source, makers) {
    this.source = source
    this.makers = makers
    this.token =
      /\s*(?:([[\]{},:])|("(?:[^"\\\u0000-\u001f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)|(true|false|null))\s*/y
  }

  next() {
    return this.token.exec(this.source) ?? this.wrong()
  }

  wrong() {
    return fail('JSONException', `The text is not JSON: ${this.source.slice(0, 60)}`)
  }

  read() {
    const value = this.value(this.next(), 0)
    return this.token.lastIndex === this.source.length ? value : this.wrong()
  }

  value([, sign, string, number, word], depth) {
    if (depth > maxDepth) fail('JSONException', 'The text is nested too deeply')
    if (string !== undefined) return JSON.parse(string)
    if (number !== undefined) return jsonNumber(number)
    if (word !== undefined) return word === 'null' ? null : word === 'true'
    if (sign === '[') return this.list(depth)
    return sign === '{' ? this.object(depth) : this.wrong()
  }

  list(depth) {
    const list = this.makers.list()
    for (let token = this.next(); ; token = this.next()) {
      if (token[1] === ']' && list.length === 0) return list
      list.push(this.value(token, depth + 1))
      const after = this.next()[1]
      if (after === ']') return list
      if (after !== ',') return this.wrong()
    }
  }

  object(depth) {
    const map = this.makers.map()
    for (let token = this.next(); ; token = this.next()) {
      if (token[1] === '}' && map.size === 0) return map
      if (token[2] === undefined || this.next()[1] !== ':') return this.wrong()
      map.set(JSON.parse(token[2]), this.value(this.next(), depth + 1))
      const after = this.next()[1]
      if (after === '}') return map
      if (after !== ',') return this.wrong()
    }
  }
}

/** A value as it is kept inside a JSON object: maps and lists become JSON objects and lists. */
function wrap(value) {
  if (typeof value !== 'object' || value === null) return value
  const table = value.$t
  if (table === tables.jsonObject || table === tables.jsonArray || value.numberRank !== undefined) return value
  if (value instanceof GroovyMap) return wrapInto(makeJsonObject(), value)
  return isCollection(value) ? wrapInto(new JSONArray(), value) : value
}

function wrapInto(made, source) {
  if (made instanceof JSONObject && typeof source === 'string') return wrapInto(made, readJson(source))
  if (made instanceof JSONArray && typeof source === 'string') return wrapInto(made, readJson(source))
  if (made instanceof JSONArray) for (const each of source) made.push(wrap(each))
  else if (Array.isArray(made)) for (const each of source) made.push(each)
  else if (source instanceof GroovyMap)
    for (const [key, value] of source) {
      if (made instanceof JSONObject) put(made, key, value)
      else made.set(key, value)
    }
  else if (isCollection(source)) for (const each of source) made.add(each)
  else fail('JSONException', `${text(source)} is no JSON object`)
  return made
}
setWrapping(wrapInto)
setAccept((_, value) => wrap(value))

function put(object, key, value) {
  const { own } = object
  // JavaScript would reorder numeric keys, and JSON.stringify must know how to write the value.
  if (own !== null && typeof key === 'string' && key >= ':') {
    if (
      typeof value === 'object'
        ? value !== null && value.numberRank !== undefined
        : typeof value === 'string' || typeof value === 'number'
    ) {
      own[key] = value
      return object
    }
  }
  const name = typeof key === 'string' ? key : text(key)
  const held = typeof value === 'object' ? wrap(value) : value
  if (held === null && object.ignoresNull) object.delete(name)
  else if (own !== null && name >= ':' && typeof held === 'object' && isHeld(held)) own[name] = held
  else object.values.set(name, held)
  return object
}
function isHeld(value) {
  if (value === null) return false
  const table = value.$t
  return table === tables.number || table === tables.jsonObject || table === tables.jsonArray
}

// Reading with a type: null if there is nothing, or nothing of that type.
const attempt = (read) => {
  try {
    return read()
  } catch {
    return null
  }
}
function whole(type, value) {
  if (value === null) return null
  if (isNumber(value)) return cast(type, value)
  if (typeof value === 'boolean') return cast(type, value ? 1 : 0)
  return typeof value === 'string' ? attempt(() => cast(type, anyDecimal(value.trim()))) : null
}
const readers = {
  getStr: (value) => (typeof value === 'string' || value === null ? value : text(value)),
  getInt: (value) => (typeof value === 'number' ? value : whole('int', value)),
  getLong: (value) => whole('long', value),
  getDouble: (value) =>
    typeof value === 'string' ? attempt(() => parseNumber('double', value)) : whole('double', value),
  getBool: (value) =>
    typeof value === 'boolean' || value === null
      ? value
      : ['true', 'yes', 'y', '1', 'on', 't', '是'].includes(text(value).toLowerCase()),
  getBigDecimal: (value) =>
    typeof value === 'number'
      ? makeDecimal(BigInt(value), 0)
      : value === null
        ? null
        : attempt(() => anyDecimal(value)),
  getJSONObject: (value) =>
    value === null || value.$t === tables.jsonObject ? value : wrapInto(makeJsonObject(), value),
  getJSONArray: (value) =>
    value === null || value instanceof JSONArray
      ? value
      : Array.isArray(value) || typeof value === 'string'
        ? wrapInto(new JSONArray(), value)
        : wrapInto(new JSONArray(), [value]),
  getObj: (value) => value,
}

tables.jsonObject = new Table('JSONObject', tables.map)
tables.jsonArray = new Table('JSONArray', tables.list)
for (const [name, read] of Object.entries(readers)) {
  const isText = name === 'getStr'
  const isDecimal = name === 'getBigDecimal'
  tables.jsonObject.method(name, 1, 1, (object, key) => {
    const { source } = object
    if (source !== null && typeof key === 'string') {
      // Texts and numbers are own values: everything that objects inherit is a function or an object.
      const own = source[key]
      if (typeof own === 'string') return isText ? own : read(own)
      if (typeof own === 'number') return isDecimal ? makeDecimal(BigInt(own), 0) : read(own)
    }
    const value = object.get(key)
    return value === null ? null : read(value)
  })
  tables.jsonObject.method(name, 2, 2, (object, key, fallback) => read(object.get(key)) ?? fallback)
  tables.jsonArray.method(name, 1, 1, (list, index) => {
    const value = list[typeof index === 'number' ? index : toInt(index)]
    return value === undefined ? null : read(value)
  })
  tables.jsonArray.method(name, 2, 2, (list, index, fallback) => read(list[toInt(index)] ?? null) ?? fallback)
}
/** `a.b[0].c` inside an object. */
function byPath(object, path) {
  let found = object
  for (const part of text(path)
    .split(/[.[\]]+/)
    .filter((each) => each !== '')) {
    if (found instanceof GroovyMap) found = found.get(part)
    else if (Array.isArray(found) && /^\d+$/.test(part)) found = found[Number(part)] ?? null
    else return null
  }
  return found
}
tables.jsonObject
  .all(0, {
    toString: toJson,
    toStringPretty: toPrettyJson,
    toJSONString: toJson,
    values: (object) => [...object.values.values()],
  })
  .all(1, {
    getByPath: byPath,
    toJSONString: (object, indent) => (toInt(indent) > 0 ? toPrettyJson(object) : toJson(object)),
    putAll: (object, other) => {
      for (const [key, value] of other) put(object, key, value)
      return null
    },
  })
  .all(2, {
    put,
    set: put,
    putOpt: (object, key, value) => (key === null || value === null ? object : put(object, key, value)),
    putOnce: put,
    accumulate: (object, key, value) => {
      const old = object.get(key)
      if (old === null) return put(object, key, value)
      if (old instanceof JSONArray) {
        old.push(wrap(value))
        return object
      }
      return put(object, key, [old, value])
    },
    putAt: (object, key, value) => {
      put(object, key, value)
      return value
    },
  })
tables.jsonObject.setOther = (object, name, value) => put(object, name, value)
tables.jsonArray
  .all(0, { toString: toJson, toStringPretty: toPrettyJson, toJSONString: toJson })
  .all(1, {
    add: (list, value) => {
      list[list.length] = typeof value === 'object' ? wrap(value) : value
      return true
    },
    get: (list, index) => {
      const value = list[toInt(index)]
      return value === undefined ? null : value
    },
    put: (list, value) => {
      list.push(wrap(value))
      return list
    },
    set: (list, value) => {
      list.push(wrap(value))
      return list
    },
    getByPath: byPath,
    $wrap: (_, value) => wrap(value),
    toJSONString: toJson,
  })
  .all(2, {
    put: (list, index, value) => {
      list[toInt(index)] = wrap(value)
      return list
    },
  })

const isJson = (first) => (value) =>
  value !== null &&
  attempt(() => {
    const made = readJson(text(value))
    return first.some((type) => made instanceof type)
  }) === true
const objectOf = (value) => {
  const made = typeof value === 'string' ? readJson(value) : value
  return made instanceof JSONObject
    ? made
    : made instanceof GroovyMap
      ? wrapInto(makeJsonObject(), made)
      : fail('JSONException', "A JSONObject text must begin with '{'")
}
const listOf = (value) => {
  const made = typeof value === 'string' ? readJson(value) : value
  return made instanceof JSONArray
    ? made
    : isCollection(made)
      ? wrapInto(new JSONArray(), made)
      : fail('JSONException', "A JSONArray text must start with '['")
}
defineStatic(
  'JSONUtil',
  {},
  {
    parse: (value) => (typeof value === 'string' ? readJson(value) : wrap(value)),
    parseObj: objectOf,
    parseArray: listOf,
    toJsonStr: (value) => (value === null ? null : typeof value === 'string' ? value : toJson(value)),
    toJsonPrettyStr: (value) => toPrettyJson(typeof value === 'string' ? readJson(value) : value),
    createObj: () => makeJsonObject(),
    createArray: () => new JSONArray(),
    isJson: isJson([JSONObject, JSONArray]),
    isTypeJSON: isJson([JSONObject, JSONArray]),
    isJsonObj: isJson([JSONObject]),
    isTypeJSONObject: isJson([JSONObject]),
    isJsonArray: isJson([JSONArray]),
    isTypeJSONArray: isJson([JSONArray]),
    getByPath: byPath,
    quote: (value) => JSON.stringify(text(value)),
  },
)
