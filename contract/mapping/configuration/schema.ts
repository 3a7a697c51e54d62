import { z } from 'zod'
import { isPoint } from '../../telemetry/tags.ts'
import { isTimeZone } from '../../entity/timeZone.ts'
import { byteKinds, byteOrders } from '../values/bytes.ts'
import { codecNames } from '../codecs/list.ts'
import { checkPointExpression, pointTypes } from '../values/conversion.ts'
import { mappingLimits } from '../limits.ts'
import { parsePath } from '../messages/path.ts'
import { timeFormats } from '../values/time.ts'
import { parseTopicPattern } from '../messages/topicPattern.ts'

const { wordLength, words: maxWords } = mappingLimits

const path = z
  .string()
  .max(mappingLimits.pathLength)
  .refine((text) => parsePath(text).problem === undefined, {
    error: 'This is not a path such as ENERGY.Power or values[2].v',
    params: { zh: '路径格式有误，应类似 ENERGY.Power 或 values[2].v' },
  })
const pattern = z
  .string()
  .max(mappingLimits.topicLength)
  .refine((text) => parseTopicPattern(text) !== null, {
    error: 'This is not a topic such as tele/{device}/SENSOR',
    params: { zh: '主题格式有误，应类似 tele/{device}/SENSOR' },
  })
const expression = z
  .string()
  .min(1)
  .max(mappingLimits.expressionLength)
  .superRefine((text, context) => {
    const problem = checkPointExpression(text)
    if (problem !== null)
      context.addIssue({ code: 'custom', message: problem, params: { zh: `表达式有误：${problem}` } })
  })
const literal = z.union([z.string().max(wordLength), z.number(), z.boolean(), z.null()])
const literals = z.array(literal).max(maxWords)
const id = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/)
const finite = z.number().refine(Number.isFinite)
const deviceKey = z.string().min(1).max(mappingLimits.deviceLength)

const time = z.strictObject({
  path,
  format: z.enum(timeFormats).optional(),
  zone: z.string().max(64).refine(isTimeZone).optional(),
})
const quality = z.strictObject({
  path,
  scale: z.enum(['words', 'opcDa', 'opcUa']).optional(),
  good: literals.optional(),
  uncertain: literals.optional(),
  missing: z.enum(['good', 'uncertain', 'bad']).optional(),
})

const byteSource = { path: path.optional(), encoding: z.enum(['hex', 'base64', 'raw']), port: path.optional() }
const decoder = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('codec'), codec: z.enum(codecNames), ...byteSource }),
  z.strictObject({
    kind: z.literal('script'),
    language: z.enum(['javascript', 'groovy']),
    source: z.string().min(1).max(mappingLimits.scriptLength),
    ...byteSource,
  }),
])

const topic = z.strictObject({
  id,
  /** With `{device}`, unless `device` says otherwise. */
  topic: pattern,
  /** `auto` (default): JSON if the payload is JSON, otherwise text. */
  format: z.enum(['auto', 'json', 'text', 'binary']).optional(),
  /**
   * Array or object whose items are read one by one; the paths of points, time, quality and device start at the item.
   */
  each: path.optional(),
  device: z
    .discriminatedUnion('from', [
      z.strictObject({ from: z.literal('topic') }),
      z.strictObject({ from: z.literal('path'), path }),
      z.strictObject({ from: z.literal('key') }),
      z.strictObject({ from: z.literal('fixed'), key: deviceKey }),
      // Answers to commands that name only the command.
      z.strictObject({ from: z.literal('none') }),
    ])
    .optional(),
  time: time.optional(),
  quality: quality.optional(),
  decoder: decoder.optional(),
  /** Maximum time between two messages, in seconds. */
  everyS: z.number().min(1).max(86_400).optional(),
})

const conversion = z.strictObject({
  noValue: literals.optional(),
  bytes: z
    .strictObject({
      encoding: z.enum(['hex', 'base64', 'raw']),
      offset: z.int().min(-mappingLimits.payloadBytes).max(mappingLimits.payloadBytes).optional(),
      length: z.int().min(1).max(mappingLimits.textLength).optional(),
      kind: z.enum(byteKinds),
      order: z.enum(byteOrders).optional(),
    })
    .optional(),
  bits: z.strictObject({ first: z.int().min(0).max(52), count: z.int().min(1).max(32).optional() }).optional(),
  words: z.strictObject({ on: literals, off: literals }).optional(),
  values: z
    .array(z.strictObject({ from: literal, to: z.union([z.string().max(wordLength), finite]) }))
    .min(1)
    .max(maxWords)
    .optional(),
  text: z.enum(['point', 'comma', 'hex']).optional(),
  factor: finite.refine((value) => value !== 0).optional(),
  offset: finite.optional(),
  expression: expression.optional(),
  rounding: z.enum(['nearest', 'down', 'up', 'zero']).optional(),
  min: finite.optional(),
  max: finite.optional(),
})

