import { setTimeout as pause } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupStatus } from '../contract/routes.ts'
import type { ServerAlarmKind } from '../contract/serverAlarms.ts'
import { serverAlarmKinds, serverAlarmNames } from '../contract/serverAlarms.ts'
import type { BrokerStats } from './broker/index.ts'
import type { HistoryStats } from './database/history/history.ts'
import type { CompletedRequest } from './http/requestMetrics.ts'

export interface MetricsParts {
  readonly broker: () => BrokerStats
  readonly history: () => HistoryStats
  /** Open alarms of the server about itself. */
  readonly openAlarms: () => readonly ServerAlarmKind[]
  /** Values that require a database query; called once per collection. */
  readonly counts: () => Promise<{
    readonly sessions: number
    readonly jobs: readonly { readonly status: string; readonly result: string; readonly count: number }[]
    readonly backup: BackupFigures
  }>
}

type BackupFigures = Pick<BackupStatus, 'newestAt' | 'hasFailed' | 'verifiedAt' | 'isVerified'>

/**
 * Creates the Prometheus metrics of the server. Counting costs a few additions; statistics of other modules are read
 * only on collection. Labels are routes, statuses and states, never tags, devices or accounts, of which there may be a
 * million.
 */
export function createMetrics({ broker, history, counts, openAlarms }: MetricsParts) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 })
  const registers = [registry]
  const requests = new Counter({
    name: 'mimic_http_requests_total',
    help: 'HTTP requests',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'mimic_http_request_seconds',
    help: 'HTTP response time',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers,
  })
  const queries = new Histogram({
    name: 'mimic_database_query_seconds',
    help: 'Duration of database queries',
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
    registers,
  })
  const failedQueries = new Counter({
    name: 'mimic_database_failed_queries_total',
    help: 'Failed database queries',
    registers,
  })
  const inserts = new Histogram({
    name: 'mimic_history_insert_seconds',
    help: 'Time to store a batch of values',
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  const lag = new Gauge({
    name: 'mimic_history_lag_seconds',
    help: 'Delay from the source time of the newest value of the last batch to its commit',
    registers,
  })

  const at = (name: string, help: string, read: () => number): void => {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  }
  const total = (name: string, help: string, read: () => number): void => {
    registry.registerMetric(
      new Counter({
        name,
        help,
        registers: [],
        collect() {
          this.reset()
          this.inc(read())
        },
      }),
    )
  }
  at('mimic_broker_connections', 'Open MQTT connections', () => broker().connections)
  at('mimic_broker_queue_bytes', 'Bytes queued for slow subscribers', () => broker().waitingBytes)
  at('mimic_broker_retained', 'Retained messages', () => broker().retained)
  at('mimic_broker_link_up', '1 if the external broker is connected or not configured', () =>
    broker().external === 'lost' ? 0 : 1,
  )
  total('mimic_broker_received_total', 'Messages received', () => broker().received)
  total('mimic_broker_delivered_total', 'Messages delivered', () => broker().delivered)
  total('mimic_broker_conflated_total', 'Values replaced by newer ones before delivery', () => broker().conflated)
  total('mimic_broker_refused_total', 'Rejected messages', () => broker().refused)
  total('mimic_broker_malformed_total', 'Malformed messages', () => broker().malformed)
  total(
    'mimic_broker_undeclared_topics_total',
    'Messages on topics that nothing declares',
    () => broker().undeclaredTopics,
  )
  total('mimic_broker_left_out_total', 'Messages of custom topics without a matching device', () => broker().leftOut)
  total(
    'mimic_broker_unheard_total',
    'Messages of ignored devices and of undeclared devices over the quota',
    () => broker().unheard,
  )
  total('mimic_broker_cut_total', 'Connections closed because the client did not read', () => broker().cut)
  at('mimic_history_waiting_points', 'Values waiting to be stored', () => broker().waitingPoints)
  total('mimic_history_failed_points_total', 'Values that could not be stored', () => broker().failedPoints)
  total('mimic_history_rows_total', 'History rows written', () => history().rows)
  total('mimic_history_thinned_total', 'Values dropped by downsampling', () => history().thinned)
  at('mimic_history_tags', 'Known tags', () => history().tags)

  // Without a label, the value would be 0 before the first backup, like a fresh backup.
  const backupAge = new Gauge({
    name: 'mimic_backup_age_seconds',
    help: 'Seconds since the newest backup (file) or the last trial restore (trial)',
    labelNames: ['of'],
    registers,
  })
  const backupOk = new Gauge({
    name: 'mimic_backup_last_succeeded',
    help: '1 if the last backup (file) or trial restore (trial) succeeded, 0 if it failed',
    labelNames: ['of'],
    registers,
  })
  const setBackup = ({ newestAt, hasFailed, verifiedAt, isVerified }: BackupFigures): void => {
    backupAge.reset()
    backupOk.reset()
    if (newestAt !== null) backupAge.set({ of: 'file' }, (Date.now() - newestAt) / 1000)
    if (newestAt !== null || hasFailed) backupOk.set({ of: 'file' }, hasFailed ? 0 : 1)
    if (verifiedAt !== null) backupAge.set({ of: 'trial' }, (Date.now() - verifiedAt) / 1000)
    if (isVerified !== null) backupOk.set({ of: 'trial' }, isVerified ? 1 : 0)
  }
  const alarms = new Gauge({
    name: 'mimic_server_alarm',
    help: '1 while this server alarm is open',
    labelNames: ['kind', 'level'],
    registers,
  })
  const sessions = new Gauge({ name: 'mimic_sessions', help: 'Open sessions', registers })
  const jobs = new Gauge({
    name: 'mimic_jobs',
    help: 'Scheduled jobs by state and last result',
    labelNames: ['status', 'result'],
    registers,
  })

  return {
    contentType: registry.contentType,
    /** Registry for further metrics of a service. */
    registry,
    onCompleted: ({ route, method, status, seconds: durationS }: CompletedRequest): void => {
      requests.inc({ route, method, status })
      seconds.observe({ route }, durationS)
    },
    onQuery: (ms: number, isFailed: boolean): void => {
      queries.observe(ms / 1000)
      if (isFailed) failedQueries.inc()
    },
    /** Stores frames and records the duration. */
    async recordInsert(frames: readonly { readonly at: number }[], store: () => Promise<void>): Promise<void> {
      const startedAt = performance.now()
      await store()
      inserts.observe((performance.now() - startedAt) / 1000)
      lag.set(Math.max(0, Date.now() - (frames.at(-1)?.at ?? Date.now())) / 1000)
    },
    /** Returns all metrics in the Prometheus text format. */
    async text(): Promise<string> {
      const open = new Set(openAlarms())
      for (const kind of serverAlarmNames)
        alarms.set({ kind, level: serverAlarmKinds[kind].level }, open.has(kind) ? 1 : 0)
      // The other metrics must be available while the database does not answer.
      const values = await Promise.race([counts().catch(() => undefined), pause(countsMs, undefined, { ref: false })])
      jobs.reset()
      if (values) {
        sessions.set(values.sessions)
        for (const { status, result, count } of values.jobs) jobs.set({ status, result }, count)
        setBackup(values.backup)
      }
      return registry.metrics()
    },
  }
}

const countsMs = 3_000

export type Metrics = ReturnType<typeof createMetrics>
