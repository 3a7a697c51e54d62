import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { mappingLimits } from '../mapping/limits.ts'
import { parseBase64 } from '../mapping/values/bytes.ts'
import { defineRoute } from './define.ts'
import { instant, plantName } from './fields.ts'

const reading = { roles: rolesFrom('manager'), scope: 'project', permission: 'platform:mapping:listen' } as const
const words = z.object({ en: z.string(), zh: z.string() })

const message = z.object({
  topic: z.string(),
  at: instant,
  /** MQTT client that sent the message. */
  client: z.string(),
  /** Size of the whole payload in bytes. */
  bytes: z.number(),
  /** The first bytes of the payload, as base64. */
  payload: z.string(),
  isCut: z.boolean(),
  /** Why the message, or a part of it, was rejected; null if all of it was read. */
  problem: words.nullable(),
})
/** A message on a topic that is not a topic of this server. */
export type ForeignMessageRow = z.output<typeof message>

const reasons = z.array(z.object({ point: z.string(), words, at: instant })).readonly()
/** Points whose newest value is not of good quality, with the reason. */
export type DeviceReasons = z.output<typeof reasons>

const filter = z
  .string()
  .min(1)
  .max(200)
  .refine(isForeignFilter, 'must be a topic filter such as tele/#, outside the topics of this server')
/** A topic filter of MQTT; `+` and `#` are whole levels, and `#` is the last one. */
function isForeignFilter(text: string): boolean {
  const levels = text.split('/')
  return (
    !/^(?:p|mimic|\$.*)$/.test(levels[0] ?? '') &&
    levels.every(
      (level, index) => level === '+' || (level === '#' ? index === levels.length - 1 : !/[+#\0]/.test(level)),
    )
  )
}

const query = z.strictObject({
  filter,
  project: plantName.optional(),
  max: z.coerce.number().int().min(1).max(200).default(100),
})

const { payloadBytes, scriptLength, deviceLength, topicLength, decodedPoints } = mappingLimits
const decodedPoint = z.object({
  name: z.string(),
  value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
  quality: z.enum(['good', 'uncertain', 'bad']).optional(),
  device: z.string().optional(),
})
const decoding = z.object({
  points: z.array(decodedPoint).max(decodedPoints).readonly(),
  /** Why the decoder gave nothing, with the line of its source if it is known; null if it gave points. */
  problem: z.object({ words, line: z.number().nullable() }).nullable(),
  /** What the decoder logged. */
  lines: z.array(z.string()).readonly(),
})
/** Result of a decoder script on bytes. */
export type DecoderResult = z.output<typeof decoding>

/** Incoming messages on topics of payload mappings, kept in memory. */
export const mappingRoutes = {
  /** The newest message of each topic that matches the filter. */
  'mapping.messages': defineRoute({
    method: 'GET',
    path: '/api/foreign-messages',
    policy: reading,
    query,
    answer: z.array(message).readonly(),
  }),
  /** Rejected messages with their reasons, newest first; the last 200 of each topic are kept. */
  'mapping.rejections': defineRoute({
    method: 'GET',
    path: '/api/rejected-messages',
    policy: reading,
    query,
    answer: z.array(message).readonly(),
  }),
  /** Runs a decoder script of a mapping on bytes, as for an incoming message. Nothing is stored or sent. */
  'mapping.decode': defineRoute({
    method: 'POST',
    path: '/api/decoder-runs',
    policy: {
      roles: rolesFrom('manager'),
      scope: 'none',
      permission: 'platform:mapping:edit',
      limit: { perMinute: 120 },
    },
    body: z.strictObject({
      language: z.enum(['javascript', 'groovy']),
      source: z.string().min(1).max(scriptLength),
      /** Base64. */
      bytes: z
        .string()
        .max(Math.ceil(payloadBytes / 3) * 4)
        .refine((text) => parseBase64(text) !== null, 'base64'),
      /** LoRaWAN port. */
      port: z.int().min(0).max(255).nullable(),
      device: z.string().max(deviceLength).nullable(),
      topic: z.string().max(topicLength),
    }),
    answer: decoding,
  }),
  /** Why values of a device are not of good quality. */
  'mapping.reasons': defineRoute({
    method: 'GET',
    path: '/api/value-reasons/:project/:device',
    policy: { roles: rolesFrom('operator'), scope: 'project', permission: 'platform:device:list' },
    params: z.strictObject({ project: plantName, device: plantName }),
    answer: reasons,
  }),
}