const source = z.strictObject({
  /** Id of a topic. */
  topic: id,
  path,
  /** Values that placeholders of the topic must have. */
  where: z.record(z.string().max(32), z.string().max(wordLength)).optional(),
  /** Value that a field must have, for rows such as `{name: "temperature", value: 21}`. */
  when: z.strictObject({ path, equals: literal }).optional(),
})

const timeoutS = z.number().min(1).max(mappingLimits.timeoutS)
const command = z.strictObject({
  /** Topic with placeholders: `{device}`, those of the point's topics, and parameters. */
  topic: pattern,
  payload: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('text'), text: z.string().max(mappingLimits.template.length) }),
    z.strictObject({ kind: z.literal('json'), json: z.json() }),
  ]),
  qos: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
  retain: z.boolean().optional(),
  /** Replaces the inverse of the point's conversion; `value` is the value of the point. */
  expression: expression.optional(),
  /** Words sent for on and off, where they differ from the first words of the conversion. */
  words: z.strictObject({ on: literal, off: literal }).optional(),
  /** Bytes for the placeholder `{bytes}`; `before` and `after` are hexadecimal. */
  bytes: z
    .strictObject({
      before: z.string().max(200).optional(),
      after: z.string().max(200).optional(),
      length: z.int().min(1).max(8),
      kind: z.enum(['unsigned', 'signed', 'float', 'bcd']),
      order: z.enum(byteOrders).optional(),
      encoding: z.enum(['hex', 'base64']),
    })
    .optional(),
  confirm: z
    .discriminatedUnion('by', [
      z.strictObject({ by: z.literal('nothing') }),
      z.strictObject({ by: z.literal('report'), timeoutS, tolerance: finite.min(0).optional() }),
      z.strictObject({
        by: z.literal('acknowledgement'),
        timeoutS,
        topic: id,
        path,
        /**
         * With `ok` alone, other values reject; with `failed` alone, other values confirm; with neither, each value
         * confirms.
         */
        ok: literals.optional(),
        failed: literals.optional(),
        id: path.optional(),
        code: path.optional(),
      }),
    ])
    .optional(),
})

const point = z.strictObject({
  /** Identifier of the thing model. */
  point: z.string().refine(isPoint, {
    error: 'Letters, digits and _ only, a letter first',
    params: { zh: '只能使用字母、数字和下划线，且以字母开头' },
  }),
  name: z.string().max(mappingLimits.nameLength).optional(),
  type: z.enum(pointTypes),
  unit: z.string().max(mappingLimits.unitLength).optional(),
  sources: z.array(source).max(mappingLimits.sources),
  conversion: conversion.optional(),
  time: time.optional(),
  quality: quality.optional(),
  command: command.optional(),
})

const presence = z.strictObject({
  topics: z
    .array(z.strictObject({ topic: id, path, online: literals.min(1), offline: literals.min(1) }))
    .max(8)
    .optional(),
  /** The end of the device's connection, or its Will, makes it offline. */
  will: z.boolean().optional(),
  /** Seconds without a message after which the device is offline. */
  silenceS: z.number().min(1).max(mappingLimits.silenceS).optional(),
})

/** Fields of a mapping, without the rules over several of them: see `mappingSchema`. */
export const mappingFields = z.strictObject({
  version: z.literal(1),
  /** Values of placeholders that are the same for all devices. */
  parameters: z.record(z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,30}$/), z.string().max(200)).optional(),
  topics: z.array(topic).min(1).max(mappingLimits.topics),
  /** Topics that the patterns match although they carry no values. */
  ignore: z.array(pattern).max(mappingLimits.ignoredTopics).optional(),
  points: z.array(point).max(mappingLimits.points),
  presence: presence.optional(),
})

/** The payload mapping of a product. It is stored as JSON. */
export type Mapping = z.infer<typeof mappingFields>
/** A topic pattern with the format of its payloads. */
export type MappingTopic = Mapping['topics'][number]
/** A point with its sources, conversion and command. */
export type MappingPoint = Mapping['points'][number]
/** Topic, payload and confirmation of the command that writes a point. */
export type MappingCommand = NonNullable<MappingPoint['command']>
