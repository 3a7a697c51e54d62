import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TagPattern } from '../../../contract/telemetry/tagPattern.ts'
import { compareSpecificity, matchesTag } from '../../../contract/telemetry/tagPattern.ts'
import type { Log } from '../../log.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import { dayPartitions } from './historyPartitions.ts'
import type { Db } from '../index.ts'

/** Retention in days for the tags that match a pattern. */
export interface RetentionRule extends TagPattern {
  readonly rawDays: number
  readonly minuteDays: number
  readonly hourDays: number
}

export interface RetentionParts {
  readonly db: Db
  readonly log: Log
  readonly rules: () => Promise<readonly RetentionRule[]>
  /** Time up to which the history is aggregated; newer values are not deleted. */
  readonly aggregatedUntil: () => Promise<number | undefined>
  /** Maximum duration of a round in milliseconds; the next round continues. Default: 30 s. */
  readonly roundMs?: number
  /** Maximum number of rows that one statement deletes. */
  readonly batchRows?: number
  /** Pause between two statements in milliseconds, so that other writes can run. */
  readonly pauseMs?: number
}

/** Result of one round. */
export interface RetentionRound {
  /** Names of the dropped daily partitions. */
  readonly droppedDays: readonly string[]
  /** Number of rows deleted individually, by table. */
  readonly deleted: Readonly<Record<string, number>>
  /** Whether nothing is left to delete. */
  readonly isDone: boolean
}

const dayMs = 86_400_000
const tagsPerStatement = 500
/** Aggregate tables with the rule field for their retention. */
const levels = [
  ['tag_minute', 'minuteDays'],
  ['tag_hour', 'hourDays'],
] as const

/** Sorts by specificity. Of two equal patterns, the one with the longer raw retention comes first. */
const sortRules = (rules: readonly RetentionRule[]): readonly RetentionRule[] =>
  rules.toSorted((a, b) => compareSpecificity(a, b) || b.rawDays - a.rawDays)

/** Returns the rule of a tag. Undefined if no rule matches; such history is never deleted. */
export const findRule = (rules: readonly RetentionRule[], path: string): RetentionRule | undefined =>
  sortRules(rules).find((rule) => matchesTag(rule, path))

/**
 * Deletes expired history in rounds of limited duration. A daily partition is dropped only if every tag in it has
 * expired; otherwise the rows of expired tags are deleted in batches. Rows of deleted tags follow the rule for all tags
 * of all projects, and remain if there is none.
 */
