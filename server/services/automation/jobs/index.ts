import { sql } from 'kysely'
import { encodeLocalized } from '../../../../contract/localizedText.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import type { Db } from '../../../database/index.ts'
import type { Log } from '../../../log.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { DemoLanguage } from '../../installation/demoTexts.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import type { EntityHooks, StoredEntityService } from '../../entities/index.ts'
import { getText } from '../../entities/values.ts'
import type { Clock } from '../../base/scheduler.ts'
import { createPeriodicTask, systemClock } from '../../base/scheduler.ts'
import { isRunDue, getNextRun } from './schedule.ts'

/** One run of a job. */
export interface JobRun {
  readonly now: number
  /** Retention: number of days or of copies, depending on the task. */
  readonly keep: number
}

/** Runs a job. Returns the message for the job log, or throws with the reason of the failure. */
export type JobKind = (run: JobRun) => Promise<Words>
/**
 * Job implementations by the value of the job's field `task`. To add one, register it here and add an option to the
 * entity declaration.
 */
export type JobKinds = Readonly<Record<string, JobKind>>

export interface JobParts {
  readonly db: Db
  readonly stored: (name: string) => StoredEntityService
  readonly kinds: JobKinds
  readonly log: Log
  /** Sends a failure notification. */
  readonly notify: (template: string, variables: Readonly<Record<string, string>>) => Promise<unknown>
  readonly clock?: Clock
  /** True if no other server uses this database. Jobs still marked as running at startup were then interrupted. */
  readonly isAlone: boolean
}

interface JobRow {
  readonly id: string
  readonly name: string
  readonly task: string
  readonly cron: string
  readonly keep: number
  readonly misfire: 'once' | 'skip'
  readonly template: string | null
  readonly next_at: Date | null
}

/** Maximum run time. A run that is older was interrupted by a server stop. */
const maxRunMs = 2 * 60 * 60 * 1000
const interruptedMessage = { en: 'aborted: the server stopped during the run', zh: '中断：执行期间服务停止' }

/**
 * Runs scheduled jobs. Each run is claimed in the database before it starts, so it runs once even with several servers.
 */
export function createJobs({ db, stored, kinds, log, notify, clock = systemClock, isAlone }: JobParts) {
  const runningJobs = new Map<string, Promise<void>>()

  /** Claims a job for one run. Returns false if it is already running or another server took this run. */
  const claim = async (
    id: string,
    from: { readonly nextAt?: Date | null; readonly next: number | null; readonly now: number },
  ): Promise<boolean> => {
    const { numAffectedRows } =
      await sql`update system_job set running_since = ${new Date(from.now)}, next_at = ${from.next === null ? null : new Date(from.next)}
      where id = ${id} and running_since is null ${from.nextAt === undefined ? sql`` : sql`and next_at = ${from.nextAt} and status = 'running'`}`.execute(
        db,
      )
    return Number(numAffectedRows ?? 0) === 1
  }

  const startRun = (row: JobRow, at: number): void => {
    const work = run(row, at)
      .catch((cause: unknown) => log.error('could not store the result of a job', { job: row.name, cause }))
      .finally(() => runningJobs.delete(row.id))
    runningJobs.set(row.id, work)
  }

  const run = async (row: JobRow, at: number): Promise<void> => {
    const startedAt = performance.now()
    const kind = Object.hasOwn(kinds, row.task) ? kinds[row.task] : undefined
    const outcome = await (
      kind
        ? kind({ now: at, keep: row.keep })
        : Promise.reject(
            new Error(encodeLocalized({ en: `unknown task ${row.task}`, zh: `本服务不支持任务 ${row.task}` })),
          )
    ).then(
      (words) => ({ result: 'done', message: encodeLocalized(words) }),
      (cause: unknown) => ({ result: 'failed', message: cause instanceof Error ? cause.message : String(cause) }),
    )
    await end(
      row,
      at,
      { ...outcome, message: outcome.message.slice(0, 1000) },
      Math.round(performance.now() - startedAt),
    )
  }

  const end = async (
    row: JobRow,
    at: number,
    { result, message }: { readonly result: string; readonly message: string },
    durationMs: number,
  ): Promise<void> => {
    await stored('jobLog')
      .add(systemContext, [{ values: { at, job: row.id, result, message, durationMs } }])
      .catch((cause: unknown) => log.warn('could not log a job run', { job: row.name, cause }))
    await sql`update system_job set running_since = null, last_at = ${new Date(at)}, last_result = ${result}, last_message = ${message} where id = ${row.id}`.execute(
      db,
    )
    if (result === 'done') return log.info('job finished', { job: row.name, ms: durationMs })
    log.warn('job failed', { job: row.name, why: message })
    if (row.template !== null)
      await notify(row.template, { device: row.name, message, project: '' }).catch((cause: unknown) =>
        log.warn('could not send the notification of a job failure', { job: row.name, cause }),
      )
  }

  const columns = sql`id, name, task, cron, keep, misfire, template, next_at`

  /** Starts due jobs and returns the time of the next run. */
  const round = async (): Promise<number | undefined> => {
    const now = clock.now()
    const { rows: interrupted } = await sql<
      JobRow & { running_since: Date }
    >`select ${columns}, running_since from system_job where running_since < ${new Date(now - maxRunMs)}`.execute(db)
    for (const row of interrupted)
      if (!runningJobs.has(row.id))
        await end(
          row,
          row.running_since.getTime(),
          { result: 'failed', message: encodeLocalized(interruptedMessage) },
          0,
        )

    const { rows: due } = await sql<JobRow & { next_at: Date }>`select ${columns} from system_job
      where status = 'running' and running_since is null and next_at <= ${new Date(now)} order by next_at, id`.execute(
      db,
    )
    for (const row of due) {
      const next = getNextRun(row.cron, now)
      if (isRunDue({ dueAt: row.next_at.getTime(), now, misfire: row.misfire })) {
        if (await claim(row.id, { nextAt: row.next_at, next, now })) startRun(row, now)
      } else
        await sql`update system_job set next_at = ${next === null ? null : new Date(next)} where id = ${row.id} and next_at = ${row.next_at}`.execute(
          db,
        )
    }
    const {
      rows: [soonest],
    } = await sql<{
      at: Date | null
    }>`select min(next_at) as at from system_job where status = 'running' and running_since is null`.execute(db)
    return soonest?.at?.getTime()
  }
  const task = createPeriodicTask({ name: 'jobs', clock, log, round })

  const hooks: EntityHooks = {
    beforeCreate: (_context, values) => {
      if (!Object.hasOwn(kinds, getText(values, 'task')))
        throw createInvalidInputError(createFault('task', 'missing', { en: 'Unknown task', zh: '本服务不支持该任务' }))
    },
    beforeUpdate: (_context, { values: before }, values) => {
      if (values['cron'] === before['cron']) return undefined
      return { nextAt: before['status'] === 'running' ? getNextRun(getText(values, 'cron'), clock.now()) : null }
    },
    beforeMove: (_context, { values }, move) => {
      if (move === 'resume') return { nextAt: getNextRun(getText(values, 'cron'), clock.now()) }
      return move === 'pause' ? { nextAt: null } : undefined
    },
    afterWrite: async ({ action, id }) => {
      if (action === 'runNow' || action === 'runOnce') await runNow(id)
      task.poke()
    },
  }

  /** Starts a job immediately. Returns false if the job is already running or does not exist. */
  const runNow = async (id: string): Promise<boolean> => {
    const {
      rows: [row],
    } = await sql<JobRow>`select ${columns} from system_job where id = ${id}`.execute(db)
    const now = clock.now()
    if (!row || !(await claim(id, { next: row.next_at?.getTime() ?? null, now }))) return false
    startRun(row, now)
    return true
  }

  return {
    hooks,
    runNow,
    /** Starts the scheduler. Returns a function that stops it and waits for a run in progress. */
    async start(): Promise<() => Promise<void>> {
      if (isAlone) {
        const { rows } = await sql<
          JobRow & { running_since: Date }
        >`select ${columns}, running_since from system_job where running_since is not null`.execute(db)
        for (const row of rows)
          await end(
            row,
            row.running_since.getTime(),
            { result: 'failed', message: encodeLocalized(interruptedMessage) },
            0,
          )
      }
      task.poke()
      return async () => {
        await task.stop()
        await Promise.all(runningJobs.values())
      }
    },
    /** Resolves when no job is running. */
    async waitUntilIdle(): Promise<void> {
      await task.settled()
      await Promise.all(runningJobs.values())
    },
  }
}

