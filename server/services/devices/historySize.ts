import { sql } from 'kysely'
import type { HistoryStorage } from '../../../contract/routes.ts'
import { aggregatedUntil } from '../../database/history/historyAggregates.ts'
import { dayPartitions } from '../../database/history/historyPartitions.ts'
import { groupTags, type RetentionRule } from '../../database/history/historyRetention.ts'
import type { Db } from '../../database/index.ts'

interface HistorySizeParts {
  readonly db: Db
  readonly rules: () => Promise<readonly RetentionRule[]>
  readonly freeBytes: () => Promise<number>
  readonly now: () => number
}

const dayMs = 86_400_000
/** Number of complete days averaged for the daily growth of raw values. */
const meanDays = 7
/** Minimum time in milliseconds for extrapolating the growth of a day. */
const minExtrapolatedMs = 600_000
/** Estimated bytes per aggregate row including its index, if the database has no statistics. */
const aggregateBytes = 110
const levels = [
  { level: 'minute', table: 'tag_minute', days: 'minuteDays', perDay: 1440 },
  { level: 'hour', table: 'tag_hour', days: 'hourDays', perDay: 24 },
] as const
/** Cache time in milliseconds, because matching tags with rules is expensive. */
const cacheMs = 60_000

/**
 * Measures history storage by level, its daily growth, and its expected size once every tag has reached its retention:
 * the current growth times the days of each rule, weighted by its share of tags. Null if some tags are kept forever.
 */
export function createHistorySize({ db, rules: readRules, freeBytes, now }: HistorySizeParts) {
  let cached: { readonly at: number; readonly answer: Promise<HistoryStorage> } | undefined

  const measure = async (): Promise<HistoryStorage> => {
    const nowMs = now()
    const rules = await readRules()
    const [groups, tags, active, days, rest] = [
      await groupTags(db, rules),
      await readCount(db, sql`select count(*) as count from tag`),
      await readCount(db, sql`select count(*) as count from newest_value where at > ${new Date(nowMs - dayMs)}`),
      await dayPartitions(db),
      await readTableBytes(db, 'tag_history_rest'),
    ]
    const sized: { readonly fromMs: number; readonly toMs: number; readonly bytes: number }[] = []
    for (const day of days) sized.push({ ...day, bytes: await readTableBytes(db, day.name) })
    const complete = sized.filter(({ toMs }) => toMs <= nowMs && toMs > nowMs - (meanDays + 1) * dayMs)
    const today = sized.find(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs)
    const growthToday = async (): Promise<number> => {
      if (!today) return 0
      // On the first day, values exist only since the first audit entry.
      const first = await db.selectFrom('audit').select('at').orderBy('id').limit(1).executeTakeFirst()
      const sinceMs = Math.max(today.fromMs, first?.at.getTime() ?? 0)
      return (today.bytes * dayMs) / Math.max(minExtrapolatedMs, nowMs - sinceMs)
    }
    const rawPerDay =
      complete.length > 0 ? sum(complete.map(({ bytes }) => bytes)) / complete.length : await growthToday()
    const predictBytes = (perDay: number, getDays: (rule: RetentionRule) => number): number | null => {
      if (sum(groups.map(({ ids }) => ids.length)) < tags) return null
      return tags === 0
        ? 0
        : Math.round(sum(groups.map(({ rule, ids }) => (perDay * getDays(rule) * ids.length) / tags)))
    }
    const raw = sum(sized.map(({ bytes }) => bytes)) + rest
    const answer = [
      {
        level: 'raw' as const,
        bytes: raw,
        bytesPerDay: Math.round(rawPerDay),
        predictedBytes: predictBytes(rawPerDay, ({ rawDays }) => rawDays),
      },
    ]
    const aggregates = []
    for (const { level, table, days: field, perDay } of levels) {
      const bytesPerDay = active * perDay * (await estimateRowBytes(db, table))
      aggregates.push({
        level,
        bytes: await readTableBytes(db, table),
        bytesPerDay: Math.round(bytesPerDay),
        predictedBytes: predictBytes(bytesPerDay, (rule) => rule[field]),
      })
    }
    return {
      levels: [...answer, ...aggregates],
      tags,
      aggregatedUntil: (await aggregatedUntil(db)) ?? null,
      freeBytes: await freeBytes(),
    }
  }

  return (): Promise<HistoryStorage> => {
    if (cached === undefined || Math.abs(now() - cached.at) > cacheMs) {
      const answer = measure()
      cached = { at: now(), answer }
      answer.catch(() => {
        cached = undefined
      })
    }
    return cached.answer
  }
}

async function readTableBytes(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    bytes: string | null
  }>`select pg_total_relation_size(to_regclass(${table})) as bytes`.execute(db)
  return Number(rows[0]?.bytes ?? 0)
}

async function readCount(db: Db, query: ReturnType<typeof sql<{ count: string }>>): Promise<number> {
  return Number((await query.execute(db)).rows[0]?.count ?? 0)
}

/** Average row size from table statistics. Small tables use the estimate, because tables consist of whole pages. */
async function estimateRowBytes(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    rows: number
  }>`select reltuples as rows from pg_class where oid = to_regclass(${table})`.execute(db)
  const count = rows[0]?.rows ?? 0
  return count < 10_000 ? aggregateBytes : (await readTableBytes(db, table)) / count
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
