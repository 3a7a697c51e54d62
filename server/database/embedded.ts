import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { findProgram } from '../programs.ts'
import { steadyNow } from '../steady.ts'

/** The embedded database, running. It comes back by itself after a crash. */
export interface Embedded {
  /** Where to connect now; waits while the database restarts. */
  address(): Promise<Address>
  close(): Promise<void>
}

export interface Address {
  readonly host: string
  readonly port: number
}

/** What the child tells its parent. */
export type ChildNews =
  | { readonly kind: 'ready'; readonly port: number | undefined }
  | { readonly kind: 'failed'; readonly message: string }

const firstRetryMs = 100
const lastRetryMs = 5_000
/** A child that lived this long crashed by accident, not at once again. */
const steadyMs = 60_000
export const socketName = '.s.PGSQL.5432'
/** The system's limit of a socket's path is 104 to 108 bytes. */
const longestPath = 100

/** Starts the database's process and keeps it running until `close`. `bufferMb`: pages kept at hand, in MB; by default as the memory of the machine allows. */
export async function startEmbedded(dataDir: string, log: Log, bufferMb?: number): Promise<Embedded> {
  const socketDir = await socketDirectory(dataDir)
  let child: ChildProcess | undefined
  let up: Promise<Address>
  let closing = false
  let retryMs = firstRetryMs

  const launch = async (): Promise<Address> => {
    const startedMs = steadyNow()
    const program = findProgram('embeddedChild')
    const started = fork(program.path, [dataDir, socketDir && join(socketDir, socketName), String(bufferMb ?? '')], {
      execArgv: [...program.execArgv], stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'json',
    })
    child = started
    const news = await new Promise<ChildNews>((done) => {
      started.once('message', (message) => done(isNews(message) ? message : { kind: 'failed', message: 'it does not speak as expected' }))
      started.once('error', (cause) => done({ kind: 'failed', message: cause.message }))
      started.once('exit', (code, signal) => done({ kind: 'failed', message: `it ended with ${signal ?? code}` }))
    })
    if (news.kind === 'failed') throw new Error(`the embedded database did not start: ${news.message}`)
    started.once('exit', (code, signal) => {
      if (closing) return
      log.error('the embedded database ended and is started again', { code, signal })
      if (steadyNow() - startedMs > steadyMs) retryMs = firstRetryMs
      up = relaunch()
      up.catch(() => undefined) // told to whoever waits for an address
    })
    return { host: socketDir || '127.0.0.1', port: news.port ?? 5432 }
  }

  const relaunch = async (): Promise<Address> => {
    for (;;) {
      await pause(retryMs)
      retryMs = Math.min(retryMs * 2, lastRetryMs)
      if (closing) throw new Error('the embedded database is closed')
      try {
        return await launch()
      } catch (cause) {
        log.error('the embedded database could not be started again', { cause })
      }
    }
  }

  up = launch()
  await up
  return {
    address: () => up,
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

const isNews = (message: unknown): message is ChildNews =>
  typeof message === 'object' && message !== null && 'kind' in message && (message.kind === 'ready' || message.kind === 'failed')

/** A directory only we may enter, because the socket asks for no password; empty (a loopback port) where there are no such sockets. */
export async function socketDirectory(dataDir: string): Promise<string> {
  if (process.platform === 'win32') return ''
  if (Buffer.byteLength(join(dataDir, socketName)) <= longestPath) return dataDir
  const short = join(tmpdir(), `mimic-${process.getuid?.() ?? 0}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
  await mkdir(short, { recursive: true, mode: 0o700 })
  return short
}
