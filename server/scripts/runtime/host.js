// What the host hands to a run: the message, tags, history, devices, alarms and the log. Effects are collected; the host applies them after the run.
import { fail } from './errors.js'
import { plainMakers, readJson, setExactText } from './json.js'
import { defineStatic, Table } from './tables.js'
import { formatText, text, toJson } from './text.js'
import { GroovyMap, isList } from './values.js'

const maxLines = 200
const maxLineLength = 4_000
const maxLogLength = 64_000
const maxEffects = 200
const maxName = 128
export const maxResult = 1_000_000

/** Changes of the present run. */
export const run = {
  /** The message as the host gave it, without its payload. It is read when a script needs it. */
  get input() {
    return (this.parsed ??= JSON.parse(this.json))
  },
  json: '{}',
  parsed: null,
  given: undefined,
  topic: null,
  payload: null,
  data: null,
  lines: [],
  lineLength: 0,
  left: 0,
  effects: [],
  pending: '',
  /** Whether one of the values with their own setters was changed. */
  hasShared: false,
}

/** Sends a question to the host and returns its answer as JSON: set by `install`. */
let ask = () => 'null'
export const setAsk = (query) => {
  ask = query
}

/** Length of the number that an order begins with. */
const headLength = 8
/** Starts a run. `order`: length of the JSON of the message, a sign for the payload, that JSON, and the payload as it is, or as JSON (sign "). */
export function begin(order) {
  const end = headLength + 1 + Number(order.slice(0, headLength))
  const sign = order[headLength]
  run.json = order.slice(headLength + 1, end)
  run.parsed = null
  run.given = sign === '-' ? undefined : sign === '"' ? JSON.parse(order.slice(end)) : order.slice(end)
  setExactText(sign === '=' ? run.given : null)
  run.topic = run.payload = run.data = null
  run.lines = []
  run.lineLength = run.left = 0
  run.effects = []
  run.pending = ''
}

/** Adds a line to the log of the run. */
export function write(level, line) {
  const shown = line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line
  if (run.lines.length >= maxLines || run.lineLength + shown.length > maxLogLength) {
    run.left++
    return null
  }
  run.lineLength += shown.length
  run.lines.push({ level, text: shown })
  return null
}

/** Text for the log: `{}` of the first text stands for the following values. */
function lineOf([first, ...rest]) {
  if (typeof first !== 'string' || rest.length === 0) return [first, ...rest].map(text).join(' ')
  let index = 0
  const line = first.replace(/\{\}/g, (all) => (index < rest.length ? text(rest[index++]) : all))
  return [line, ...rest.slice(index).map(text)].join(' ')
}
export const log = (level, values) => write(level, lineOf(values))

function effect(value) {
  if (run.effects.length >= maxEffects) fail('IllegalStateException', `A run can have ${maxEffects} effects at most`)
  run.effects.push(value)
  return true
}
const named = (value, what) => {
  const name = value === null || value === undefined ? '' : text(value)
  return name === '' || name.length > maxName
    ? fail('IllegalArgumentException', `${what} must have 1 to ${maxName} characters`)
    : name
}
/** Value for the host: JSON by way of text, so that decimals keep their digits. */
const plain = (value) => (value === undefined ? null : JSON.parse(toJson(value)))

export const message = {
  topic: () => run.topic ?? run.input.topic ?? null,
  payload: () => run.payload ?? run.given ?? null,
  setTopic: (value) => {
    run.topic = value === null ? '' : text(value)
    return null
  },
  setPayload: (value) => {
    run.payload = value === null ? '' : typeof value === 'object' ? jsonOrText(value) : text(value)
    return null
  },
  data: (name) => {
    const own = run.data !== null && run.data.has(name) ? run.data.get(name) : run.input.data?.[name]
    return own ?? null
  },
  setData: (name, value) => {
    run.data ??= new Map()
    run.data.set(named(name, 'The name of a value'), value ?? null)
    return null
  },
}
const jsonOrText = (value) => (value instanceof GroovyMap || isList(value) ? toJson(value) : text(value))
const shared = { serialNumber: 'serialNumber', productId: 'productId', protocolCode: 'protocolCode' }

export const actions = {
  readTag: (path) => ask(JSON.stringify({ kind: 'tag', path: named(path, 'The path of a tag') })),
  readHistory: (path, minutes) => {
    const span = Number(text(minutes))
    if (!(span > 0 && span <= 525_600)) fail('IllegalArgumentException', 'The minutes must be between 1 and 525600')
    return ask(JSON.stringify({ kind: 'history', path: named(path, 'The path of a tag'), minutes: span }))
  },
  /** A scene that the host accepts is started after the run, as all effects are. */
  processScene: (json) => {
    const words = typeof json === 'string' ? json : toJson(json ?? null)
    const reply = ask(JSON.stringify({ kind: 'scene', text: words }))
    if (reply === 'true') effect({ kind: 'scene', text: words.slice(0, 1000) })
    return reply
  },
  command: (device, first, value) =>
    effect({
      kind: 'command',
      device: named(device, 'The device'),
      values: value === undefined ? plain(first) : { [named(first, 'The name of a tag')]: plain(value) },
    }),
  raise: (key, words, level) =>
    effect({
      kind: 'raise',
      key: named(key, 'The key of an alarm'),
      text: words === undefined || words === null ? '' : text(words).slice(0, 1000),
      level: level === undefined || level === null ? null : text(level).slice(0, 40),
    }),
  clear: (key) => effect({ kind: 'clear', key: named(key, 'The key of an alarm') }),
}

// Objects of Groovy scripts

class HostObject {
  constructor(name, table) {
    this.$t = table
    this.$text = name
  }
}

