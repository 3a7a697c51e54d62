import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { CacheName, MonitoredCacheKey } from '../../../../contract/routes.ts'
import { parseTag, parseTopic } from '../../../../contract/telemetry/index.ts'
import type { RetainedTopic } from '../../../broker/index.ts'
import type { Reading } from '../../../database/history/latestValues.ts'
import type { Db } from '../../../database/index.ts'
import type { Page } from '../../base/pagination.ts'
import { pageOffset } from '../../base/pagination.ts'

/** A cache that can be cleared completely or by key. */
export interface InspectableCache {
  figures(): { readonly entries: number; readonly most: number; readonly hits: number; readonly misses: number }
  clear(): void
  /** Cached keys, oldest first. Contains neither tokens nor their hashes, so that readers cannot use them. */
  keys(): readonly CacheKey[]
  /** Removes one entry; false if missing. */
  remove(id: string): boolean
}

export interface CacheKey {
  /** Id of the session or token, which grants no access. */
  readonly id: string
  readonly account: string
  /** Name of a token. */
  readonly name?: string
  /** Milliseconds since 1970. */
  readonly until: number
}

export interface KeyParts {
  readonly db: Db
  readonly broker: { retainedTopics(): Iterable<RetainedTopic> }
  readonly history: { tags(): Iterable<string>; newest(tag: string): Reading | undefined }
  readonly sessions: InspectableCache
  readonly tokens: InspectableCache
}

/** Entries of a cache with their search text and display. */
interface CacheListing<T> {
  readonly all: Iterable<T>
  readonly getText: (one: T) => string
  readonly toKey: (one: T) => MonitoredCacheKey
}

export interface KeyQuery extends Page {
  readonly search?: string | undefined
}

/** Entries searched before yielding to other requests; a plant has some hundred thousand points. */
const batchSize = 20_000

/** Lists the keys of every cache by page, searchable by key, account or name. */
export function createCacheInspector({ db, broker, history, sessions, tokens }: KeyParts) {
  return async (
    name: CacheName,
    { search = '', ...page }: KeyQuery,
  ): Promise<{ rows: MonitoredCacheKey[]; total: number }> => {
    const word = search.trim().toLowerCase()
    switch (name) {
      case 'sessions':
        return readPage(listSessionKeys('session', sessions), word, page)
      case 'tokens':
        return readPage(listSessionKeys('token', tokens), word, page)
      case 'newest':
        return readPage(listNewest(history), word, page)
      case 'retained':
        return readPage(listRetained(broker), word, page)
      case 'rowCounts':
        return readPage(listCounts(await readCounts(db)), word, page)
      default:
        return name satisfies never
    }
  }
}

/** Short display id: the start of the session or token id, plus the suffix for one token of a session. */
export const formatShortKey = (kind: 'session' | 'token', id: string): string =>
  `${kind}:${id.slice(0, 8)}${id.slice(idLength)}`

const idLength = 36

async function readPage<T>(
  { all, getText, toKey }: CacheListing<T>,
  word: string,
  page: Page,
): Promise<{ rows: MonitoredCacheKey[]; total: number }> {
  const from = pageOffset(page)
  const found: T[] = []
  let total = 0
  let examined = 0
  for (const one of all) {
    if (++examined % batchSize === 0) await turn()
    if (word !== '' && !getText(one).toLowerCase().includes(word)) continue
    if (total >= from && found.length < page.pageSize) found.push(one)
    total++
  }
  return { rows: found.map(toKey), total }
}

const listSessionKeys = (kind: 'session' | 'token', cache: InspectableCache): CacheListing<CacheKey> => ({
  all: cache.keys(),
  getText: ({ id, account, name = '' }) => `${formatShortKey(kind, id)} ${account} ${name}`,
  toKey: ({ id, account, name, until }) => ({
    id,
    key: formatShortKey(kind, id),
    about: name === undefined ? { kind: 'account', account } : { kind: 'token', name, account },
    at: null,
    expiresAt: until,
    isExpired: until <= Date.now(),
    bytes: null,
  }),
})

const listNewest = (history: KeyParts['history']): CacheListing<string> => ({
  all: history.tags(),
  getText: (tag) => tag,
  toKey: (tag) => {
    const reading = history.newest(tag)
    return {
      ...createPermanentKey(tag),
      about: {
        kind: 'value',
        project: parseTag(tag)?.project ?? '',
        value: reading?.text ?? (typeof reading?.value === 'number' ? String(reading.value) : null),
      },
      at: reading?.at ?? null,
      bytes: null,
    }
  },
})

const listRetained = (broker: KeyParts['broker']): CacheListing<RetainedTopic> => ({
  all: broker.retainedTopics(),
  getText: ({ topic }) => topic,
  toKey: ({ topic, at, bytes }) => {
    const read = parseTopic(topic)
    return {
      ...createPermanentKey(topic),
      about:
        read && 'device' in read ? { kind: 'device', project: read.project, device: read.device } : { kind: 'none' },
      at,
      bytes,
    }
  },
})

interface RowCount {
  readonly entity: string
  readonly project: string
  readonly rows: number
}

const listCounts = (counts: readonly RowCount[]): CacheListing<RowCount> => ({
  all: counts,
  getText: ({ entity, project }) => `${entity}:${project}`,
  toKey: ({ entity, project, rows }) => ({
    ...createPermanentKey(project === '' ? entity : `${entity}:${project}`),
    about: { kind: 'rows', entity, project, rows },
    at: null,
    bytes: null,
  }),
})

const createPermanentKey = (key: string) => ({ id: key, key, expiresAt: null, isExpired: false })

async function readCounts(db: Db): Promise<RowCount[]> {
  const { rows } = await sql<{
    entity: string
    project: string
    rows: string
  }>`select entity, project, sum(rows) as rows from entity_count group by entity, project order by entity, project`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, rows: Number(row.rows) }))
}
