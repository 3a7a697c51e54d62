import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { serverAlarmNames } from '../serverAlarms.ts'
import { defineRoute } from './define.ts'
import { instant, momentText, objectId, pageOf, pageQuery, searchText } from './fields.ts'

const looking = { roles: rolesFrom('manager'), scope: 'none', permission: 'system:monitor:read' } as const
const allOf = (permission: string) => ({ roles: rolesFrom('super'), scope: 'none', permission }) as const

/** Two seconds of the server's working. */
const sample = z.object({
  at: instant,
  /** Of one core: 100 is one core at work all the time. */
  cpuPercent: z.number(), residentBytes: z.number(), heapBytes: z.number(),
  /** How late the event loop was. */
  loopMs: z.number(), loopMostMs: z.number(),
  requests: z.number(), received: z.number(), delivered: z.number(),
})
export type MonitorSample = z.output<typeof sample>

const backup = z.object({
  directory: z.string(),
  /** The backups are lost with the data's disk. */
  isSameDisk: z.boolean(),
  /** Whether a job writes them. */
  isScheduled: z.boolean(),
  /** Of the newest backup; null: there is none. */
  newestAt: instant.nullable(), bytes: z.number().nullable(),
  /** Whether the last attempt failed. */
  hasFailed: z.boolean(),
  /** When the newest one was restored on trial, and whether that succeeded; null: never. */
  verifiedAt: instant.nullable(), isVerified: z.boolean().nullable(),
})
export type BackupStatus = z.output<typeof backup>

const standing = z.object({
  startedAt: instant, now: instant,
  versions: z.object({ mimic: z.string(), node: z.string(), system: z.string(), database: z.string() }),
  cores: z.number(), load: z.number(), memoryBytes: z.number(), freeMemoryBytes: z.number(), heapLimitBytes: z.number(),
  /** Where the data are kept. */
  disk: z.object({ totalBytes: z.number(), freeBytes: z.number() }),
  databaseBytes: z.number().nullable(),
  files: z.object({ count: z.number(), bytes: z.number() }),
  backup,
  /** Within how many milliseconds so many of the last `count` requests were answered; null before the first one. */
  latency: z.object({ count: z.number(), medianMs: z.number(), p95Ms: z.number(), p99Ms: z.number() }).nullable(),
  /** Newer than `since`, oldest first. */
  samples: z.array(sample).readonly(),
  sampleMs: z.number(),
})
export type ServerStatus = z.output<typeof standing>

const serverAlarm = z.object({
  id: z.string(), kind: z.enum(serverAlarmNames),
  /** In both languages (`encodeLocalized`). */
  detail: z.string(),
  raisedAt: instant,
  /** Of an event: when it happened last. */
  lastAt: instant,
  /** Null while it is open. */
  clearedAt: instant.nullable(),
  /** How often it was raised. */
  count: z.number(),
})
/** An alarm of the server about itself. */
export type ServerAlarm = z.output<typeof serverAlarm>

const historyLevel = z.object({
  level: z.enum(['raw', 'minute', 'hour']), bytes: z.number(), bytesPerDay: z.number(),
  /** Once every tag has reached its retention, at the growth of today; null where some are kept for ever. */
  predictedBytes: z.number().nullable(),
})
const historyStorage = z.object({ levels: z.array(historyLevel).readonly(), tags: z.number(), aggregatedUntil: instant.nullable(), freeBytes: z.number() })
/** How much room the history of tags takes, and will take. */
export type HistoryStorage = z.output<typeof historyStorage>

const brokerClient = z.object({
  id: objectId, clientId: z.string(), account: z.string(), kind: z.enum(['user', 'device', 'gateway']).nullable(), address: z.string(), connectedAt: instant,
  filterCount: z.number(),
  /** The first of them. */
  filters: z.array(z.string()).readonly(),
  received: z.number(), delivered: z.number(), waitingBytes: z.number(), conflated: z.number(),
})
export type MonitoredClient = z.output<typeof brokerClient>

const broker = pageOf(brokerClient).extend({
  external: z.enum(['none', 'connected', 'lost']),
  connections: z.number(), received: z.number(), delivered: z.number(), conflated: z.number(), refused: z.number(), malformed: z.number(), leftOut: z.number(), throttled: z.number(), cut: z.number(),
  waitingBytes: z.number(), waitingPoints: z.number(), committedPoints: z.number(), failedPoints: z.number(), retained: z.number(), retainedBytes: z.number(),
  receivedPerSecond: z.number(), deliveredPerSecond: z.number(),
})
export type BrokerStatus = z.output<typeof broker>

