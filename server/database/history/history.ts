import { sql } from 'kysely'
import type { QueryResultRow } from 'pg'
import type { Log } from '../../log.ts'
import { readCurve, type CurvePoints, type HistoryQuery } from './historyQuery.ts'
import { readStatistics, type StatisticsQuery, type TagStatistics } from './historyStatistics.ts'
import { lateMs } from './historyAggregates.ts'
import { makePartitions } from './historyPartitions.ts'
import type { Db } from '../index.ts'
import {
  emptyRows,
  missingTag,
  LatestValues,
  type HistoryFrame,
  type Reading,
  type Rows,
  type Downsampling,
} from './latestValues.ts'
import type { Queryable } from '../engines/singleConnectionPool.ts'

export type { HistoryFrame, Reading } from './latestValues.ts'

/** History of tags. A resolved write survives a crash of this process and of the database. */
export interface History {
  /**
   * Stores frames and resolves once they are committed; rejects otherwise. Acknowledged frames are stored completely;
   * of others, values that hardly changed are omitted.
   */
  write(frames: readonly HistoryFrame[]): Promise<void>
  /**
   * Reads the values of a tag between two times, oldest first. If there are more than `limit`, returns the newest ones.
   */
  read(tag: string, fromMs: number, toMs: number, limit: number): Promise<Reading[]>
  /** Reads up to `limit` values of a tag between two times that follow `after`, oldest first. */
  page(tag: string, fromMs: number, toMs: number, after: Reading | undefined, limit: number): Promise<Reading[]>
  /** Reads up to `limit` aggregates of a tag that start between two times, oldest first. */
  aggregates(tag: string, unit: 'minute' | 'hour', fromMs: number, toMs: number, limit: number): Promise<Aggregate[]>
  /** Reads the history of a tag reduced to few points, with its extremes and gaps preserved. */
  curve(query: Omit<HistoryQuery, 'newest'>): Promise<CurvePoints>
  /** Computes the statistics of a tag between two times. */
  statistics(query: Omit<StatisticsQuery, 'newest'>): Promise<TagStatistics>
  /** Returns the newest value of a tag, also across restarts; undefined if there is none. */
  newest(tag: string): Reading | undefined
  /** Lists all tags in the order in which they were created. */
  tags(): Iterable<string>
  /** Returns the points of a frame without a tag. */
  unknownPoints(frame: Pick<HistoryFrame, 'project' | 'device' | 'points'>): readonly string[]
  /** Returns whether values of a device have been stored since the start. */
  hasValues(device: Pick<HistoryFrame, 'project' | 'device'>): boolean
  /**
   * Deletes tags in the transaction and marks their history for deletion. Call the returned function after the commit.
   */
  deleteTags(tx: Db, paths: readonly string[]): Promise<() => void>
  /** Removes tags from the catalogue and the cache. A tag that reappears is created again. */
  removeTags(paths: readonly string[]): Promise<void>
  stats(): HistoryStats
  close(): Promise<void>
}

/** One minute or hour of a tag. `low`, `high` and `mean` cover the values of good quality; null if there are none. */
export interface Aggregate {
  /** Start of the interval in milliseconds since 1970. */
  readonly at: number
  readonly low: number | null
  readonly high: number | null
  readonly mean: number | null
  /** Number of stored values. `good`: number of those with good quality. */
  readonly count: number
  readonly good: number
}

export interface HistoryStats {
  readonly rows: number
  readonly statements: number
  readonly thinned: number
  readonly tags: number
  readonly failures: number
  /** Number of rejected points, because their project is unknown or the maximum number of tags is reached. */
  readonly refused: number
}

export interface HistoryOptions {
  readonly db: Db
  readonly direct: Queryable
  readonly log: Log
  readonly downsampling?: Downsampling
  readonly now?: () => number
}

/** Opens the history of a migrated database. */
export async function openHistory(options: HistoryOptions): Promise<History> {
  const history = new PostgresHistory(options)
  await history.open()
  return history
}

const rowsPerStatement = 4000
const newestEveryMs = 5000
const partitionsEveryMs = 3_600_000
const maxTags = 500_000

class PostgresHistory implements History {
  readonly #db: Db
  readonly #direct: Queryable
  readonly #log: Log
  readonly #downsampling: Downsampling
  readonly #now: () => number
  readonly #ids = new Map<string, number>()
  /** Tag ids of the last list of points, by device. */
  readonly #lists = new Map<string, { readonly points: readonly string[]; readonly tags: Int32Array }>()
  readonly #readings = new LatestValues()
  #timers: NodeJS.Timeout[] = []
  #rows = 0
  #statements = 0
  #failures = 0
  #refused = 0
  #savingNewest: Promise<void> = Promise.resolve()

