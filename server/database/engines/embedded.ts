import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import { findProgram } from '../../programs.ts'
import { monotonicNow } from '../../monotonicClock.ts'
import type { EngineKind } from './engine.ts'

/** A running embedded database. Restarts after a crash. */
export interface Embedded {
  readonly engine: EngineKind
  /** Notice about the engine for the operator. */
  readonly note: string | undefined
  /** Number of times the database process has started. */
  readonly starts: number
  /** Returns the current address; waits while the database restarts. */
  address(): Promise<Address>
  close(): Promise<void>
}

export interface Address {
  readonly host: string
  readonly port: number
  readonly password?: string
}

export interface EmbeddedOptions {
  /** Size of the page cache in MB. Default: depends on the memory of the machine. */
  readonly bufferMb?: number | undefined
  /** Engine for a new data directory. Default: PostgreSQL if it can run. */
  readonly engine?: EngineKind | undefined
  /** Called before each start of the process, including restarts. If it throws, the start fails. */
  readonly beforeStart?: (() => Promise<void>) | undefined
}

/** Message from the child process to its parent. */
export type ProcessMessage =
  | Ready
  | Failed
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly text: string }
type Ready = {
  readonly kind: 'ready'
  readonly engine: EngineKind
  readonly port: number | undefined
  readonly password: string | undefined
  readonly note: string | undefined
}
type Failed = { readonly kind: 'failed'; readonly message: string }

const initialRetryMs = 100
const maxRetryMs = 5_000
/** After this uptime, a crash is not treated as a crash loop. */
const stableMs = 60_000
export const socketName = '.s.PGSQL.5432'
/** Operating systems limit the path of a socket to 104 to 108 bytes. */
const maxPathBytes = 100

/** Returns whether a data directory holds an embedded database of either engine. */
export const hasEmbedded = (dataDir: string): boolean =>
  ['postgres', 'database'].some((name) => existsSync(join(dataDir, name)))

/** Starts the database process and restarts it after crashes until `close`. */
export async function startEmbedded(
  dataDir: string,
  log: Log,
  { bufferMb, engine, beforeStart }: EmbeddedOptions = {},
): Promise<Embedded> {
  const socketDir = await socketDirectory(dataDir)
  let child: ChildProcess | undefined
  let up: Promise<Ready>
  let closing = false
  let retryMs = initialRetryMs
  let starts = 0

  const launch = async (): Promise<Ready> => {
    await beforeStart?.()
    const startedMs = monotonicNow()
    const program = findProgram('embeddedProcess')
    const started = fork(
      program.path,
      [dataDir, socketDir && join(socketDir, socketName), String(bufferMb ?? ''), engine ?? ''],
      {
        execArgv: [...program.execArgv],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        serialization: 'json',
      },
    )
    child = started
    const result = await new Promise<Ready | Failed>((done) => {
      started.on('message', (message) => {
        if (!isProcessMessage(message)) done({ kind: 'failed', message: 'unknown message from the database process' })
        else if (message.kind === 'log') log[message.level]('embedded database', { text: message.text })
        else done(message)
      })
      started.once('error', (cause) => done({ kind: 'failed', message: cause.message }))
      started.once('exit', (code, signal) => done({ kind: 'failed', message: `process exited with ${signal ?? code}` }))
    })
    if (result.kind === 'failed') throw new Error(`the embedded database did not start: ${result.message}`)
    starts++
    started.once('exit', (code, signal) => {
      if (closing) return
      log.error('embedded database stopped; restarting', { code, signal })
      if (monotonicNow() - startedMs > stableMs) retryMs = initialRetryMs
      up = relaunch()
      up.catch(() => undefined) // reported by `address()`
    })
    return result
  }

  const relaunch = async (): Promise<Ready> => {
    for (;;) {
      await pause(retryMs)
      retryMs = Math.min(retryMs * 2, maxRetryMs)
      if (closing) throw new Error('the embedded database is closed')
      try {
        return await launch()
      } catch (cause) {
        log.error('embedded database could not be restarted', { cause })
      }
    }
  }

  up = launch()
  const first = await up
  if (first.note !== undefined) log.warn(first.note)
  return {
    engine: first.engine,
    note: first.note,
    get starts() {
      return starts
    },
    address: async () => {
      const { port, password } = await up
      return { host: socketDir || '127.0.0.1', port: port ?? 5432, ...(password === undefined ? {} : { password }) }
    },
    close: async () => {
      closing = true
      const ending = child
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
      await new Promise<void>((done) => {
        ending.once('exit', () => done())
        if (ending.connected) ending.send('close')
        else ending.kill('SIGTERM')
      })
    },
  }
}

const isProcessMessage = (message: unknown): message is ProcessMessage =>
  typeof message === 'object' &&
  message !== null &&
  'kind' in message &&
  (message.kind === 'ready' || message.kind === 'failed' || message.kind === 'log')

/**
 * Returns a directory for the socket that only this account can enter, because the socket requires no password. Returns
 * an empty string on systems without Unix sockets, which use a loopback port.
 */
export async function socketDirectory(dataDir: string): Promise<string> {
  if (process.platform === 'win32') return ''
  if (Buffer.byteLength(join(dataDir, socketName)) <= maxPathBytes) return dataDir
  const short = join(
    tmpdir(),
    `mimic-${process.getuid?.() ?? 0}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`,
  )
  await mkdir(short, { recursive: true, mode: 0o700 })
  const { uid, mode } = await stat(short)
  // The temporary directory is world-writable, so another account could have created this directory to impersonate the
  // database.
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0)
    throw new Error(`${short} must be owned by the account of the server and private to it; delete it`)
  return short
}