export type Jobs = ReturnType<typeof createJobs>

const trialRestore = { words: { en: 'Trial restore, every Sunday', zh: '每周日试恢复备份' }, cron: '0 4 * * 0' }
const backupCron = '0 2 * * *'
const maxBackups = 14

/**
 * Upgrades the jobs of installations whose backup job was created paused: enables the nightly backup unless the job
 * was edited since, and adds the weekly restore test.
 */
export async function upgradeBackupJobs(
  db: Db,
  jobs: Pick<StoredEntityService, 'add' | 'set'>,
  now: number,
  language: DemoLanguage,
): Promise<void> {
  const { rows } = await sql<{ id: string; task: string; status: string; revision: number; cron: string }>`
    select id, task, status, revision, cron from system_job where task in ('backup', 'verifyBackup')`.execute(db)
  for (const { id, task, status, revision, cron } of rows) {
    if (task === 'backup' && status === 'paused' && revision === 1)
      await jobs.set(id, { status: 'running', keep: maxBackups, nextAt: getNextRun(cron, now) })
  }
  if (rows.some(({ task }) => task === 'verifyBackup')) return
  const {
    words: { en, zh },
    cron,
  } = trialRestore
  await jobs.add(systemContext, [
    {
      values: {
        name: language === 'zh-cn' ? zh : en,
        task: 'verifyBackup',
        cron,
        status: 'running',
        nextAt: getNextRun(cron, now),
      },
    },
  ])
}

/** Creates the default jobs of a new installation, named in its language. */
export async function installJobs(
  jobs: Pick<StoredEntityService, 'add'>,
  now: number,
  language: DemoLanguage,
): Promise<void> {
  const createJob = (
    { en, zh }: Words,
    task: string,
    cron: string,
    more: { readonly keep?: number; readonly status?: string } = {},
  ) => ({
    values: {
      name: language === 'zh-cn' ? zh : en,
      task,
      cron,
      status: 'running',
      ...more,
      nextAt: more.status === 'paused' ? null : getNextRun(cron, now),
    },
  })
  await jobs.add(systemContext, [
    createJob({ en: 'Meter readings, every hour', zh: '每小时抄表' }, 'freeze', '0 * * * *'),
    createJob({ en: 'Delete old logs, every night', zh: '每晚清理日志' }, 'cleanLogs', '10 3 * * *', { keep: 180 }),
    createJob({ en: 'Disk check, every hour', zh: '每小时检查存储空间' }, 'checkStorage', '20 * * * *'),
    createJob({ en: 'Database vacuum, every Sunday', zh: '每周日整理数据库' }, 'vacuum', '30 3 * * 0'),
    createJob({ en: 'Backup, every night', zh: '每晚备份' }, 'backup', backupCron, { keep: maxBackups }),
    createJob(trialRestore.words, 'verifyBackup', trialRestore.cron),
  ])
}
