// Entry of the runtime inside the engine: gives values their methods, takes away clocks, freezes everything, and runs scripts.
import {
  absent,
  at,
  atSafe,
  call,
  call0,
  call1,
  call2,
  call3,
  changeAt,
  changeProperty,
  getterOf,
  getProperty,
  getPropertySafe,
  invoke,
  item,
  methodOf,
  setAt,
  setProperty,
  setterOf,
  spread,
  tableMethod,
  withDefaults,
} from './calls.js'
import { argument, cast, castTo, coerce, create } from './casts.js'
import { caught, isException, ScriptError } from './errors.js'
import { actions, begin, hostObjects, log, message, print, printf, println, report, run, setAsk } from './host.js'
import './names.js'
import { bigInteger, BigInteger, Decimal, decimal, Double, double, makeDouble } from './numbers.js'
import * as comparisons from './comparisons.js'
import * as objects from './objects.js'
import * as operators from './operators.js'
import { Pattern } from './patterns.js'
import { statics, tables } from './tables.js'
import { template, text, toJson } from './text.js'
import {
  ClassRef,
  Entry,
  GroovyMap,
  GroovySet,
  JSONArray,
  JSONObject,
  makeJsonObject,
  Matcher,
  ParsedObject,
  Range,
} from './values.js'

const kinds = [
  [String, tables.text],
  [Number, tables.number],
  [BigInt, tables.number],
  [Boolean, tables.boolean],
  [Function, tables.closure],
  [Array, tables.list],
  [Decimal, tables.number],
  [Double, tables.number],
  [BigInteger, tables.number],
  [GroovyMap, tables.map],
  [GroovySet, tables.set],
  [Range, tables.range],
  [Entry, tables.entry],
  [Matcher, tables.matcher],
  [ScriptError, tables.error],
  [ClassRef, tables.type],
  [Pattern, tables.type],
  [JSONObject, tables.jsonObject],
  [JSONArray, tables.jsonArray],
]
for (const [type, table] of kinds) Object.defineProperty(type.prototype, '$t', { value: table })

const first = (value) => value
const shared = (value, name) => (value === undefined ? objects.missing(null, name, []) : value)
const classOf = (name) => new ClassRef(name)
function throwable(value) {
  return value instanceof ScriptError
    ? value
    : new ScriptError('GroovyCastException', `Cannot throw '${text(value)}': it is no exception`)
}
const assertion = (value) =>
  value === undefined
    ? new ScriptError('PowerAssertionError', 'Assertion failed')
    : new ScriptError('AssertionError', text(value))

const groovy = {
  ...operators,
  ...comparisons,
  ...objects,
  absent,
  getterOf,
  methodOf,
  setterOf,
  tableMethod,
  at,
  atSafe,
  call,
  call0,
  call1,
  call2,
  call3,
  changeAt,
  changeProperty,
  getProperty,
  getPropertySafe,
  invoke,
  item,
  setAt,
  setProperty,
  spread,
  withDefaults,
  argument,
  cast,
  castTo,
  coerce,
  create,
  caught,
  isException,
  print,
  printf,
  println,
  bigInteger,
  decimal,
  double,
  template,
  text,
  makeJsonObject,
  JSONArray,
  first,
  shared,
  classOf,
  throwable,
  assertion,
  statics,
  ...hostObjects,
}

// JavaScript scripts

const numbers = (json) => JSON.parse(json)
const logger = {
  debug: (...values) => log('debug', values.map(shown)),
  info: (...values) => log('info', values.map(shown)),
  warn: (...values) => log('warn', values.map(shown)),
  error: (...values) => log('error', values.map(shown)),
}
/** A value in the log of a JavaScript script. */
const shown = (value) =>
  typeof value === 'string'
    ? value
    : value instanceof Error
      ? `${value.name}: ${value.message}`
      : value === undefined || typeof value === 'function' || typeof value === 'symbol'
        ? String(value)
        : typeof value === 'bigint'
          ? String(value)
          : (JSON.stringify(value) ?? String(value))
const asText = (value) =>
  typeof value === 'string'
    ? value
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value ?? '')
const jsContext = {
  logger,
  getLogger: () => logger,
  getTopic: message.topic,
  setTopic: (value) => {
    run.topic = asText(value)
  },
  getPayload: message.payload,
  setPayload: (value) => {
    run.payload = asText(value)
  },
  getData: (name) =>
    name === undefined ? { ...run.input.data, ...Object.fromEntries(run.data ?? []) } : message.data(name),
  setData: (name, value) => {
    message.setData(name, fromJs(value))
  },
  databaseStorage: (id) => {
    message.setData('databaseBridgeID', id)
  },
}
for (const name of ['topic', 'payload'])
  Object.defineProperty(jsContext, name, {
    get: message[name],
    set: jsContext[`set${name[0].toUpperCase()}${name.slice(1)}`],
    enumerable: true,
  })
