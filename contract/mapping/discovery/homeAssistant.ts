import type { Conversion, PointType } from '../values/conversion.ts'
import { mappingLimits } from '../limits.ts'
import { formatPath, parsePath } from '../messages/path.ts'
import { parsePayload } from '../messages/payload.ts'
import { readMapping } from '../configuration/readMapping.ts'
import type { Mapping, MappingPoint, MappingTopic } from '../configuration/schema.ts'
import { parseTopicPattern } from '../messages/topicPattern.ts'
import type { Words } from '@mimic/engine/schema'

/** What a device described of one of its entities. */
export interface DiscoveredEntity {
  readonly device: {
    readonly key: string
    readonly name: string
    readonly model: string | null
    readonly manufacturer: string | null
  }
  readonly point: MappingPoint
  readonly topics: readonly MappingTopic[]
  readonly availability: {
    readonly topic: string
    readonly path: string
    readonly online: string
    readonly offline: string
  } | null
}

export const discoveryProblems = {
  topic: { en: 'This is not a discovery topic', zh: '这不是自动发现主题' },
  removed: { en: 'The device removed this entity', zh: '设备已移除该实体' },
  payload: { en: 'The description is not a JSON object', zh: '描述不是 JSON 对象' },
  component: { en: 'This kind of entity is not supported', zh: '不支持该类实体' },
  state: { en: 'The entity has no state topic', zh: '该实体没有状态主题' },
  template: {
    en: 'The value template uses functions that are not supported; declare the point by hand',
    zh: '取值模板使用了不支持的函数，请手动声明点位',
  },
  invalid: { en: 'The description contains invalid topics or words', zh: '描述中的主题或词语无效' },
} as const satisfies Record<string, Words>

/** Reason why a discovery message cannot be used; a key of `discoveryProblems`. */
export type DiscoveryProblem = keyof typeof discoveryProblems

type Description = ReadonlyMap<string, unknown>

/** Abbreviated keys of descriptions. */
const longKeys: Readonly<Record<string, string>> = {
  stat_t: 'state_topic',
  cmd_t: 'command_topic',
  avty_t: 'availability_topic',
  avty: 'availability',
  val_tpl: 'value_template',
  dev: 'device',
  unit_of_meas: 'unit_of_measurement',
  dev_cla: 'device_class',
  uniq_id: 'unique_id',
  obj_id: 'object_id',
  pl_on: 'payload_on',
  pl_off: 'payload_off',
  stat_on: 'state_on',
  stat_off: 'state_off',
  pl_avail: 'payload_available',
  pl_not_avail: 'payload_not_available',
  avty_tpl: 'availability_template',
  ids: 'identifiers',
  mdl: 'model',
  mf: 'manufacturer',
  cmd_tpl: 'command_template',
  qos: 'qos',
  ret: 'retain',
  t: 'topic',
}

/**
 * Reads one description (`homeassistant/<component>/[<node>/]<object>/config`). Sensors, binary sensors, switches,
 * numbers, selects and texts become points; of value templates, `value`, paths into `value_json` and rounding filters
 * are supported.
 */
export function readHomeAssistantDiscovery(
  topic: string,
  payload: Uint8Array,
): DiscoveredEntity | { readonly problem: DiscoveryProblem } {
  const [, component, node, object] = /^[^/]+\/([a-z_]+)\/(?:([^/]+)\/)?([^/]+)\/config$/.exec(topic) ?? []
  if (component === undefined || object === undefined) return { problem: 'topic' }
  if (payload.length === 0) return { problem: 'removed' }
  const parsed = parsePayload(payload, 'json')
  if (parsed.problem !== undefined || !isObject(parsed.root)) return { problem: 'payload' }
  const type = types[component]
  if (type === undefined) return { problem: 'component' }
  return describeEntity(component, type, object, node ?? null, readDescription(parsed.root))
}

