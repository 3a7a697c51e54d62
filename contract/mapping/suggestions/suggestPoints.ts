import { isPoint } from '../../telemetry/tags.ts'
import { mappingLimits } from '../limits.ts'
import { formatPath } from '../messages/path.ts'
import type { PathStep } from '../messages/path.ts'
import { parsePayload } from '../messages/payload.ts'
import type { PointType, Conversion } from '../values/conversion.ts'
import type { MessageProblem } from '../problems.ts'
import { splitWords, suggestUnit } from './units.ts'

/** How a point could be declared from a value. */
export interface PointSuggestion {
  /** Identifier, unique within the message. */
  readonly point: string
  readonly name: string
  readonly type: PointType
  readonly unit: string
  readonly conversion: Conversion | undefined
}

/** A node of a message. Branches have children; leaves have a suggestion unless they hold no value. */
export interface MessageNode {
  /** Path in the form of a point's source. */
  readonly path: string
  readonly key: string
  readonly kind: 'object' | 'array' | 'number' | 'text' | 'flag' | 'time' | 'nothing'
  /** The value in short; of a branch, empty. */
  readonly sample: string
  readonly suggestion: PointSuggestion | null
  readonly children: readonly MessageNode[]
}

/** Tree of a message with a suggested point for each leaf. */
export interface MessageTree {
  readonly problem?: undefined
  readonly root: MessageNode
  /** The message has more nodes than the tree shows. */
  readonly isCut: boolean
}

/** What is needed of a message. A payload is bytes as received. */
export interface SampleInput {
  readonly topic: string
  readonly payload: Uint8Array
}

/** Makes a tree of a message with a suggested point for each value. Takes any bytes and never throws. */
export function suggestPoints({ topic, payload }: SampleInput): MessageTree | { readonly problem: MessageProblem } {
  const parsed = parsePayload(payload, 'auto')
  if (parsed.problem !== undefined) return { problem: parsed.problem }
  const builder = new TreeBuilder(topic.split('/').at(-1) ?? '')
  const root = builder.createNode(parsed.root, [], '')
  return { root, isCut: builder.isCut }
}

const { nodes: maxNodes, depth: maxDepth, items: maxItems, sampleLength } = mappingLimits.suggestions
const timeText = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
const numberText = /^\s*[+-]?\d+\.?\d*(?:[eE][+-]?\d+)?\s*$/
/** Fields that name the items of an array. */
const identityKeys = ['id', 'name', 'tag', 'key', 'code', 'n']
const onOffWords: readonly (readonly [string, string])[] = [
  ['ON', 'OFF'],
  ['on', 'off'],
  ['On', 'Off'],
  ['true', 'false'],
  ['OPEN', 'CLOSED'],
  ['open', 'closed'],
  ['online', 'offline'],
  ['Online', 'Offline'],
]

class TreeBuilder {
  isCut = false
  #nodes = 0
  readonly #names = new Set<string>()
  readonly #rootName: string

  /** `rootName`: name of the point of a plain payload, from the topic. */
  constructor(rootName: string) {
    this.#rootName = rootName
  }

  createNode(value: unknown, steps: readonly PathStep[], key: string): MessageNode {
    this.#nodes++
    const path = formatPath(steps)
    if (typeof value === 'object' && value !== null) {
      const kind = Array.isArray(value) ? 'array' : 'object'
      return { path, key, kind, sample: '', suggestion: null, children: this.#createChildren(value, steps) }
    }
    const kind = findKind(value)
    const sample = String(value).slice(0, sampleLength)
    return {
      path,
      key,
      kind,
      sample,
      children: [],
      suggestion: kind === 'nothing' || kind === 'time' ? null : this.#suggest(value, steps),
    }
  }

  #createChildren(value: object, steps: readonly PathStep[]): MessageNode[] {
    const children: MessageNode[] = []
    const identity = Array.isArray(value) ? findIdentity(value) : null
    for (const [name, part] of Object.entries(value)) {
      if (steps.length >= maxDepth || this.#nodes >= maxNodes || children.length >= maxItems) {
        this.isCut = true
        break
      }
      const step = createStep(value, name, part, identity)
      children.push(this.createNode(part, [...steps, step], step.kind === 'find' ? String(step.equals) : name))
    }
    return children
  }