  constructor({ db, direct, log, downsampling = { share: 0.01, everyMs: 60_000 }, now = Date.now }: HistoryOptions) {
    this.#db = db
    this.#direct = direct
    this.#log = log
    this.#downsampling = downsampling
    this.#now = now
  }

  async open(): Promise<void> {
    const existing = await this.#query<{ id: number; path: string }>('select id, path from tag')
    for (const { id, path } of existing) this.#ids.set(path, id)
    const newest = await this.#query<StoredReading>(`select tag, ${readingColumns} from newest_value`)
    for (const row of newest) this.#readings.restore(row.tag, toReading(row))
    await this.#makePartitions()
    this.#timers = [
      setInterval(() => void this.#saveNewest(), newestEveryMs),
      setInterval(() => void this.#makePartitions(), partitionsEveryMs),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  async write(frames: readonly HistoryFrame[]): Promise<void> {
    const tagLists = await this.#findTags(frames)
    let rows = emptyRows()
    for (const [index, frame] of frames.entries()) {
      const tags = tagLists[index]
      if (tags !== undefined) this.#readings.apply(frame, tags, this.#downsampling, rows)
      if (rows.tags.length < rowsPerStatement) continue
      await this.#insert(rows)
      rows = emptyRows()
    }
    if (rows.tags.length > 0) await this.#insert(rows)
  }

  async read(tag: string, fromMs: number, toMs: number, limit: number): Promise<Reading[]> {
    const rows = await this.#query<StoredReading>(
      `select tag, ${readingColumns} from tag_history
       where tag = (select id from tag where path = $1) and at between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)
       order by tag desc, at desc, value desc limit $4`,
      [tag, fromMs, toMs, limit],
    )
    return rows.map(toReading).reverse()
  }

  async page(tag: string, fromMs: number, toMs: number, after: Reading | undefined, limit: number): Promise<Reading[]> {
    const rows = await this.#query<StoredReading>(
      `select tag, ${readingColumns} from tag_history
       where tag = (select id from tag where path = $1) and at between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)
         and (at, value) > (to_timestamp($4::float8 / 1000), $5::float8)
       order by tag, at, value limit $6`,
      // In PostgreSQL, NaN is greater than all numbers.
      [tag, after?.at ?? fromMs, toMs, after?.at ?? fromMs - 1, after ? (after.value ?? 'NaN') : 'NaN', limit],
    )
    return rows.map(toReading)
  }

  async aggregates(
    tag: string,
    unit: 'minute' | 'hour',
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<Aggregate[]> {
    return await this.#query<Aggregate>(
      `select (extract(epoch from at) * 1000)::float8 as at, low, high, mean, count, good from ${unit === 'hour' ? 'tag_hour' : 'tag_minute'} as stored
       where tag = (select id from tag where path = $1) and at between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)
       order by tag, stored.at limit $4`,
      [tag, fromMs, toMs, limit],
    )
  }

