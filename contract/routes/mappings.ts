import * as z from 'zod'
import { rolesFrom } from '../access.ts'
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
  /** Why values of a device are not of good quality. */
  'mapping.reasons': defineRoute({
    method: 'GET',
    path: '/api/value-reasons/:project/:device',
    policy: { roles: rolesFrom('operator'), scope: 'project', permission: 'platform:device:list' },
    params: z.strictObject({ project: plantName, device: plantName }),
    answer: reasons,
  }),
}
