import type { Mapping, MappingPoint, MappingTopic } from '../../../contract/mapping/index.ts'
import { createId } from '../mappingDraft.ts'

/** The conversion of a point. */
export type PointConversion = NonNullable<MappingPoint['conversion']>
/** The decoder of a topic. */
export type Decoder = NonNullable<MappingTopic['decoder']>
/** Where a point reads its value. */
export type PointSource = MappingPoint['sources'][number]

/** Replaces fields of an object and removes those that became undefined; undefined if none remain. */
export function mergeFields<Value extends object>(
  value: Value | undefined,
  changes: { readonly [Key in keyof Value]?: Value[Key] | undefined },
): Value | undefined {
  const entries = Object.entries({ ...value, ...changes }).filter(([, each]) => each !== undefined)
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Value)
}

/** Replaces an item of a list. */
export const replaceAt = <Item>(items: readonly Item[], index: number, item: Item): Item[] =>
  items.map((each, at) => (at === index ? item : each))

/** Removes an item of a list. */
export const removeAt = <Item>(items: readonly Item[], index: number): Item[] => items.filter((_, at) => at !== index)

export const changePointAt = (mapping: Mapping, index: number, point: MappingPoint): Mapping => ({
  ...mapping,
  points: replaceAt(mapping.points, index, point),
})

export const removePointAt = (mapping: Mapping, index: number): Mapping => ({
  ...mapping,
  points: removeAt(mapping.points, index),
})

/** Adds a point without a path to the first topic. */
export function addEmptyPoint(mapping: Mapping): Mapping {
  const point = createId('', new Set(mapping.points.map((each) => each.point)), 'point')
  const [topic] = mapping.topics
  const sources = topic ? [{ topic: topic.id, path: '' }] : []
  return { ...mapping, points: [...mapping.points, { point, type: 'decimal', sources }] }
}

/** Adds a topic that the author has to complete. */
export function addEmptyTopic(mapping: Mapping): Mapping {
  const id = createId('', new Set(mapping.topics.map((each) => each.id)), 'topic')
  return { ...mapping, topics: [...mapping.topics, { id, topic: `${id}/{device}` }] }
}

export const changeTopicAt = (mapping: Mapping, index: number, topic: MappingTopic): Mapping => ({
  ...mapping,
  topics: replaceAt(mapping.topics, index, topic),
})

/** Removes a topic and the sources that read it. */
export function removeTopicAt(mapping: Mapping, index: number): Mapping {
  const id = mapping.topics[index]?.id
  return {
    ...mapping,
    topics: removeAt(mapping.topics, index),
    points: mapping.points.map((point) => ({
      ...point,
      sources: point.sources.filter((source) => source.topic !== id),
    })),
  }
}