const levels = new Table('Logger')
for (const level of ['debug', 'info', 'warn', 'error']) levels.any(level, (_, ...values) => log(level, values))
for (const name of ['isDebugEnabled', 'isInfoEnabled', 'isWarnEnabled', 'isErrorEnabled'])
  levels.method(name, 0, 0, () => true)
const logger = new HostObject('logger', levels)

const context = new Table('MsgContext')
context
  .all(0, {
    getTopic: message.topic,
    getPayload: message.payload,
    getLogger: () => logger,
    getData: () => {
      const all = new GroovyMap()
      for (const [key, value] of Object.entries(run.input.data ?? {})) all.set(key, fromHost(value))
      for (const [key, value] of run.data ?? []) all.set(key, value)
      return all
    },
  })
  .all(1, {
    setTopic: (_, value) => message.setTopic(value),
    setPayload: (_, value) => message.setPayload(value),
    getData: (_, name) => readData(name),
    databaseStorage: (_, id) => message.setData('databaseBridgeID', id),
    setData: (_, map) => {
      for (const [key, value] of map) message.setData(key, value)
      return null
    },
  })
  .method('setData', 2, 2, (_, name, value) => message.setData(name, value))
  .property('logger', () => logger)
const readData = (name) =>
  run.data !== null && run.data.has(name) ? run.data.get(name) : fromHost(run.input.data?.[name] ?? null)
const fromHost = (value) =>
  typeof value === 'object' && value !== null
    ? readJson(JSON.stringify(value), plainMakers)
    : typeof value === 'number' && (value | 0) !== value
      ? readJson(String(value), plainMakers)
      : value
for (const [name, key] of Object.entries(shared)) {
  const suffix = name[0].toUpperCase() + name.slice(1)
  const own = (value) => value ?? null
  context
    .method(`get${suffix}`, 0, 0, () => own(run[key] ?? run.input[key]))
    .method(`set${suffix}`, 1, 1, (_, value) => {
      run.hasShared = true
      run[key] = text(value)
      return null
    })
}
const answer = (json) => readJson(json, plainMakers)
const scene = new Table('SceneContext').method(
  'process',
  1,
  1,
  (_, json) => answer(actions.processScene(json)) === true,
)
const tags = new Table('Tags')
  .method('read', 1, 1, (_, path) => answer(actions.readTag(path)))
  .method('getAt', 1, 1, (_, path) => answer(actions.readTag(path)))
const history = new Table('History').method('last', 2, 2, (_, path, minutes) =>
  answer(actions.readHistory(path, minutes)),
)
const devices = new Table('Devices').method('command', 2, 3, (_, ...values) => actions.command(...values))
const alarms = new Table('Alarms')
  .method('raise', 1, 3, (_, ...values) => actions.raise(...values))
  .method('clear', 1, 1, (_, key) => actions.clear(key))

export const hostObjects = {
  msgContext: new HostObject('msgContext', context),
  sceneContext: new HostObject('sceneContext', scene),
  tags: new HostObject('tags', tags),
  history: new HostObject('history', history),
  devices: new HostObject('devices', devices),
  alarms: new HostObject('alarms', alarms),
  log: logger,
}

// Printing

/** `print` collects until a line ends. */
export function print(...values) {
  run.pending += values.map(text).join('')
  return null
}
export function println(...values) {
  const line = run.pending + values.map(text).join('')
  run.pending = ''
  return write('info', line)
}
export function printf(pattern, ...values) {
  const lines = formatText(text(pattern), values.length === 1 && isList(values[0]) ? [...values[0]] : values).split(
    '\n',
  )
  print(lines.shift())
  for (const line of lines) {
    println()
    print(line)
  }
  return null
}
const out = new Table('PrintStream')
  .method('println', 0, 1, (_, ...values) => println(...values))
  .method('print', 1, 1, (_, value) => print(value))
  .any('printf', (_, ...values) => printf(...values))
const stream = new HostObject('out', out)
defineStatic(
  'System',
  { out: stream, err: stream },
  { currentTimeMillis: () => BigInt(Math.trunc(run.input.nowMs ?? 0)) },
)

/** What the run has changed, for the host: JSON, and if the payload was changed, its length and itself behind a control character each. */
export function report(outcome) {
  const json = reportJson(outcome)
  if (run.payload === null || outcome.error !== undefined) return json.length > maxResult ? tooLong : json
  const payload = String(run.payload)
  return json.length + payload.length > maxResult ? tooLong : `${json}\u0001${payload.length}\u0001${payload}`
}
const tooLong = JSON.stringify({
  error: { type: 'limit', message: `The result has more than ${maxResult} characters` },
  lines: [],
})
const unchanged = { true: '{"isTrue":true,"returned":null}', false: '{"isTrue":false,"returned":null}' }

function reportJson(outcome) {
  if (run.pending !== '') println()
  const isSimple =
    outcome.returned === null &&
    run.lines.length === 0 &&
    run.topic === null &&
    run.data === null &&
    run.effects.length === 0 &&
    !run.hasShared
  if (isSimple) return unchanged[outcome.isTrue]
  const result = { ...outcome, lines: run.lines }
  if (run.topic !== null) result.topic = run.topic
  if (run.data !== null) result.data = Object.fromEntries([...run.data].map(([key, value]) => [key, plain(value)]))
  for (const key of Object.keys(shared))
    if (run[key] !== undefined) {
      result[key] = run[key]
      run[key] = undefined
    }
  run.hasShared = false
  if (run.effects.length > 0) result.effects = run.effects
  if (run.left > 0) result.linesLeft = run.left
  return JSON.stringify(result)
}
