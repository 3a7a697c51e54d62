import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Cluster } from './cluster.ts'
import { endLeftovers } from './leftovers.ts'
import { readServerLine } from './serverLog.ts'
import type { ServerLine } from './serverLog.ts'

export interface PostmasterOptions extends Pick<Cluster, 'directory' | 'program' | 'account'> {
  readonly bufferMb: number
  /** Loopback port. Default: a Unix socket in the directory. */
  readonly port: number | undefined
  readonly onLine: (line: ServerLine) => void
}

export interface Postmaster {
  /** Resolves with the reason when PostgreSQL has ended. */
  readonly ended: Promise<string>
  /**
   * `fast` rolls back open transactions and writes all data; `immediate` stops at once, and the next start recovers
   * from the write-ahead log.
   */
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

const readyLine = 'database system is ready to accept connections'
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const
/** Enough for the server's pool, command-line tools and a connection for maintenance. */
const maxConnections = 40

/** Starts PostgreSQL on a cluster and waits until it accepts connections, after crash recovery if necessary. */
export async function startPostmaster({
  directory,
  program,
  account,
  bufferMb,
  port,
  onLine,
}: PostmasterOptions): Promise<Postmaster> {
  const left = await endLeftovers(directory)
  if (left > 0) onLine({ level: 'warn', text: `stopped ${left} processes of an earlier server on ${directory}` })
  const child = spawn(
    program.postgres,
    ['-D', directory, ...toArguments({ ...settings(bufferMb), ...(port === undefined ? onSocket : onPort(port)) })],
    {
      cwd: directory,
      env: { ...program.env },
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      // A separate session: Ctrl-C reaches the whole process group and would end PostgreSQL before the server.
      detached: process.platform !== 'win32',
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    },
  )
  const fatal: string[] = []
  const ended = new Promise<string>((done) => {
    child.once('error', (cause) => done(cause.message))
    child.once('close', (code, signal) => done(`process exited with ${signal ?? code}`))
  })
  await new Promise<void>((done, fail) => {
    createInterface({ input: child.stderr }).on('line', (text) => {
      const line = readServerLine(text)
      if (!line) return
      if (line.isFatal) fatal.push(line.text)
      onLine(line)
      if (line.text.includes(readyLine)) done()
    })
    void ended.then((reason) => fail(new Error(fatal.length > 0 ? fatal.join('; ') : reason)))
  })
  return {
    ended,
    stop: async (mode) => {
      child.kill(signals[mode])
      await ended
    },
  }
}

/** Passed on each start instead of stored in the cluster, so that a newer version can change them. */
const settings = (bufferMb: number): Readonly<Record<string, string>> => ({
  shared_buffers: `${bufferMb}MB`,
  max_connections: String(maxConnections),
  superuser_reserved_connections: '3',
  // Committed data is on disk.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // No replication. A log of this size is replayed in seconds after a crash.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  checkpoint_timeout: '5min',
  // For small machines: no parallel query workers, no I/O workers.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_parallel_workers: '0',
  max_worker_processes: '2',
  io_method: 'sync',
  jit: 'off',
  huge_pages: 'off',
  autovacuum: 'on',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  autovacuum_naptime: '30s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Log format for `serverLog.ts`. Statements are omitted, because their values may be secret.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%e ',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
})

/**
 * A path relative to the cluster directory is always short enough for a socket. Only its owner can enter that
 * directory.
 */
const onSocket = {
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: '5432',
} as const
const onPort = (port: number): Readonly<Record<string, string>> => ({
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  port: String(port),
})

const toArguments = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
