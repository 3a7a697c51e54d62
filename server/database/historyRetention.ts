import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TagPattern } from '../../contract/telemetry/tagPattern.ts'
import { compareSpecificity, matchesTag } from '../../contract/telemetry/tagPattern.ts'
import type { Log } from '../log.ts'
import { monotonicNow } from '../monotonicClock.ts'
import { dayPartitions } from './historyPartitions.ts'
import type { Db } from './index.ts'

/** For how many days the history of the tags that a pattern names is kept. */
export interface RetentionRule extends TagPattern {
  readonly rawDays: number
  readonly minuteDays: number
  readonly hourDays: number
}

export interface RetentionParts {
  readonly db: Db
  readonly log: Log
  readonly rules: () => Promise<readonly RetentionRule[]>
  /** Up to when the history is aggregated: younger values are not deleted. */
  readonly aggregatedUntil: () => Promise<number | undefined>
  /** Time that a round may take, in milliseconds; what remains is left to the next round. Default: 30 s. */
  readonly roundMs?: number
  /** Rows that one statement deletes at most. */
  readonly batchRows?: number
  /** Pause between two statements, so that others can write in between. */
  readonly pauseMs?: number
}

/** What one round deleted. */
export interface RetentionRound {
  /** Names of the day partitions that were dropped. */
  readonly droppedDays: readonly string[]
  /** Rows deleted one by one, by table. */
  readonly deleted: Readonly<Record<string, number>>
  /** Whether nothing is left to delete. */
  readonly isDone: boolean
}

const dayMs = 86_400_000
const tagsPerStatement = 500
/** The tables of aggregates, with the rule's field that names how long their rows are kept. */
const levels = [['tag_minute', 'minuteDays'], ['tag_hour', 'hourDays']] as const

/** Sorted by specificity; of two equal patterns the one that keeps raw values longer comes first. */
const sorted = (rules: readonly RetentionRule[]): readonly RetentionRule[] => rules.toSorted((a, b) => compareSpecificity(a, b) || b.rawDays - a.rawDays)

/** The rule of a tag; undefined where none names it, and nothing of it is ever deleted. */
export const ruleOf = (rules: readonly RetentionRule[], path: string): RetentionRule | undefined => sorted(rules).find((rule) => matchesTag(rule, path))

/**
 * Deletes what is past its retention, in rounds of bounded time. A day partition is dropped only if every tag in it is past its retention;
 * otherwise the rows of the tags that are past it are deleted in batches. Rows of a tag that was removed from the catalogue follow the
 * rule for all tags of all projects, and stay where there is none.
 */
export function createRetention({ db, log, rules: readRules, aggregatedUntil, roundMs = 30_000, batchRows = 5000, pauseMs = 20 }: RetentionParts) {
  /** By partition: for which tags it was cleared, so that it is not searched again before more tags are past their retention. */
  const cleared = new Map<string, string>()

  return {
    async run(nowMs: number): Promise<RetentionRound> {
      const untilMs = monotonicNow() + roundMs
      const hasTime = (): boolean => monotonicNow() < untilMs
      const rules = sorted(await readRules())
      const droppedDays: string[] = []
      const deleted: Record<string, number> = {}
      let isDone = true
      const end = (): RetentionRound => {
        if (droppedDays.length > 0) log.info('days of history in which every tag is past its retention were dropped', { partitions: droppedDays })
        if (Object.keys(deleted).length > 0) log.info('history past its retention was deleted', deleted)
        return { droppedDays, deleted, isDone }
      }
      if (rules.length === 0) return end()
      const aggregatedMs = await aggregatedUntil() ?? -Infinity
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
              select ctid from ${sql.id(table)} where tag = any (${some}::int[]) and at < ${new Date(before)} limit ${batchRows}))`.execute(db)
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
        const orphans = arePastOrphans ? await orphansOf(db, present) : []
        for (const id of orphans) expired.add(id)
        if (present.every((id) => expired.has(id))) {
          await sql`drop table ${sql.id(name)}`.execute(db)
          droppedDays.push(name)
          cleared.delete(name)
        } else {
          await clear(name, present.filter((id) => expired.has(id)), toMs)
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

/** The catalogue's tags by the rule that counts for them. */
export async function groupTags(db: Db, rules: readonly RetentionRule[]): Promise<readonly { readonly rule: RetentionRule; readonly ids: readonly number[] }[]> {
  const groups = new Map<RetentionRule, number[]>(rules.map((rule) => [rule, []]))
  let after = 0
  for (;;) {
    const page = await db.selectFrom('tag').select(['id', 'path']).where('id', '>', after).orderBy('id').limit(10_000).execute()
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

/** The tags that have rows in a partition: one step in the primary key for each, however many rows there are. */
async function tagsIn(db: Db, partition: string): Promise<number[]> {
  const table = sql.id(partition)
  const { rows } = await sql<{ tag: number }>`with recursive present as (
      (select tag from ${table} order by tag limit 1)
      union all select (select tag from ${table} where tag > present.tag order by tag limit 1) from present where present.tag is not null)
    select tag from present where tag is not null`.execute(db)
  return rows.map(({ tag }) => tag)
}

async function orphansOf(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`select present.id from unnest(${ids}::int[]) as present (id) where not exists (select from tag where tag.id = present.id)`.execute(db)
  return rows.map(({ id }) => id)
}
