import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { serverAlarmNames } from '../serverAlarms.ts'
import { defineRoute } from './define.ts'
import { instant, instantText, objectId, definePage, pageQuery, searchText } from './fields.ts'

const readPolicy = { roles: rolesFrom('manager'), scope: 'none', permission: 'system:monitor:read' } as const
const superPolicy = (permission: string) => ({ roles: rolesFrom('super'), scope: 'none', permission }) as const

/** Measurements of two seconds. */
const sample = z.object({
  at: instant,
  /** `cpuPercent`: percent of one core; 100 is one fully used core. */
  cpuPercent: z.number(),
  residentBytes: z.number(),
  heapBytes: z.number(),
  /** Event loop delay in milliseconds. */
  loopMs: z.number(),
  loopMostMs: z.number(),
  requests: z.number(),
  received: z.number(),
  delivered: z.number(),
})
/** Process metrics of a two-second interval. `requests`, `received` and `delivered` are rates per second. */
export type MonitorSample = z.output<typeof sample>

const backup = z.object({
  directory: z.string(),
  /** The backups are on the same disk and would be lost with it. */
  isSameDisk: z.boolean(),
  /** Whether a job creates backups. */
  isScheduled: z.boolean(),
  /** Newest backup; null if there is none. */
  newestAt: instant.nullable(),
  bytes: z.number().nullable(),
  /** Whether the last attempt failed. */
  hasFailed: z.boolean(),
  /** Time and result of the last test restore of the newest backup; null: never tested. */
  verifiedAt: instant.nullable(),
  isVerified: z.boolean().nullable(),
})
/** State of the backups: newest backup, last failure and last test restore. */
export type BackupStatus = z.output<typeof backup>

const serverStatus = z.object({
  startedAt: instant,
  now: instant,
  versions: z.object({ mimic: z.string(), node: z.string(), system: z.string(), database: z.string() }),
  cores: z.number(),
  load: z.number(),
  memoryBytes: z.number(),
  freeMemoryBytes: z.number(),
  heapLimitBytes: z.number(),
  /** Disk of the data directory. */
  disk: z.object({ totalBytes: z.number(), freeBytes: z.number() }),
  databaseBytes: z.number().nullable(),
  files: z.object({ count: z.number(), bytes: z.number() }),
  backup,
  /** Response times of the last `count` requests; null before the first request. */
  latency: z.object({ count: z.number(), medianMs: z.number(), p95Ms: z.number(), p99Ms: z.number() }).nullable(),
  /** Samples newer than `since`, oldest first. */
  samples: z.array(sample).readonly(),
  sampleMs: z.number(),
})
/** Status of the server for the monitoring page. Sizes are in bytes, response times in milliseconds. */
export type ServerStatus = z.output<typeof serverStatus>

const serverAlarm = z.object({
  id: z.string(),
  kind: z.enum(serverAlarmNames),
  /** Bilingual (`encodeLocalized`). */
  detail: z.string(),
  raisedAt: instant,
  /** Of an event: its last occurrence. */
  lastAt: instant,
  /** Null while it is open. */
  clearedAt: instant.nullable(),
  /** Number of times it was raised. */
  count: z.number(),
  /** Account that acknowledged it, and when; null while it is unacknowledged. */
  confirmedBy: z.string().nullable(),
  confirmedAt: instant.nullable(),
})
/** An alarm of the server about itself. */
export type ServerAlarm = z.output<typeof serverAlarm>

const historyLevel = z.object({
  level: z.enum(['raw', 'minute', 'hour']),
  bytes: z.number(),
  bytesPerDay: z.number(),
  /** Expected size once every tag reaches its retention at today's growth; null if some tags are kept forever. */
  predictedBytes: z.number().nullable(),
})
const historyStorage = z.object({
  levels: z.array(historyLevel).readonly(),
  tags: z.number(),
  aggregatedUntil: instant.nullable(),
  freeBytes: z.number(),
})
/** Current and expected storage of tag history. */
export type HistoryStorage = z.output<typeof historyStorage>

const brokerClient = z.object({
  id: objectId,
  clientId: z.string(),
  account: z.string(),
  kind: z.enum(['user', 'device', 'gateway']).nullable(),
  address: z.string(),
  connectedAt: instant,
  filterCount: z.number(),
  /** The first filters; `filterCount` is their total. */
  filters: z.array(z.string()).readonly(),
  received: z.number(),
  delivered: z.number(),
  waitingBytes: z.number(),
  conflated: z.number(),
})
/** A connected client of the MQTT broker with its counters. */
export type MonitoredClient = z.output<typeof brokerClient>

const broker = definePage(brokerClient).extend({
  external: z.enum(['none', 'connected', 'lost']),
  connections: z.number(),
  received: z.number(),
  delivered: z.number(),
  conflated: z.number(),
  refused: z.number(),
  malformed: z.number(),
  leftOut: z.number(),
  throttled: z.number(),
  cut: z.number(),
  waitingBytes: z.number(),
  waitingPoints: z.number(),
  committedPoints: z.number(),
  failedPoints: z.number(),
  retained: z.number(),
  retainedBytes: z.number(),
  receivedPerSecond: z.number(),
  deliveredPerSecond: z.number(),
})
/** Counters of the MQTT broker, with one page of its clients. */
export type BrokerStatus = z.output<typeof broker>

