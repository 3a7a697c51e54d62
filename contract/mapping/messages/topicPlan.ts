import { compileConversion } from '../values/conversion.ts'
import type { Convert } from '../values/conversion.ts'
import { codecs } from '../codecs/list.ts'
import type { Codec, ScriptDecoder } from './decoders.ts'
import { compilePath, compileSteps, parsePath } from './path.ts'
import type { ItemIndexes, Literal, ReadPath } from './path.ts'
import { compileQuality } from '../values/quality.ts'
import type { QualityMark } from '../values/quality.ts'
import type { Mapping, MappingPoint, MappingTopic } from '../configuration/schema.ts'
import { compileTime } from '../values/time.ts'
import { parseTopicPattern } from './topicPattern.ts'
import type { TopicPattern } from './topicPattern.ts'
import { createWordMap } from '../values/words.ts'

/** Compiled source of the quality of values. */
export interface QualityPlan {
  readonly read: ReadPath
  readonly judge: (raw: unknown) => QualityMark
}

/** Compiled source of the time of values; `parse` returns milliseconds since 1970, or null if the text is no time. */
export interface TimePlan {
  readonly read: ReadPath
  readonly parse: (raw: unknown) => number | null
}

/** One source of a point on one topic. */
export interface PointPlan {
  readonly point: string
  readonly read: ReadPath
  readonly convert: Convert
  readonly quality: QualityPlan | null
  readonly time: TimePlan | null
  readonly where: readonly (readonly [string, string])[]
  readonly when: { readonly read: ReadPath; readonly equals: Literal } | null
  /** Name of the decoded value that the source reads, if any. */
  readonly decodedName: string | null
}

/** Compiled source of presence: the words for online and offline. */
export interface PresencePlan {
  readonly read: ReadPath
  readonly words: ReadonlyMap<unknown, boolean>
}

/** Compiled source of the acknowledgement of a command. */
export interface AcknowledgementPlan {
  readonly point: string
  readonly read: ReadPath
  /** Returns whether a value confirms; undefined if it is no answer. */
  readonly judge: (word: unknown) => boolean | undefined
  readonly id: ReadPath | null
  readonly code: ReadPath | null
}

/** Compiled source of the bytes of a binary payload. */
export interface DecoderPlan {
  readonly read: ReadPath
  readonly encoding: 'hex' | 'base64' | 'raw'
  readonly port: ReadPath | null
  readonly decoder: { readonly kind: 'codec'; readonly decode: Codec } | ScriptDecoder
}

/** A topic of a mapping, compiled. With a decoder, paths start at `{message, decoded}`. */
export interface TopicPlan {
  readonly id: string
  readonly pattern: TopicPattern
  readonly format: 'auto' | 'json' | 'text' | 'binary'
  readonly each: ReadPath | null
  readonly device:
    | { readonly from: 'topic' }
    | { readonly from: 'key' }
    | { readonly from: 'none' }
    | { readonly from: 'path'; readonly read: ReadPath }
    | { readonly from: 'fixed'; readonly key: string }
  readonly time: TimePlan | null
  readonly quality: QualityPlan | null
  readonly decoder: DecoderPlan | null
  readonly every: number | undefined
  readonly points: readonly PointPlan[]
  readonly presence: readonly PresencePlan[]
  readonly acknowledgements: readonly AcknowledgementPlan[]
}

/**
 * Compiles the topics of a mapping. `zone` (IANA) applies to times without zone. Throws a RangeError if the mapping is
 * invalid.
 */
export function compileTopics(mapping: Mapping, zone: string, indexes: ItemIndexes): readonly TopicPlan[] {
  return mapping.topics.map((topic) => compileTopic(topic, mapping, zone, indexes))
}

