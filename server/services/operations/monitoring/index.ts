import { statfs } from 'node:fs/promises'
import { cpus, freemem, loadavg, platform, release, totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { clearableCaches } from '../../../../contract/routes.ts'
import type {
  BrokerStatus,
  CacheName,
  MonitoredCache,
  MonitoredSession,
  ServerStatus,
} from '../../../../contract/routes.ts'
import type { BrokerClient, BrokerStats } from '../../../broker/index.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { Backups } from '../backups.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { readRetentionRules } from '../../devices/historyMaintenance.ts'
import { createHistorySize } from '../../devices/historySize.ts'
import type { Page } from '../../base/pagination.ts'
import { likePattern, pageOffset } from '../../base/pagination.ts'
import type { InspectableCache, KeyParts, KeyQuery } from './cacheInspector.ts'
import { createCacheInspector, formatShortKey } from './cacheInspector.ts'
import type { Latency } from './latency.ts'
import { createSampler } from './sampler.ts'

export interface MonitoringParts {
  readonly db: Db
  readonly dataDir: string
  readonly version: string
  readonly broker: {
    clients(): readonly BrokerClient[]
    disconnectClient(serial: number): boolean
    stats(): BrokerStats
    retainedBytes(): number
  } & KeyParts['broker']
  readonly history: KeyParts['history'] & { stats(): { readonly tags: number } }
  readonly sessions: {
    readonly inspectableCache: InspectableCache
    notifyEnded(ended: { readonly account: string; readonly session?: string }): void
  }
  readonly tokens: { readonly inspectableCache: InspectableCache }
  /** Number of completed requests. */
  readonly requests: () => number
  readonly latency: Pick<Latency, 'figures'>
  readonly backups: Pick<Backups, 'getStatus'>
}

const maxFilters = 20
const startedAt = Math.round(Date.now() - process.uptime() * 1000)

/** Monitoring data of this server. Changes made here are audited. */
export function createMonitoring({
  db,
  dataDir,
  version,
  broker,
  history,
  sessions,
  tokens,
  requests,
  latency,
  backups,
}: MonitoringParts) {
  const sampler = createSampler(() => {
    const { received, delivered } = broker.stats()
    return { requests: requests(), received, delivered }
  })
  const clearable: Record<(typeof clearableCaches)[number], InspectableCache> = {
    sessions: sessions.inspectableCache,
    tokens: tokens.inspectableCache,
  }
  const getClearableCache = (name: CacheName): InspectableCache => {
    const found = clearableCaches.find((one) => one === name)
    if (!found) throw new ApiError('command.unsupported')
    return clearable[found]
  }

  const listKeys = createCacheInspector({
    db,
    broker,
    history,
    sessions: sessions.inspectableCache,
    tokens: tokens.inspectableCache,
  })

  const storage = createHistorySize({
    db,
    rules: () => readRetentionRules(db),
    now: Date.now,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize
    },
  })

  return {
    start: () => sampler.start(),
    history: () => storage(),

    async server(since = 0): Promise<ServerStatus> {
      const [disk, database, files, backup] = await Promise.all([
        statfs(dataDir),
        sql<{
          version: string
          bytes: string | null
        }>`select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
          db,
        ),
        db
          .selectFrom('stored_file')
          .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string | null>('bytes').as('bytes')])
          .executeTakeFirstOrThrow(),
        backups.getStatus(),
      ])
      const [found] = database.rows
      return {
        startedAt,
        now: Date.now(),
        cores: cpus().length,
        load: loadavg()[0] ?? 0,
        memoryBytes: totalmem(),
        freeMemoryBytes: freemem(),
        heapLimitBytes: getHeapStatistics().heap_size_limit,
        versions: {
          mimic: version,
          node: process.versions.node,
          system: `${platform()} ${release()}`,
          database: found?.version ?? '',
        },
        disk: { totalBytes: disk.blocks * disk.bsize, freeBytes: disk.bavail * disk.bsize },
        databaseBytes: found && found.bytes !== null ? Number(found.bytes) : null,
        files: { count: Number(files.count), bytes: Number(files.bytes ?? 0) },
        backup,
        latency: latency.figures(),
        samples: sampler.since(since),
        sampleMs: limits.monitor.sampleMs,
      }
    },

    broker({ search = '', ...page }: Page & { readonly search?: string | undefined }): BrokerStatus {
      const stats = broker.stats()
      const word = search.trim().toLowerCase()
      const matching = broker
        .clients()
        .filter(({ clientId, account, address }) =>
          [clientId, account, address].some((text) => text.toLowerCase().includes(word)),
        )
        // Most queued bytes first, then newest.
        .toSorted((a, b) => b.waitingBytes - a.waitingBytes || b.serial - a.serial)
      const newest = sampler.newest()
      return {
        rows: matching
          .slice(pageOffset(page), pageOffset(page) + page.pageSize)
          .map(({ serial, filters, ...client }) => ({
            id: String(serial),
            clientId: client.clientId,
            account: client.account,
            kind: client.kind,
            address: client.address,
            connectedAt: client.connectedAt,
            filterCount: filters.length,
            filters: filters.slice(0, maxFilters),
            received: client.received,
            delivered: client.delivered,
            waitingBytes: client.waitingBytes,
            conflated: client.conflated,
          })),
        total: matching.length,
        external: stats.external,
        connections: stats.connections,
        received: stats.received,
        delivered: stats.delivered,
        conflated: stats.conflated,
        refused: stats.refused,
        malformed: stats.malformed,
        leftOut: stats.leftOut,
        throttled: stats.throttled,
        cut: stats.cut,
        waitingBytes: stats.waitingBytes,
        waitingPoints: stats.waitingPoints,
        committedPoints: stats.committedPoints,
        failedPoints: stats.failedPoints,
        retained: stats.retained,
        retainedBytes: broker.retainedBytes(),
        receivedPerSecond: newest?.received ?? 0,
        deliveredPerSecond: newest?.delivered ?? 0,
      }
    },

    async disconnect(caller: RequestContext, id: string): Promise<void> {
      const client = broker.clients().find(({ serial }) => String(serial) === id)
      if (!client) throw new ApiError('object.missing')
      await db.transaction().execute((tx) =>
        audit(tx, caller, {
          object: `mqtt/${client.clientId}`.slice(0, 200),
          action: 'disconnect',
          content: { account: client.account, address: client.address },
        }),
      )
      broker.disconnectClient(client.serial)
    },

    async caches(): Promise<readonly MonitoredCache[]> {
      const measured = (name: CacheName, cache: InspectableCache): MonitoredCache => ({
        name,
        bytes: null,
        isClearable: true,
        ...cache.figures(),
      })
      const counted = (name: CacheName, entries: number, bytes: number | null = null): MonitoredCache => ({
        name,
        entries,
        bytes,
        most: null,
        hits: null,
        misses: null,
        isClearable: false,
      })
      const {
        rows: [counts],
      } = await sql<{ entries: string }>`select count(distinct (entity, project)) as entries from entity_count`.execute(
        db,
      )
      return [
        measured('sessions', sessions.inspectableCache),
        measured('tokens', tokens.inspectableCache),
        counted('newest', history.stats().tags),
        counted('retained', broker.stats().retained, broker.retainedBytes()),
        counted('rowCounts', Number(counts?.entries ?? 0)),
      ]
    },

    async clearCache(caller: RequestContext, name: CacheName): Promise<{ cleared: number }> {
      const cache = getClearableCache(name)
      const { entries } = cache.figures()
      await db
        .transaction()
        .execute((tx) => audit(tx, caller, { object: `cache/${name}`, action: 'clear', content: { entries } }))
      cache.clear()
      return { cleared: entries }
    },

    /** Entries of a cache by page, in order of insertion. */
    cacheKeys: (name: CacheName, query: KeyQuery) => listKeys(name, query),

    async removeCacheKey(caller: RequestContext, name: CacheName, id: string): Promise<void> {
      const cache = getClearableCache(name)
      const matchingKey = cache.keys().find((key) => key.id === id)
      if (!matchingKey) throw new ApiError('object.missing')
      const { account, name: token } = matchingKey
      await db.transaction().execute((tx) =>
        audit(tx, caller, {
          object: `cache/${name}`,
          action: 'remove',
          content: {
            key: formatShortKey(name === 'tokens' ? 'token' : 'session', id),
            account,
            ...(token === undefined ? {} : { name: token }),
          },
        }),
      )
      cache.remove(id)
    },

    async sessions(
      { search, ...page }: Page & { readonly search?: string | undefined },
      { session: ownSession }: RequestContext,
    ): Promise<{ rows: MonitoredSession[]; total: number }> {
      let found = db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account')
        .where('ended', 'is', null)
        .where('expires_at', '>', new Date())
      if (search?.trim())
        found = found.where((is) =>
          is.or([likePattern('account.name', search.trim()), likePattern('session.address', search.trim())]),
        )
      const [{ total }, rows] = await Promise.all([
        found.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        found
          .select([
            'session.id',
            'account.name as account',
            'account.role',
            'session.address',
            'session.signed_in_at',
            'session.seen_at',
            'session.expires_at',
          ])
          .orderBy('session.seen_at', 'desc')
          .orderBy('session.id')
          .limit(page.pageSize)
          .offset(pageOffset(page))
          .execute(),
      ])
      const connections = broker.clients()
      return {
        total: Number(total),
        rows: rows.map(({ signed_in_at, seen_at, expires_at, ...row }) => ({
          ...row,
          signedInAt: signed_in_at.getTime(),
          seenAt: seen_at.getTime(),
          expiresAt: expires_at.getTime(),
          connections: connections.filter(({ session }) => session === row.id).length,
          isOwn: row.id === ownSession.id,
        })),
      }
    },

    async endSession(caller: RequestContext, id: string): Promise<void> {
      const account = await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('session')
          .innerJoin('account', 'account.id', 'session.account')
          .select(['account.name', 'session.address'])
          .where('session.id', '=', id)
          .where('ended', 'is', null)
          .executeTakeFirst()
        if (!row) throw new ApiError('object.missing')
        await tx.updateTable('session').set({ ended: 'removed' }).where('id', '=', id).execute()
        await audit(tx, caller, {
          object: `session/${id}`,
          action: 'end',
          content: { account: row.name, address: row.address },
        })
        return row.name
      })
      sessions.notifyEnded({ account, session: id })
    },
  }
}

export type Monitoring = ReturnType<typeof createMonitoring>