/** Joins the entities of one device into a mapping. Returns null if they do not fit together. */
export function joinEntities(entities: readonly DiscoveredEntity[]): Mapping | null {
  /** By format and topic: one topic can carry JSON for one entity and a text for another. */
  const topics = new Map<string, MappingTopic>()
  const points: MappingPoint[] = []
  const used = new Set<string>()
  const presence: NonNullable<NonNullable<Mapping['presence']>['topics']> = []
  for (const { point, topics: own, availability, device } of entities) {
    const renamed = new Map(
      own.map((topic) => {
        const key = `${topic.format} ${topic.topic}`
        const known = topics.get(key) ?? { ...topic, id: `t${topics.size + 1}` }
        topics.set(key, known)
        return [topic.id, known.id]
      }),
    )
    let name = point.point
    for (let number = 2; used.has(name); number++) name = `${point.point.slice(0, 58)}${number}`
    used.add(name)
    points.push({
      ...point,
      point: name,
      sources: point.sources.map((source) => ({ ...source, topic: renamed.get(source.topic) ?? source.topic })),
    })
    if (availability === null) continue
    const { topic, path, online, offline } = availability
    const key = `auto ${topic}`
    const known = topics.get(key) ?? { id: `t${topics.size + 1}`, topic, device: { from: 'fixed', key: device.key } }
    topics.set(key, known)
    if (presence.some((each) => each.topic === known.id && each.path === path)) continue
    presence.push({ topic: known.id, path, online: [online], offline: [offline] })
  }
  const joined = {
    version: 1,
    topics: [...topics.values()],
    points,
    ...(presence.length > 0 ? { presence: { topics: presence.slice(0, 8) } } : {}),
  }
  return readMapping(joined).mapping ?? null
}

const types: Readonly<Record<string, PointType>> = {
  sensor: 'decimal',
  binary_sensor: 'bool',
  switch: 'bool',
  light: 'bool',
  number: 'decimal',
  select: 'string',
  text: 'string',
}

function describeEntity(
  component: string,
  type: PointType,
  object: string,
  node: string | null,
  description: Description,
): DiscoveredEntity | { readonly problem: DiscoveryProblem } {
  const base = getText(description, '~') ?? ''
  const resolve = (name: string): string | null =>
    getText(description, name)?.replace(/^~/, base).replace(/~$/, base) ?? null
  const state = resolve('state_topic')
  if (state === null) return { problem: 'state' }
  const template = readTemplate(getText(description, 'value_template'))
  if (template === null) return { problem: 'template' }
  const device = readDevice(description, node ?? object)
  const unit = getText(description, 'unit_of_measurement')
  const isText =
    component === 'sensor' &&
    unit === null &&
    getText(description, 'state_class') === null &&
    getText(description, 'device_class') === null
  const pointType = isText ? 'string' : type
  const name = getText(description, 'name') ?? object
  const conversion = readConversion(pointType, description)
  const command = resolve('command_topic')
  const point = {
    point: toIdentifier(object),
    name: name.slice(0, mappingLimits.nameLength),
    type: pointType,
    ...(unit === null ? {} : { unit: unit.slice(0, mappingLimits.unitLength) }),
    sources: [{ topic: 'state', path: template.path }],
    ...(conversion ? { conversion } : {}),
    ...(command === null || component.endsWith('sensor')
      ? {}
      : {
          command: {
            topic: command,
            payload: { kind: 'text', text: '{value}' },
            confirm: { by: 'report', timeoutS: 10 },
            ...(pointType === 'bool'
              ? {
                  words: {
                    on: getText(description, 'payload_on') ?? 'ON',
                    off: getText(description, 'payload_off') ?? 'OFF',
                  },
                }
              : {}),
          },
        }),
  }
  const topics = [
    {
      id: 'state',
      topic: state,
      format: template.isJson ? 'json' : 'text',
      device: { from: 'fixed', key: device.key },
    },
  ]
  const { mapping } = readMapping({ version: 1, topics, points: [point] })
  const [checked] = mapping?.points ?? []
  if (!mapping || !checked) return { problem: 'invalid' }
  return { device, point: checked, topics: mapping.topics, availability: readAvailability(description, resolve) }
}