export const cacheNames = ['sessions', 'tokens', 'newest', 'retained', 'rowCounts'] as const
/** Those that may be emptied: what they hold can be had again. */
export const clearableCaches = ['sessions', 'tokens'] as const satisfies readonly (typeof cacheNames)[number][]
export type CacheName = (typeof cacheNames)[number]
const cache = z.object({
  name: z.enum(cacheNames), entries: z.number(),
  /** Null where it is not counted. */
  most: z.number().nullable(), bytes: z.number().nullable(), hits: z.number().nullable(), misses: z.number().nullable(),
  /** Whether it may be emptied: what it holds can be had again. */
  isClearable: z.boolean(),
})
export type MonitoredCache = z.output<typeof cache>

/** What a key of a cache is about; words are the console's. */
const cacheSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), account: z.string() }),
  z.object({ kind: z.literal('token'), name: z.string(), account: z.string() }),
  z.object({ kind: z.literal('value'), project: z.string(), value: z.string().nullable() }),
  z.object({ kind: z.literal('device'), project: z.string(), device: z.string() }),
  /** Of all projects where `project` is empty. */
  z.object({ kind: z.literal('rows'), entity: z.string(), project: z.string(), rows: z.number() }),
  z.object({ kind: z.literal('none') }),
])
export type CacheSubject = z.output<typeof cacheSubject>
const cacheKey = z.object({
  /** To remove it by. */
  id: z.string(),
  /** As people tell it from others; never a secret, nor the hash of one. */
  key: z.string(),
  about: cacheSubject,
  /** When what it holds came, and until when it counts; null where that is not known, or it always does. */
  at: instant.nullable(), expiresAt: instant.nullable(),
  /** It is held and not believed any more. */
  isExpired: z.boolean(),
  bytes: z.number().nullable(),
})
export type MonitoredCacheKey = z.output<typeof cacheKey>
const cacheParams = { name: z.enum(cacheNames) }

const session = z.object({
  id: objectId, account: z.string(), role: z.string(), address: z.string(), signedInAt: instant, seenAt: instant, expiresAt: instant,
  /** Open connections to the broker by it. */
  connections: z.number(),
  isOwn: z.boolean(),
})
export type MonitoredSession = z.output<typeof session>

/** How this server itself is doing: figures measured, connections open, caches held, people signed in. */
export const monitoringRoutes = {
  'monitor.server': defineRoute({ method: 'GET', path: '/api/monitor/server', policy: looking, query: z.strictObject({ since: momentText.optional() }), answer: standing }),
  /** Open ones first. */
  'monitor.alarms': defineRoute({ method: 'GET', path: '/api/monitor/alarms', policy: looking, answer: z.array(serverAlarm).readonly() }),
  'monitor.history': defineRoute({ method: 'GET', path: '/api/monitor/history', policy: looking, answer: historyStorage }),
  'monitor.caches': defineRoute({ method: 'GET', path: '/api/monitor/caches', policy: looking, answer: z.array(cache).readonly() }),
  'monitor.clearCache': defineRoute({
    method: 'POST', path: '/api/monitor/caches/:name/clear', policy: allOf('system:monitor:clear'), params: z.strictObject(cacheParams), answer: z.object({ cleared: z.number() }),
  }),
  /** What a cache holds, a page at a time. Whose sessions and what points there are, of all projects: for a super administrator. */
  'monitor.cacheKeys': defineRoute({
    method: 'GET', path: '/api/monitor/caches/:name/keys', policy: allOf('system:monitor:keys'), params: z.strictObject(cacheParams), query: z.strictObject({ ...pageQuery, search: searchText.optional() }),
    answer: pageOf(cacheKey),
  }),
  /** One key of a cache that may be emptied. */
  'monitor.removeCacheKey': defineRoute({
    method: 'DELETE', path: '/api/monitor/caches/:name/keys/:id', policy: allOf('system:monitor:clear'), params: z.strictObject({ ...cacheParams, id: objectId }),
  }),
  'monitor.broker': defineRoute({
    method: 'GET', path: '/api/monitor/broker', policy: allOf('platform:broker:read'), query: z.strictObject({ ...pageQuery, search: searchText.optional() }), answer: broker,
  }),
  /** The client may connect again at once, as it would after any loss. */
  'monitor.disconnect': defineRoute({ method: 'DELETE', path: '/api/monitor/broker/clients/:id', policy: allOf('platform:broker:disconnect'), params: z.strictObject({ id: objectId }) }),
  'monitor.sessions': defineRoute({
    method: 'GET', path: '/api/monitor/sessions', policy: allOf('system:session:list'), query: z.strictObject({ ...pageQuery, search: searchText.optional() }), answer: pageOf(session),
  }),
  /** It counts at once: the page of that session goes to the sign-in, and its connections end. */
  'monitor.endSession': defineRoute({ method: 'DELETE', path: '/api/monitor/sessions/:id', policy: allOf('system:session:end'), params: z.strictObject({ id: objectId }) }),
}