export function createRetention({
  db,
  log,
  rules: readRules,
  aggregatedUntil,
  roundMs = 30_000,
  batchRows = 5000,
  pauseMs = 20,
}: RetentionParts) {
  /**
   * Tags for which a partition was cleared, by partition. It is searched again only after further tags have expired.
   */
  const cleared = new Map<string, string>()

  return {
    async run(nowMs: number): Promise<RetentionRound> {
      const untilMs = monotonicNow() + roundMs
      const hasTime = (): boolean => monotonicNow() < untilMs
      const rules = sortRules(await readRules())
      const droppedDays: string[] = []
      const deleted: Record<string, number> = {}
      let isDone = true
      const end = (): RetentionRound => {
        if (droppedDays.length > 0)
          log.info('dropped history days beyond the retention of all tags', { partitions: droppedDays })
        if (Object.keys(deleted).length > 0) log.info('deleted history beyond its retention', deleted)
        return { droppedDays, deleted, isDone }
      }
      if (rules.length === 0) return end()
      const aggregatedMs = (await aggregatedUntil()) ?? -Infinity
      const tags = await groupTags(db, rules)
      const rawBefore = (rule: RetentionRule): number => Math.min(aggregatedMs, nowMs - rule.rawDays * dayMs)
      const orphanRule = rules.find(({ project, pattern }) => project === null && pattern === '#')
      const clear = async (table: string, ids: readonly number[], before: number): Promise<void> => {
        for (let start = 0; start < ids.length; start += tagsPerStatement) {
          const some = ids.slice(start, start + tagsPerStatement)
          for (let count = batchRows; count >= batchRows;) {
            if (!hasTime()) {
              isDone = false
              return
            }
            const { numAffectedRows } = await sql`delete from ${sql.id(table)} where ctid = any (array(
              select ctid from ${sql.id(table)} where tag = any (${some}::int[]) and at < ${new Date(before)} limit ${batchRows}))`.execute(
              db,
            )
            count = Number(numAffectedRows ?? 0)
            if (count > 0) deleted[table] = (deleted[table] ?? 0) + count
            await pause(pauseMs)
          }
        }
      }

      for (const { name, toMs } of await dayPartitions(db)) {
        const past = tags.filter(({ rule }) => toMs <= rawBefore(rule))
        const arePastOrphans = orphanRule !== undefined && toMs <= rawBefore(orphanRule)
        if (past.length === 0 && !arePastOrphans) continue
        const mark = `${arePastOrphans} ${past.map(({ rule, ids }) => `${rule.project ?? ''}/${rule.pattern}=${rule.rawDays}:${ids.length}`).join(' ')}`
        if (cleared.get(name) === mark) continue
        if (!hasTime()) return { ...end(), isDone: false }
        const expired = new Set(past.flatMap(({ ids }) => ids))
        const present = await tagsIn(db, name)
        const orphans = arePastOrphans ? await findOrphans(db, present) : []
        for (const id of orphans) expired.add(id)
        if (present.every((id) => expired.has(id)) && (await dropUnlessUsed(db, name, expired))) {
          droppedDays.push(name)
          cleared.delete(name)
        } else {
          await clear(
            name,
            present.filter((id) => expired.has(id)),
            toMs,
          )
          if (isDone) cleared.set(name, mark)
        }
      }
      for (const { rule, ids } of tags) {
        if (Number.isFinite(aggregatedMs)) await clear('tag_history_rest', ids, rawBefore(rule))
        for (const [table, field] of levels) await clear(table, ids, nowMs - rule[field] * dayMs)
      }
      return end()
    },
  }
}

export type Retention = ReturnType<typeof createRetention>

/** Groups the tags of the catalogue by their rule. */
export async function groupTags(
  db: Db,
  rules: readonly RetentionRule[],
): Promise<readonly { readonly rule: RetentionRule; readonly ids: readonly number[] }[]> {
  const groups = new Map<RetentionRule, number[]>(rules.map((rule) => [rule, []]))
  let after = 0
  for (;;) {
    const page = await db
      .selectFrom('tag')
      .select(['id', 'path'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(10_000)
      .execute()
    for (const { id, path } of page) {
      const rule = rules.find((each) => matchesTag(each, path))
      if (rule) groups.get(rule)?.push(id)
    }
    const last = page.at(-1)
    if (last === undefined) break
    after = last.id
  }
  return [...groups].map(([rule, ids]) => ({ rule, ids })).filter(({ ids }) => ids.length > 0)
}

/** Drops a partition. Returns false if it has received a value of a tag that has not expired in the meantime. */
export async function dropUnlessUsed(db: Db, partition: string, expired: ReadonlySet<number>): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    // Writers wait, so that no late value comes in between. Locked first, as writers do, to avoid deadlocks.
    await sql`lock table only tag_history in access exclusive mode`.execute(tx)
    const present = await tagsIn(tx, partition)
    if (!present.every((id) => expired.has(id))) return false
    await sql`drop table ${sql.id(partition)}`.execute(tx)
    return true
  })
}

/** Lists the tags with rows in a partition, with one index step per tag regardless of the number of rows. */
async function tagsIn(db: Db, partition: string): Promise<number[]> {
  const table = sql.id(partition)
  const { rows } = await sql<{ tag: number }>`with recursive present as (
      (select tag from ${table} order by tag limit 1)
      union all select (select tag from ${table} where tag > present.tag order by tag limit 1) from present where present.tag is not null)
    select tag from present where tag is not null`.execute(db)
  return rows.map(({ tag }) => tag)
}

async function findOrphans(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select present.id from unnest(${ids}::int[]) as present (id) where not exists (select from tag where tag.id = present.id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