  #suggest(value: unknown, steps: readonly PathStep[]): PointSuggestion {
    const keys = steps.map(describeStep)
    const last = keys.at(-1) ?? this.#rootName
    // A field called "v" or "value" is named by what it belongs to.
    const parts = /^(?:v|value|val|state)$/i.test(last) && keys.length > 1 ? keys.slice(0, -1) : keys
    const own = parts.length === 0 ? [this.#rootName] : parts
    const { type, conversion } = suggestType(value, last)
    const label = own.at(-1) ?? ''
    return {
      point: this.#createName(own),
      name: label.slice(0, mappingLimits.nameLength),
      type,
      unit: type === 'decimal' ? suggestUnit(label) : '',
      conversion,
    }
  }

  /**
   * The last key if it is still free, otherwise the whole path; a number where letters are missing or the name is
   * taken.
   */
  #createName(keys: readonly string[]): string {
    const names = [keys.slice(-1), keys.slice(-2), keys].map(toCamelCase).filter(isPoint)
    const free = names.find((name) => !this.#names.has(name))
    const base = (names.at(-1) ?? 'value').slice(0, 58)
    let name = free ?? base
    for (let number = 2; this.#names.has(name); number++) name = `${base}${number}`
    this.#names.add(name)
    return name
  }
}

function createStep(parent: object, name: string, part: unknown, identity: string | null): PathStep {
  if (!Array.isArray(parent)) return { kind: 'key', key: name }
  const named: unknown =
    identity !== null && typeof part === 'object' && part !== null ? Reflect.get(part, identity) : undefined
  const isNamed = identity !== null && (typeof named === 'string' || typeof named === 'number')
  return isNamed
    ? { kind: 'find', path: [{ kind: 'key', key: identity }], equals: named }
    : { kind: 'index', index: Number(name) }
}

/** The field that names each item of an array, if there is one. */
function findIdentity(items: readonly unknown[]): string | null {
  return (
    identityKeys.find((key) => {
      const names = items.map((item) =>
        typeof item === 'object' && item !== null && Object.hasOwn(item, key) ? Reflect.get(item, key) : undefined,
      )
      const areNames = names.every(
        (name) =>
          (typeof name === 'string' && name !== '' && name.length <= mappingLimits.wordLength) ||
          Number.isSafeInteger(name),
      )
      return names.length > 0 && areNames && new Set(names).size === names.length
    }) ?? null
  )
}

const describeStep = (step: PathStep): string => {
  switch (step.kind) {
    case 'key':
      return step.key
    case 'index':
      return String(step.index)
    case 'find':
      return String(step.equals)
  }
}

function findKind(value: unknown): MessageNode['kind'] {
  switch (typeof value) {
    case 'number':
      return 'number'
    case 'boolean':
      return 'flag'
    case 'string':
      return timeText.test(value) ? 'time' : numberText.test(value) ? 'number' : 'text'
    default:
      return 'nothing'
  }
}

function suggestType(
  value: unknown,
  key: string,
): { readonly type: PointType; readonly conversion: Conversion | undefined } {
  if (typeof value === 'boolean') return { type: 'bool', conversion: undefined }
  if (typeof value === 'number') {
    // One sample cannot show decimals: 76 W may be 76.4 W next time. Counters are integers by their name.
    const isCounter =
      Number.isSafeInteger(value) &&
      splitWords(key).some((word) => /^(?:count|counter|cnt|f?cnt|index|number|status|code|id|port)$/.test(word))
    return { type: isCounter ? 'integer' : 'decimal', conversion: undefined }
  }
  const text = String(value).trim()
  const pair = onOffWords.find((words) => words.includes(text))
  if (pair) return { type: 'bool', conversion: { words: { on: [pair[0]], off: [pair[1]] } } }
  if (numberText.test(text)) return { type: 'decimal', conversion: { text: 'point' } }
  if (/^[+-]?\d+,\d+$/.test(text)) return { type: 'decimal', conversion: { text: 'comma' } }
  return { type: 'string', conversion: undefined }
}

/** Camel case in Latin letters and digits; other letters are left out. */
function toCamelCase(keys: readonly string[]): string {
  const words = keys
    .flatMap(splitWords)
    .map((word) => word.normalize('NFKD').replace(/[^a-z0-9]/g, ''))
    .filter((word) => word !== '')
  const [first = '', ...rest] = words
  const joined = first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return (/^\d/.test(joined) ? `p${joined}` : joined).slice(0, 63)
}
