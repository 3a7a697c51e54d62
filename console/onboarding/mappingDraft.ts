import type { Mapping, MappingPoint, MappingTemplate, PointSuggestion } from '../../contract/mapping/index.ts'
import { parseTopicPattern } from '../../contract/mapping/index.ts'
import { isName } from '../../contract/telemetry/index.ts'

/** An empty mapping, to which topics and points are added from messages. */
export const emptyMapping: Mapping = { version: 1, topics: [], points: [] }

/** The mapping of a template; null for templates whose devices describe themselves. */
export const getTemplateMapping = (template: MappingTemplate): Mapping | null =>
  template.kind === 'mapping' ? template.mapping : null

/** MQTT topic filters of a template or a mapping, to look for messages. */
export function listFilters(mapping: Mapping): readonly string[] {
  return [...new Set(mapping.topics.flatMap(({ topic }) => parseTopicPattern(topic)?.filter ?? []))]
}

/** Replaces one level of a topic by `{device}`. */
export function createTopicPattern(topic: string, deviceLevel: number): string {
  return topic
    .split('/')
    .map((level, index) => (index === deviceLevel ? '{device}' : level))
    .join('/')
}

/** The level of a topic that most likely names the device: the longest one with a digit, else the second to last. */
export function guessDeviceLevel(topic: string): number {
  const levels = topic.split('/')
  const candidates = levels
    .map((level, index) => ({ level, index }))
    .filter(({ level, index }) => /\d/.test(level) && (index > 0 || levels.length === 1))
    .sort((one, other) => other.level.length - one.level.length)
  return candidates[0]?.index ?? Math.max(0, levels.length - 2)
}

/** The topic of a mapping that matches a topic name. */
export const findTopic = (mapping: Mapping, topic: string) =>
  mapping.topics.find((each) => (parseTopicPattern(each.topic)?.match(topic) ?? null) !== null)

/** Adds a topic pattern unless a topic of the mapping already matches. Returns the mapping with the id of the topic. */
export function addTopic(
  mapping: Mapping,
  topic: string,
  deviceLevel: number,
): { readonly mapping: Mapping; readonly id: string } {
  const existing = findTopic(mapping, topic)
  if (existing) return { mapping, id: existing.id }
  const id = createId(topic.split('/').at(-1) ?? '', new Set(mapping.topics.map((each) => each.id)), 'topic')
  return {
    mapping: { ...mapping, topics: [...mapping.topics, { id, topic: createTopicPattern(topic, deviceLevel) }] },
    id,
  }
}

/** Adds a point for a suggested value of a message, unless a point reads the same path already. */
export function addPoint(mapping: Mapping, topicId: string, path: string, suggestion: PointSuggestion): Mapping {
  if (findPoint(mapping, topicId, path)) return mapping
  const { point, name, type, unit, conversion } = suggestion
  const added: MappingPoint = {
    point: createId(point, new Set(mapping.points.map((each) => each.point)), 'point'),
    name,
    type,
    ...(unit === '' ? {} : { unit }),
    ...(conversion === undefined ? {} : { conversion: structuredClone(conversion) as MappingPoint['conversion'] }),
    sources: [{ topic: topicId, path }],
  }
  return { ...mapping, points: [...mapping.points, added] }
}

/** The point that reads a path of a topic. */
export const findPoint = (mapping: Mapping, topicId: string, path: string): MappingPoint | undefined =>
  mapping.points.find(({ sources }) => sources.some((source) => source.topic === topicId && source.path === path))

/** Telemetry name for a device key: lowercase letters, digits and hyphens. */
export function createDeviceName(key: string): string {
  const name = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 63)
  return isName(name) ? name : 'device'
}

/** Serial number for a device key: letters, digits and `. _ : -`. */
export const createSerial = (key: string): string => key.replaceAll(/[^\w.:-]+/g, '-').slice(0, 64)

/** Makes a text an identifier that is not taken. */
export function createId(text: string, taken: ReadonlySet<string>, fallback: string): string {
  const letters = text.replaceAll(/[^a-zA-Z0-9_]/g, '').replace(/^[^a-zA-Z]+/, '')
  const base = letters === '' ? fallback : letters.slice(0, 36)
  let id = base
  for (let number = 2; taken.has(id); number++) id = `${base}${number}`
  return id
}
