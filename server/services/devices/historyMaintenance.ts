import { sql } from 'kysely'
import { aggregatedUntil, createAggregation } from '../../database/history/historyAggregates.ts'
import { createRetention, type RetentionRule } from '../../database/history/historyRetention.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { systemContext } from '../base/requestContext.ts'
import type { StoredEntityService } from '../entities/index.ts'
import { readSetting, writeSetting } from '../installation/install.ts'
import type { Clock } from '../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../base/scheduler.ts'

interface HistoryMaintenanceParts {
  readonly db: Db
  readonly rules: Pick<StoredEntityService, 'add'>
  readonly log: Log
  readonly clock?: Clock
}

const installedKey = 'tagRetention'
const retentionIntervalMs = 3_600_000
const aggregationIntervalMs = 300_000
/** Pause in milliseconds between rounds of unfinished work, which leaves the database to other queries. */
const retryMs = 30_000
/** Delay of the first round in milliseconds, because more urgent work runs at startup. */
const startDelayMs = 120_000

/**
 * Aggregates history every five minutes, and once an hour deletes data beyond the retention of its rule. An unfinished
 * round continues after a pause.
 */
export async function startHistoryMaintenance({
  db,
  rules,
  log,
  clock = systemClock,
}: HistoryMaintenanceParts): Promise<() => Promise<void>> {
  await installRule(db, rules)
  const aggregation = createAggregation({ db, log })
  const retention = createRetention({
    db,
    log,
    rules: () => readRetentionRules(db),
    aggregatedUntil: () => aggregatedUntil(db),
  })
  const due = { aggregation: clock.now() + startDelayMs / 2, retention: clock.now() + startDelayMs }
  const isDue = (job: keyof typeof due, now: number, intervalMs: number): boolean =>
    now >= due[job] || due[job] - now > intervalMs
  const task = createPeriodicTask({
    name: 'history',
    clock,
    log,
    round: async () => {
      const now = clock.now()
      if (isDue('aggregation', now, aggregationIntervalMs))
        due.aggregation = now + ((await aggregation.run(now)) ? aggregationIntervalMs : retryMs)
      if (isDue('retention', now, retentionIntervalMs))
        due.retention = now + ((await retention.run(now)).isDone ? retentionIntervalMs : retryMs)
      return Math.min(due.aggregation, due.retention)
    },
  })
  task.poke()
  return () => task.stop()
}

/** Reads the retention rules of the settings page. */
export async function readRetentionRules(db: Db): Promise<readonly RetentionRule[]> {
  const { rows } =
    await sql<RetentionRule>`select of_project as project, pattern, raw_days as "rawDays", minute_days as "minuteDays", hour_days as "hourDays" from system_tag_retention`.execute(
      db,
    )
  return rows
}

/** Creates one rule for all tags, once per installation. If it is deleted, history is kept without limit. */
async function installRule(db: Db, rules: Pick<StoredEntityService, 'add'>): Promise<void> {
  if ((await readSetting(db, installedKey)) !== undefined) return
  await rules.add(systemContext, [{ values: { pattern: '#', rawDays: 365, minuteDays: 1095, hourDays: 7300 } }])
  await writeSetting(db, installedKey, 'installed')
}