  curve(query: Omit<HistoryQuery, 'newest'>): Promise<CurvePoints> {
    return readCurve((text, values) => this.#query(text, values), { ...query, newest: this.newest(query.tag) })
  }

  statistics(query: Omit<StatisticsQuery, 'newest'>): Promise<TagStatistics> {
    return readStatistics((text, values) => this.#query(text, values), { ...query, newest: this.newest(query.tag) })
  }

  newest(tag: string): Reading | undefined {
    const id = this.#ids.get(tag)
    return id === undefined ? undefined : this.#readings.newest(id)
  }

  tags(): Iterable<string> {
    return this.#ids.keys()
  }

  unknownPoints(frame: Pick<HistoryFrame, 'project' | 'device' | 'points'>): readonly string[] {
    const device = getDevicePath(frame)
    if (this.#lists.get(device)?.points === frame.points) return []
    return frame.points.filter((point) => !this.#ids.has(`${device}/${point}`))
  }

  hasValues(device: Pick<HistoryFrame, 'project' | 'device'>): boolean {
    return this.#lists.has(getDevicePath(device))
  }

  async deleteTags(tx: Db, paths: readonly string[]): Promise<() => void> {
    const { rows } = await sql<{
      id: number
      path: string
    }>`delete from tag where path = any(${paths}::text[]) returning id, path`.execute(tx)
    const ids = rows.map(({ id }) => id)
    await sql`insert into deleted_tag (tag, deleted_at) select id, ${new Date(this.#now())} from unnest(${ids}::int[]) as deleted (id) on conflict (tag) do nothing`.execute(
      tx,
    )
    await sql`delete from newest_value where tag = any(${ids}::int[])`.execute(tx)
    return () => {
      for (const id of ids) this.#readings.drop(id)
      this.#forget(rows.map(({ path }) => path))
    }
  }

  async removeTags(paths: readonly string[]): Promise<void> {
    await this.#query('delete from newest_value where tag in (select id from tag where path = any ($1::text[]))', [
      paths,
    ])
    await this.#query('delete from tag where path = any ($1::text[])', [paths])
    this.#forget(paths)
  }

  #forget(paths: readonly string[]): void {
    for (const path of paths) {
      this.#ids.delete(path)
      this.#lists.delete(path.slice(0, path.lastIndexOf('/')))
    }
  }

  stats(): HistoryStats {
    return {
      rows: this.#rows,
      statements: this.#statements,
      thinned: this.#readings.thinned,
      tags: this.#ids.size,
      failures: this.#failures,
      refused: this.#refused,
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.#saveNewest()
  }

  async #insert(rows: Rows): Promise<void> {
    try {
      await this.#query(...createInsert('tag_history', rows, 'on conflict do nothing', this.#now() - lateMs))
    } catch (cause) {
      this.#failures++
      this.#readings.invalidate(rows)
      throw cause
    }
    this.#rows += rows.tags.length
    this.#statements++
  }

  /** Returns the tag ids of the points of each frame. Unknown points become read-only tags without a unit. */
  async #findTags(frames: readonly HistoryFrame[]): Promise<readonly Int32Array[]> {
    const unknown = new Map<string, HistoryFrame>()
    for (const frame of frames) {
      if (frame.hasKnownTagsOnly === true || this.#lists.get(getDevicePath(frame))?.points === frame.points) continue
      for (const point of frame.points) {
        const path = `${getDevicePath(frame)}/${point}`
        if (!this.#ids.has(path)) unknown.set(path, frame)
      }
    }
    if (unknown.size > 0) await this.#register(unknown)
    return frames.map((frame) => this.#findTagList(frame))
  }

  #findTagList(frame: HistoryFrame): Int32Array {
    const device = getDevicePath(frame)
    const existing = this.#lists.get(device)
    if (existing?.points === frame.points) return existing.tags
    const tags = Int32Array.from(frame.points, (point) => this.#ids.get(`${device}/${point}`) ?? missingTag)
    if (!tags.includes(missingTag)) this.#lists.set(device, { points: frame.points, tags })
    return tags
  }

  async #register(unknown: ReadonlyMap<string, HistoryFrame>): Promise<void> {
    const paths = [...unknown.keys()].slice(0, Math.max(0, maxTags - this.#ids.size))
    await this.#query(
      `insert into tag (path, project, device, point, unit, kind, writable, en, zh, is_own, first_seen_at, publisher)
       select path, project, device, point, '', kind, false, point, point, is_own, $8::timestamptz, publisher
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bool[], $7::text[]) as new (path, project, device, point, kind, is_own, publisher)
       where exists (select from project where id = new.project) on conflict (path) do nothing`,
      [
        paths,
        paths.map((path) => unknown.get(path)?.project),
        paths.map((path) => unknown.get(path)?.device),
        paths.map(getPoint),
        paths.map((path) => getKind(unknown.get(path), getPoint(path))),
        paths.map((path) => unknown.get(path)?.isCustom === true),
        paths.map((path) => unknown.get(path)?.publisher ?? null),
        new Date(this.#now()),
      ],
    )
    const rows = await this.#query<{ id: number; path: string }>(
      'select id, path from tag where path = any ($1::text[])',
      [paths],
    )
    for (const { id, path } of rows) this.#ids.set(path, id)
    if (rows.length === unknown.size) return
    this.#refused += unknown.size - rows.length
    this.#log.warn('values of unknown projects, or beyond the tag limit, are not stored', {
      first: paths[0],
      count: unknown.size - rows.length,
    })
  }

  /**
   * Saves changed newest values to their table in the background. After a crash, the table is at most some seconds old;
   * the history holds the rest.
   */
  #saveNewest(): Promise<void> {
    this.#savingNewest = this.#savingNewest.then(async () => {
      const changed = this.#readings.takeChanged()
      try {
        for (let start = 0; start < changed.tags.length; start += rowsPerStatement) {
          await this.#query(
            ...createInsert(
              'newest_value',
              slice(changed, start, start + rowsPerStatement),
              'on conflict (tag) do update set at = excluded.at, value = excluded.value, quality = excluded.quality, text = excluded.text',
            ),
          )
        }
      } catch (cause) {
        this.#log.warn('could not save the latest values', { cause })
      }
    })
    return this.#savingNewest
  }

  #makePartitions(): Promise<void> {
    return makePartitions({ db: this.#db, log: this.#log, nowMs: this.#now() })
  }

  async #query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
    name?: string,
  ): Promise<Row[]> {
    return (await this.#direct.query<Row>({ text, values: [...values], ...(name === undefined ? {} : { name }) })).rows
  }
}