export const cacheNames = ['sessions', 'tokens', 'newest', 'retained', 'rowCounts'] as const
/** Caches that may be cleared, because their content can be loaded again. */
export const clearableCaches = ['sessions', 'tokens'] as const satisfies readonly (typeof cacheNames)[number][]
/** Name of a monitored cache in `cacheNames`. */
export type CacheName = (typeof cacheNames)[number]
const cache = z.object({
  name: z.enum(cacheNames),
  entries: z.number(),
  /** Null if not counted. */
  most: z.number().nullable(),
  bytes: z.number().nullable(),
  hits: z.number().nullable(),
  misses: z.number().nullable(),
  /** Whether the cache may be cleared. */
  isClearable: z.boolean(),
})
/** Size and hit counts of a cache. */
export type MonitoredCache = z.output<typeof cache>

/** The object of a cache key. The console supplies the words. */
const cacheSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), account: z.string() }),
  z.object({ kind: z.literal('token'), name: z.string(), account: z.string() }),
  z.object({ kind: z.literal('value'), project: z.string(), value: z.string().nullable() }),
  z.object({ kind: z.literal('device'), project: z.string(), device: z.string() }),
  /** An empty `project` covers all projects. */
  z.object({ kind: z.literal('rows'), entity: z.string(), project: z.string(), rows: z.number() }),
  z.object({ kind: z.literal('none') }),
])
/** The object that a cache key belongs to, such as an account, a token or a device. */
export type CacheSubject = z.output<typeof cacheSubject>
const cacheKey = z.object({
  /** Used to remove the key. */
  id: z.string(),
  /** Display text of the key; never a secret or the hash of one. */
  key: z.string(),
  about: cacheSubject,
  /** Creation and expiry; null if unknown or unlimited. */
  at: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Still cached, but no longer used. */
  isExpired: z.boolean(),
  bytes: z.number().nullable(),
})
/** One key of a cache. */
export type MonitoredCacheKey = z.output<typeof cacheKey>
const cacheParams = { name: z.enum(cacheNames) }

const session = z.object({
  id: objectId,
  account: z.string(),
  role: z.string(),
  address: z.string(),
  signedInAt: instant,
  seenAt: instant,
  expiresAt: instant,
  /** Open broker connections of the session. */
  connections: z.number(),
  isOwn: z.boolean(),
})
/** A session of a signed-in account. Times are in milliseconds since 1970. */
export type MonitoredSession = z.output<typeof session>

/** State of this server: measurements, connections, caches and sessions. */
export const monitoringRoutes = {
  'monitor.server': defineRoute({
    method: 'GET',
    path: '/api/monitor/server',
    policy: readPolicy,
    query: z.strictObject({ since: instantText.optional() }),
    answer: serverStatus,
  }),
  /** Open alarms first. */
  'monitor.alarms': defineRoute({
    method: 'GET',
    path: '/api/monitor/alarms',
    policy: readPolicy,
    answer: z.array(serverAlarm).readonly(),
  }),
  /** Acknowledges alarms of the server. Unknown and acknowledged ones are ignored. Returns all alarms. */
  'monitor.acknowledgeAlarms': defineRoute({
    method: 'POST',
    path: '/api/monitor/alarms/acknowledge',
    policy: { roles: rolesFrom('manager'), scope: 'none', permission: 'system:monitor:acknowledge' },
    body: z.strictObject({ ids: z.array(objectId).min(1).max(200) }),
    answer: z.array(serverAlarm).readonly(),
  }),
  'monitor.history': defineRoute({
    method: 'GET',
    path: '/api/monitor/history',
    policy: readPolicy,
    answer: historyStorage,
  }),
  'monitor.caches': defineRoute({
    method: 'GET',
    path: '/api/monitor/caches',
    policy: readPolicy,
    answer: z.array(cache).readonly(),
  }),
  'monitor.clearCache': defineRoute({
    method: 'POST',
    path: '/api/monitor/caches/:name/clear',
    policy: superPolicy('system:monitor:clear'),
    params: z.strictObject(cacheParams),
    answer: z.object({ cleared: z.number() }),
  }),
  /**
   * Keys of a cache, paged. They reveal sessions and points of all projects and therefore require a super
   * administrator.
   */
  'monitor.cacheKeys': defineRoute({
    method: 'GET',
    path: '/api/monitor/caches/:name/keys',
    policy: superPolicy('system:monitor:keys'),
    params: z.strictObject(cacheParams),
    query: z.strictObject({ ...pageQuery, search: searchText.optional() }),
    answer: definePage(cacheKey),
  }),
  /** Removes one key of a clearable cache. */
  'monitor.removeCacheKey': defineRoute({
    method: 'DELETE',
    path: '/api/monitor/caches/:name/keys/:id',
    policy: superPolicy('system:monitor:clear'),
    params: z.strictObject({ ...cacheParams, id: objectId }),
  }),
  'monitor.broker': defineRoute({
    method: 'GET',
    path: '/api/monitor/broker',
    policy: superPolicy('platform:broker:read'),
    query: z.strictObject({ ...pageQuery, search: searchText.optional() }),
    answer: broker,
  }),
  /** The client may reconnect immediately. */
  'monitor.disconnect': defineRoute({
    method: 'DELETE',
    path: '/api/monitor/broker/clients/:id',
    policy: superPolicy('platform:broker:disconnect'),
    params: z.strictObject({ id: objectId }),
  }),
  'monitor.sessions': defineRoute({
    method: 'GET',
    path: '/api/monitor/sessions',
    policy: superPolicy('system:session:list'),
    query: z.strictObject({ ...pageQuery, search: searchText.optional() }),
    answer: definePage(session),
  }),
  /** Takes effect immediately: the page shows the sign-in and its connections are closed. */
  'monitor.endSession': defineRoute({
    method: 'DELETE',
    path: '/api/monitor/sessions/:id',
    policy: superPolicy('system:session:end'),
    params: z.strictObject({ id: objectId }),
  }),
}
