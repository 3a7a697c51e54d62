// Containers of Groovy. A list is a JavaScript array, a closure a function; maps, sets and ranges are the classes below.
import { BigInteger, Decimal, Double, numberText } from './numbers.js'

/** Key of a value in a JavaScript Map: the value itself, or for objects a text of their content. */
function keyOf(value) {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' && value.charCodeAt(0) === 0 ? `\0s${value}` : value
  if (value instanceof Decimal || value instanceof Double || value instanceof BigInteger)
    return `\0${value.constructor.name}${numberText(value)}`
  if (Array.isArray(value)) return `\0[${value.map(partOf).join('')}`
  if (value instanceof Range) return `\0[${[...value].map(partOf).join('')}`
  if (value instanceof GroovyMap)
    return `\0{${[...value]
      .map(([key, each]) => partOf(key) + partOf(each))
      .toSorted()
      .join('')}`
  return value
}

/** A key as part of a longer text: with its type and length, so that no two lists share a text. */
function partOf(value) {
  const text = String(typeof value === 'object' && value !== null ? keyOf(value) : value)
  return `${typeof value}${text.length}:${text}`
}

/** LinkedHashMap. */
export class GroovyMap {
  constructor() {
    this.values = new Map()
    /** Keys that are objects, by their text. */
    this.objects = null
  }

  get size() {
    return this.values.size
  }

  has(key) {
    return this.values.has(keyOf(key))
  }

  get(key) {
    const found = this.values.get(typeof key === 'string' && key.charCodeAt(0) !== 0 ? key : keyOf(key))
    return found === undefined ? null : found
  }

  set(key, value) {
    if (typeof key === 'string' && key.charCodeAt(0) !== 0) {
      this.values.set(key, value)
      return
    }
    const own = keyOf(key)
    if (own !== key) {
      this.objects ??= new Map()
      if (!this.objects.has(own)) this.objects.set(own, key)
    }
    this.values.set(own, value)
  }

  delete(key) {
    const own = keyOf(key)
    this.objects?.delete(own)
    return this.values.delete(own)
  }

  clear() {
    this.values.clear()
    this.objects = null
  }

  keys() {
    const keys = [...this.values.keys()]
    const { objects } = this
    return objects === null ? keys : keys.map((key) => (objects.has(key) ? objects.get(key) : key))
  }

  *[Symbol.iterator]() {
    const { objects } = this
    for (const [key, value] of this.values) yield [objects !== null && objects.has(key) ? objects.get(key) : key, value]
  }
}

/** LinkedHashSet. */
export class GroovySet {
  constructor(values) {
    this.map = new GroovyMap()
    if (values) for (const each of values) this.add(each)
  }

  get size() {
    return this.map.size
  }

  has(value) {
    return this.map.has(value)
  }

  add(value) {
    if (this.map.has(value)) return false
    this.map.set(value, true)
    return true
  }

  delete(value) {
    return this.map.delete(value)
  }

  [Symbol.iterator]() {
    return this.map.keys()[Symbol.iterator]()
  }
}

/** Range of whole numbers, or of texts of one letter (as their character codes). */
export class Range {
  constructor(from, to, isExclusive, isText) {
    this.from = from
    this.to = to
    this.isExclusive = isExclusive
    this.isText = isText
    this.step = from <= to ? 1 : -1
    const distance = Math.abs(to - from)
    this.size = isExclusive ? distance : distance + 1
  }

  at(index) {
    const value = this.from + index * this.step
    return this.isText ? String.fromCharCode(value) : value
  }

  *[Symbol.iterator]() {
    for (let index = 0; index < this.size; index++) yield this.at(index)
  }
}

/** One entry of a map. */
export class Entry {
  constructor(map, key, value) {
    this.map = map
    this.key = key
    this.value = value
  }
}

const { hasOwn } = Object

/**
 * A map with text keys that prints as JSON. Made by `makeJsonObject`. `own` holds the entries as a plain object without
 * prototype, which the engine reads and writes faster than a map, until something other than simple reads and writes
 * needs the map.
 */
export class JSONObject {
  get values() {
    const { own } = this
    const values = own === null ? fill(this.source) : copy(own)
    if (own === null) this.source = null
    else this.own = null
    Object.defineProperty(this, 'values', { value: values })
    return values
  }

  has(key) {
    const held = this.own ?? this.source
    return held !== null && typeof key === 'string' ? hasOwn(held, key) : this.values.has(key)
  }

  get(key) {
    const held = this.own ?? this.source
    if (held !== null && typeof key === 'string') {
      // Texts and numbers are own values: everything that objects inherit is a function or an object.
      const found = held[key]
      if (typeof found === 'string' || typeof found === 'number') return found
    }
    const found = this.values.get(key)
    return found === undefined ? null : found
  }

  set(key, value) {
    this.values.set(typeof key === 'string' ? key : String(key), value)
  }

  delete(key) {
    return this.values.delete(key)
  }

  clear() {
    this.values.clear()
  }
}
Object.setPrototypeOf(JSONObject.prototype, GroovyMap.prototype)
/** `ignoresNull` is true for objects made by a script: putting null removes the key. */
Object.defineProperties(JSONObject.prototype, {
  objects: { value: null },
  source: { value: null },
  ignoresNull: { value: true },
})

/** A JSON object that was read: `source` is what JSON.parse made. Most scripts read some values of each object only. */
export class ParsedObject extends JSONObject {}
Object.defineProperties(ParsedObject.prototype, { own: { value: null }, ignoresNull: { value: false } })
let fill = () => new Map()
/** Makes the map of a parsed object from its source: set by `json.js`. */
export const setFill = (make) => {
  fill = make
}
function copy(source) {
  const values = new Map()
  for (const key of Object.keys(source)) values.set(key, source[key])
  return values
}

const objectPrototype = JSONObject.prototype
const parsedPrototype = ParsedObject.prototype
export const makeJsonObject = () => ({ __proto__: objectPrototype, own: { __proto__: null } })
export const makeParsedMap = () => {
  const map = { __proto__: parsedPrototype, source: null }
  Object.defineProperty(map, 'values', { value: new Map() })
  return map
}
export const makeParsedObject = (source) => ({ __proto__: parsedPrototype, source })

/** A list that prints as JSON. */
export class JSONArray extends Array {
  static get [Symbol.species]() {
    return Array
  }
}

/** Result of `=~`. */
export class Matcher {
  constructor(pattern, text) {
    this.pattern = pattern
    this.text = text
    this.found = null
    this.at = 0
  }
}

/** A type in a value's place, such as `case String`. */
export class ClassRef {
  constructor(name, qualified) {
    this.name = name
    this.qualified = qualified
  }
}

export const isList = (value) => Array.isArray(value) || value instanceof Range
export const isCollection = (value) => Array.isArray(value) || value instanceof Range || value instanceof GroovySet