function compileTopic(topic: MappingTopic, mapping: Mapping, zone: string, indexes: ItemIndexes): TopicPlan {
  const pattern = parseTopicPattern(topic.topic)
  if (!pattern) throw new RangeError(`"${topic.topic}" is not a topic`)
  const read = (path: string): ReadPath => compileInMessage(path, topic.decoder !== undefined, indexes)
  const time = (declared: MappingTopic['time']): TimePlan | null =>
    declared
      ? { read: read(declared.path), parse: compileTime(declared.format ?? 'auto', declared.zone ?? zone) }
      : null
  const quality = (declared: MappingTopic['quality']): QualityPlan | null =>
    declared ? { read: read(declared.path), judge: compileQuality(declared) } : null
  const { decoder, device = { from: 'topic' } } = topic
  return {
    id: topic.id,
    pattern,
    format: topic.format ?? 'auto',
    every: topic.everyS === undefined ? undefined : topic.everyS * 1000,
    each: topic.each === undefined ? null : compilePath(topic.each, indexes),
    device: device.from === 'path' ? { from: 'path', read: read(device.path) } : device,
    time: time(topic.time),
    quality: quality(topic.quality),
    decoder: decoder
      ? {
          read: compilePath(decoder.path ?? '', indexes),
          encoding: decoder.encoding,
          port: decoder.port === undefined ? null : compilePath(decoder.port, indexes),
          decoder:
            decoder.kind === 'codec'
              ? { kind: 'codec', decode: codecs[decoder.codec].decode }
              : { kind: 'script', language: decoder.language, source: decoder.source },
        }
      : null,
    points: mapping.points.flatMap((point) =>
      point.sources
        .filter((source) => source.topic === topic.id)
        .map((source): PointPlan => ({
          point: point.point,
          read: read(source.path),
          quality: quality(point.quality),
          time: time(point.time),
          convert: compileConversion(point.type, point.conversion ?? {}, source.path === '' && topic.format !== 'json'),
          where: Object.entries(source.where ?? {}),
          when: source.when ? { read: read(source.when.path), equals: source.when.equals } : null,
          decodedName: findDecodedName(source.path),
        })),
    ),
    presence: (mapping.presence?.topics ?? [])
      .filter((each) => each.topic === topic.id)
      .map((each) => ({
        read: read(each.path),
        words: createWordMap([
          ...each.offline.map((word) => [word, false] as const),
          ...each.online.map((word) => [word, true] as const),
        ]),
      })),
    acknowledgements: mapping.points.flatMap((point) => compileAcknowledgement(point, topic.id, read)),
  }
}

function compileAcknowledgement(
  { point, command }: MappingPoint,
  topic: string,
  read: (path: string) => ReadPath,
): AcknowledgementPlan[] {
  const confirm = command?.confirm
  if (confirm?.by !== 'acknowledgement' || confirm.topic !== topic) return []
  const { ok, failed } = confirm
  const words = createWordMap([
    ...(failed ?? []).map((word) => [word, false] as const),
    ...(ok ?? []).map((word) => [word, true] as const),
  ])
  const other = ok === undefined ? true : failed === undefined ? false : undefined
  return [
    {
      point,
      read: read(confirm.path),
      judge: (word) => (word === undefined ? undefined : (words.get(word) ?? other)),
      id: confirm.id === undefined ? null : read(confirm.id),
      code: confirm.code === undefined ? null : read(confirm.code),
    },
  ]
}

const decodedRoot = '$decoded'

function compileInMessage(path: string, hasDecoder: boolean, indexes: ItemIndexes): ReadPath {
  if (!hasDecoder) return compilePath(path, indexes)
  const parsed = parsePath(path)
  if (parsed.problem !== undefined) throw new RangeError(`"${path}" is not a path`)
  const [first, ...rest] = parsed.steps
  const isDecoded = first?.kind === 'key' && first.key === decodedRoot
  return compileSteps(
    [{ kind: 'key', key: isDecoded ? 'decoded' : 'message' }, ...(isDecoded ? rest : parsed.steps)],
    indexes,
  )
}

function findDecodedName(path: string): string | null {
  const parsed = parsePath(path)
  const [first, second] = parsed.problem === undefined ? parsed.steps : []
  return first?.kind === 'key' && first.key === decodedRoot && second?.kind === 'key' ? second.key : null
}