interface StoredReading {
  readonly tag: number
  readonly at_ms: number
  readonly value: number
  readonly quality: number
  readonly text: string | null
}

const readingColumns = `(extract(epoch from at) * 1000)::float8 as at_ms, value, quality, text`

function toReading({ at_ms, value, quality, text }: StoredReading): Reading {
  return { at: Math.round(at_ms), value: Number.isNaN(value) ? null : value, quality, text }
}

/**
 * Builds an insert with columns as array literals, because the driver's own serialization took longer than the
 * database. For rows older than `lateBefore`, it also records their hours for aggregation in the same statement, so
 * both are committed together.
 */
function createInsert(
  table: 'tag_history' | 'newest_value',
  rows: Rows,
  onConflict: string,
  lateBefore = -Infinity,
): [text: string, values: unknown[], name: string] {
  const columns = [rows.tags, rows.times, rows.values, rows.qualities].map((column) => `{${column.join(',')}}`)
  const hasTexts = rows.texts !== null
  const [text, texts] = hasTexts ? [', text', ', $5::text[]'] : ['', '']
  const late = rows.times.some((at) => at < lateBefore) ? lateHours(rows, lateBefore) : undefined
  const next = columns.length + (hasTexts ? 1 : 0)
  const lateInsert =
    late === undefined
      ? ''
      : `with late as (insert into tag_late (tag, at) select tag, to_timestamp(at / 1000) from unnest($${next + 1}::int[], $${next + 2}::float8[]) as new (tag, at)
    on conflict (tag, at) do update set tag = excluded.tag)`
  const statement = `${lateInsert} insert into ${table} (tag, at, value, quality${text})
    select tag, to_timestamp(at / 1000), value, quality${text}
    from unnest($1::int[], $2::float8[], $3::float8[], $4::smallint[]${texts}) as new (tag, at, value, quality${text})
    ${onConflict}`
  return [
    statement,
    [...columns, ...(hasTexts ? [rows.texts] : []), ...(late ?? [])],
    `${table}${hasTexts ? '-texts' : ''}${late ? '-late' : ''}`,
  ]
}

const hourMs = 3_600_000

/** Distinct hours of late rows in a fixed order, so that concurrent writers do not deadlock. */
function lateHours({ tags, times }: Rows, before: number): [tags: string, hours: string] {
  const hours = new Map<string, readonly [tag: number, hour: number]>()
  for (const [index, tag] of tags.entries()) {
    const at = times[index] ?? 0
    if (at < before) hours.set(`${tag} ${Math.floor(at / hourMs)}`, [tag, Math.floor(at / hourMs) * hourMs])
  }
  const sorted = [...hours.values()].toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  return [`{${sorted.map(([tag]) => tag).join(',')}}`, `{${sorted.map(([, hour]) => hour).join(',')}}`]
}

function slice(rows: Rows, start: number, end: number): Rows {
  return {
    tags: rows.tags.slice(start, end),
    times: rows.times.slice(start, end),
    values: rows.values.slice(start, end),
    qualities: rows.qualities.slice(start, end),
    texts: rows.texts?.slice(start, end) ?? null,
  }
}

const getDevicePath = ({ project, device }: Pick<HistoryFrame, 'project' | 'device'>): string => `${project}/${device}`
const getPoint = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Kind of a new tag: text if its first value is a text, otherwise number. */
function getKind(frame: HistoryFrame | undefined, point: string): 'number' | 'text' {
  const index = frame?.points.indexOf(point) ?? -1
  return frame?.texts?.[index] === undefined ? 'number' : 'text'
}