for (const name of ['serialNumber', 'productId', 'protocolCode']) {
  const [read, change] = [
    () => run[name] ?? run.input[name] ?? null,
    (value) => {
      run.hasShared = true
      run[name] = asText(value)
    },
  ]
  Object.defineProperty(jsContext, name, { get: read, set: change, enumerable: true })
  jsContext[`get${name[0].toUpperCase()}${name.slice(1)}`] = read
  jsContext[`set${name[0].toUpperCase()}${name.slice(1)}`] = change
}
/** Values of JavaScript as JSON ones, numbers with their decimals. */
const fromJs = (value) => {
  const made = JSON.parse(JSON.stringify(value ?? null) ?? 'null')
  return convertJs(made)
}
function convertJs(value) {
  if (typeof value === 'number') return (value | 0) === value ? value : makeDouble(value)
  if (Array.isArray(value)) return value.map(convertJs)
  if (typeof value !== 'object' || value === null) return value
  const map = new GroovyMap()
  for (const key of Object.keys(value)) map.set(key, convertJs(value[key]))
  return map
}
const js = {
  msgContext: jsContext,
  sceneContext: {
    process: (json) => numbers(actions.processScene(typeof json === 'string' ? json : JSON.stringify(json))) === true,
  },
  tags: { read: (path) => numbers(actions.readTag(path)) },
  history: { last: (path, minutes) => numbers(actions.readHistory(path, minutes)) },
  devices: {
    command: (device, tag, value) =>
      value === undefined ? actions.command(device, fromJs(tag)) : actions.command(device, tag, fromJs(value)),
  },
  alarms: { raise: actions.raise, clear: actions.clear },
  log: logger,
  console: { ...logger, log: logger.info },
}

// No clock and no chance: both come from the message, so that the same message gives the same result.

const RealDate = Date
let seed
class EventDate extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [run.input.nowMs ?? 0] : args))
  }

  static now() {
    return run.input.nowMs ?? 0
  }
}
Object.defineProperty(RealDate.prototype, 'constructor', { value: EventDate })
globalThis.Date = EventDate
Math.random = () => {
  seed ??= (run.input.nowMs ?? 1) >>> 0
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 4_294_967_296
}
for (const name of [
  'print',
  'console',
  'scriptArgs',
  'std',
  'os',
  'bjson',
  'performance',
  'navigator',
  'WeakRef',
  'FinalizationRegistry',
  'SharedArrayBuffer',
  'Atomics',
  'queueMicrotask',
])
  delete globalThis[name]

/** Errors set these in their constructors: assignment makes an own property although the prototype is frozen. */
function letOverride(prototype, name) {
  const { value } = Object.getOwnPropertyDescriptor(prototype, name) ?? {}
  Object.defineProperty(prototype, name, {
    get: () => value,
    enumerable: false,
    configurable: false,
    set(next) {
      Object.defineProperty(this, name, { value: next, writable: true, enumerable: true, configurable: true })
    },
  })
}
for (const name of ['name', 'message', 'toString']) letOverride(Error.prototype, name)
for (const type of [TypeError, RangeError, SyntaxError, ReferenceError])
  for (const name of ['name', 'message']) letOverride(type.prototype, name)
for (const name of ['toString', 'valueOf', 'constructor', 'toLocaleString', 'hasOwnProperty'])
  letOverride(Object.prototype, name)

function freezeAll(roots) {
  const open = [...roots]
  const seen = new Set()
  while (open.length > 0) {
    const each = open.pop()
    if ((typeof each !== 'object' && typeof each !== 'function') || each === null || seen.has(each)) continue
    seen.add(each)
    for (const { value, get, set } of Object.values(Object.getOwnPropertyDescriptors(each))) open.push(value, get, set)
    for (const key of Object.getOwnPropertySymbols(each)) open.push(Object.getOwnPropertyDescriptor(each, key).value)
    open.push(Object.getPrototypeOf(each))
    if (!kept.has(each)) Object.freeze(each)
  }
}
/** State of the present run. */
const kept = new Set([run])

let script = () => null

/** Called once by the host: evaluates the script in strict mode with the names of its language. */
function load(make, isGroovy) {
  script = isGroovy
    ? make(groovy)
    : make(js.msgContext, js.sceneContext, js.tags, js.history, js.devices, js.alarms, js.log, js.console)
}

/** Frame of the script in a stack; lines of the runtime do not count. */
const frame = /\bscript:(\d+)(?::(\d+))?/
function failureOf(error) {
  const isObject = typeof error === 'object' && error !== null
  const found = isObject ? frame.exec(String(error.stack ?? '')) : null
  const place = found === null ? {} : { line: Number(found[1]), column: Number(found[2] ?? 1) }
  if (error instanceof ScriptError) return { type: error.type, message: error.text, ...place }
  return isObject
    ? { type: String(error.name ?? 'Error'), message: String(error.message ?? ''), ...place }
    : { type: 'Error', message: String(error) }
}

const maxReturned = 10_000
function returnedOf(value, isGroovy) {
  if (value === null || value === undefined) return null
  const json = isGroovy ? toJson(value ?? null) : (JSON.stringify(value ?? null) ?? 'null')
  return json.length > maxReturned ? null : JSON.parse(json)
}

/** Runs the script on a message, as `begin` reads it; returns what `report` writes. */
function execute(order, isGroovy) {
  begin(order)
  seed = undefined
  try {
    const value = script()
    return report({
      isTrue: isGroovy ? objects.truth(value ?? null) : Boolean(value),
      returned: returnedOf(value, isGroovy),
    })
  } catch (error) {
    return report({ error: failureOf(error) })
  }
}

export function install(query) {
  setAsk(query)
  const entry = {
    load,
    execute,
    /** The payload as JSON, for texts that the host cannot read as they are. */
    payload: () => JSON.stringify(run.payload),
    again: (isFailed) => report(isFailed ? { error: { type: 'Error', message: 'A promise failed' } } : {}),
  }
  freezeAll([globalThis, groovy, js, tables, statics, entry, toJson, ParsedObject, ...kinds.map(([type]) => type)])
  return entry
}