interface Template {
  readonly path: string
  readonly isJson: boolean
}

/** Reads a value template; null if it does more than read and round. */
function readTemplate(source: string | null): Template | null {
  if (source === null) return { path: '', isJson: false }
  const [, expression] = /^\{\{-?\s*([^{}]+?)\s*-?\}\}$/s.exec(source.trim()) ?? []
  if (expression === undefined) return null
  const [value = '', ...filters] = expression.split('|').map((part) => part.trim())
  if (filters.some((filter) => !/^(?:round|float|int|string|default|is_defined)(?:\(.*\))?$/.test(filter))) return null
  if (value === 'value') return { path: '', isJson: false }
  if (!/^value_json(?:\.\w+|\[\d+\]|\['[^'\\]*'\]|\["[^"\\]*"\])*$/.test(value)) return null
  const parsed = parsePath(value.slice('value_json'.length).replace(/^\./, ''))
  if (parsed.problem !== undefined || parsed.steps.some(({ kind }) => kind === 'find')) return null
  return parsed.steps.length === 0 ? null : { path: formatPath(parsed.steps), isJson: true }
}

function readConversion(type: PointType, description: Description): Conversion | undefined {
  if (type === 'decimal') return { text: 'point' }
  if (type !== 'bool') return undefined
  const on = getText(description, 'state_on') ?? getText(description, 'payload_on') ?? 'ON'
  const off = getText(description, 'state_off') ?? getText(description, 'payload_off') ?? 'OFF'
  return { words: { on: [on], off: [off] } }
}

function readAvailability(
  description: Description,
  resolve: (name: string) => string | null,
): DiscoveredEntity['availability'] {
  const listed = description.get('availability')
  const first: unknown = Array.isArray(listed) ? listed[0] : listed
  const inner = isObject(first) ? readDescription(first) : description
  const topic = isObject(first) ? getText(inner, 'topic') : resolve('availability_topic')
  const template = readTemplate(getText(inner, isObject(first) ? 'value_template' : 'availability_template'))
  if (topic === null || parseTopicPattern(topic) === null || template === null) return null
  const online = getText(inner, 'payload_available') ?? 'online'
  const offline = getText(inner, 'payload_not_available') ?? 'offline'
  const isShort = Math.max(online.length, offline.length) <= mappingLimits.wordLength
  return isShort ? { topic, path: template.path, online, offline } : null
}

function readDevice(description: Description, fallback: string): DiscoveredEntity['device'] {
  const declared = description.get('device')
  const device: Description = isObject(declared) ? readDescription(declared) : new Map()
  const identifiers = device.get('identifiers')
  const first: unknown = Array.isArray(identifiers) ? identifiers[0] : identifiers
  const key = (typeof first === 'string' && first !== '' ? first : fallback).slice(0, mappingLimits.deviceLength)
  return {
    key,
    name: getText(device, 'name') ?? key,
    model: getText(device, 'model'),
    manufacturer: getText(device, 'manufacturer'),
  }
}

const readDescription = (value: Readonly<Record<string, unknown>>): Description =>
  new Map(
    Object.entries(value).map(([key, part]) => [Object.hasOwn(longKeys, key) ? (longKeys[key] ?? key) : key, part]),
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function getText(description: Description, key: string): string | null {
  const value = description.get(key)
  return typeof value === 'string' && value.length <= mappingLimits.topicLength ? value : null
}

const toIdentifier = (object: string): string => {
  const letters = object.replace(/[^a-zA-Z0-9_]/g, '_').slice(0, 62)
  return /^[a-zA-Z]/.test(letters) ? letters : `p${letters}`
}
