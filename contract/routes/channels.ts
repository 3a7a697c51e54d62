import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { instant, objectId, plantName } from './fields.ts'

const reading = {
  roles: rolesFrom('operator'),
  scope: 'project',
  permission: 'lighting:accessChannel:list',
} as const
const writing = {
  roles: rolesFrom('manager'),
  scope: 'project',
  permission: 'lighting:accessChannel:edit',
  limit: { perMinute: limits.http.writesPerMinute },
} as const
const one = z.strictObject({ id: objectId })
const words = z.object({ en: z.string(), zh: z.string() })
const fault = z.object({ code: z.string(), words })

/** State of a channel. `off`: disabled. `stopped`: its process is starting, for the first time or again. */
const state = z.enum(['off', 'stopped', 'connecting', 'waiting', 'connected', 'failed'])
const summary = z.object({
  id: objectId,
  project: plantName,
  name: z.string(),
  state,
  /** Time of the last change of the state. */
  since: instant.nullable(),
  fault: fault.nullable(),
  points: z.number(),
  faultCount: z.number(),
  pointsPerS: z.number(),
})
const certificate = z.object({ thumbprint: z.string(), subject: z.string(), validTo: instant })
const details = summary.extend({
  /** Median and maximum time between request and answer. */
  roundTripMs: z.number().nullable(),
  maxRoundTripMs: z.number().nullable(),
  /** Duration of one reading of all points; `isOverrun`: longer than the poll interval. */
  cycleMs: z.number().nullable(),
  isOverrun: z.boolean(),
  goodPoints: z.number(),
  lateAnswers: z.number(),
  reconnects: z.number(),
  /** Exits of the channel's process. */
  restarts: z.number(),
  /** Sets of values that are not stored yet, kept on disk, and dropped because the disk space was used up. */
  waitingFrames: z.number(),
  storedFrames: z.number(),
  droppedFrames: z.number(),
  faults: z.array(z.object({ tag: z.string(), code: z.string(), words, since: instant, count: z.number() })).readonly(),
  /** Points of the row that are not read, with the reason. */
  excluded: z.array(z.object({ tag: z.string(), words })).readonly(),
  untrusted: certificate.nullable(),
  /** The raw log records until this time. */
  logUntil: instant.nullable(),
  log: z.array(z.object({ at: instant, direction: z.enum(['in', 'out']), data: z.string() })).readonly(),
})
const node = z.object({
  id: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  type: z.string(),
  isWritable: z.boolean(),
  value: z.string(),
})
const testReading = z.object({
  tag: z.string(),
  value: z.union([z.number(), z.string()]).nullable(),
  code: z.string(),
  words,
})

/** State of a channel for a list. */
export type ChannelSummary = z.output<typeof summary>
/** State of a channel with counters, errors and raw log. */
export type ChannelDetails = z.output<typeof details>
/** A node of an OPC UA server. */
export type ChannelNode = z.output<typeof node>
/** One value of a test. */
export type ChannelReading = z.output<typeof testReading>

/** State of access channels, tests, and their raw log. */
export const channelRoutes = {
  'accessChannelState.overview': defineRoute({
    method: 'GET',
    path: '/api/access-channel-states',
    policy: reading,
    query: z.strictObject({ project: plantName.optional() }),
    answer: z.array(summary).readonly(),
  }),
  'accessChannelState.read': defineRoute({
    method: 'GET',
    path: '/api/access-channel-states/:id',
    policy: reading,
    params: one,
    answer: details,
  }),
  /** Enables the raw log for ten minutes, or disables it. */
  'accessChannelState.log': defineRoute({
    method: 'POST',
    path: '/api/access-channel-states/:id/log',
    policy: writing,
    params: one,
    body: z.strictObject({ isEnabled: z.boolean() }),
  }),
  /** Reads all points once and returns the values without storing them. Works for disabled channels too. */
  'accessChannelState.test': defineRoute({
    method: 'POST',
    path: '/api/access-channel-states/:id/test',
    policy: writing,
    params: one,
    answer: z.object({ fault: fault.nullable(), readings: z.array(testReading).readonly() }),
  }),
  /** Lists the children of a node; an empty id is the root. */
  'accessChannelState.browse': defineRoute({
    method: 'POST',
    path: '/api/access-channel-states/:id/browse',
    policy: writing,
    params: one,
    body: z.strictObject({ node: z.string().max(1_000) }),
    answer: z.object({ fault: fault.nullable(), nodes: z.array(node).readonly() }),
  }),
  /** Trusts the certificate that the server presented. */
  'accessChannelState.trust': defineRoute({
    method: 'POST',
    path: '/api/access-channel-states/:id/trust',
    policy: writing,
    params: one,
    body: z.strictObject({ thumbprint: z.string().regex(/^[\dA-Fa-f]{40}$/, 'a SHA-1 thumbprint') }),
  }),
}
