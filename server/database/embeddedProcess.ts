import { rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { makeDirectoryDurably } from '../durable.ts'
import type { ChildNews } from './embedded.ts'
import type { Engine } from './engine.ts'
import { chooseEngine } from './engineChoice.ts'
import { acquireLock } from './dataDirectoryLock.ts'

/**
 * The process between the server and its embedded database: it runs PGlite in itself or looks after PostgreSQL. It lives exactly
 * as long as its parent, even when that is killed, because the next server must find the directory free.
 */
const [dataDir, socketPath, bufferMb, wanted] = process.argv.slice(2)
const lockWaitMs = 5_000
const orphanMs = 500
/** Pages that the database keeps in memory, in MB, by default: PGlite takes them whole at the start (512 of them cost a quarter of a second and as much memory). */
const buffers = { least: 32, most: 512, shareOfMemory: 1 / 16 } as const

if (!dataDir || socketPath === undefined || !process.send) throw new Error('embeddedProcess is started by embedded.ts only')
process.umask(0o077)

let engine: Engine | undefined
let isOver = false
process.on('disconnect', () => void abandon())
process.on('SIGINT', () => undefined) // Ctrl-C reaches the whole group; the parent says when
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) void abandon()
}, orphanMs).unref()

try {
  await open(dataDir, socketPath)
} catch (cause) {
  send({ kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) })
  process.exitCode = 1
  process.disconnect()
}

async function open(directory: string, path: string): Promise<void> {
  await makeDirectoryDurably(directory)
  const release = await acquireLock(join(directory, 'lock'), lockWaitMs)
  if (path) await rm(path, { force: true })
  engine = await chooseEngine({
    directory, socketPath: path, wanted, bufferMb: Number(bufferMb) || bufferMegabytes(), onFailure: end,
    onLine: ({ level, text }) => send({ kind: 'log', level, text }),
  })
  if (isOver) await abandon()
  const close = async (): Promise<void> => {
    if (isOver) return
    isOver = true
    await engine?.close()
    if (path) await rm(path, { force: true })
    await release()
    process.exit(0)
  }
  process.on('message', () => void close())
  process.on('SIGTERM', () => void close())
  send({ kind: 'ready', engine: engine.kind, port: engine.port, password: engine.password, note: engine.note })
}

/** The server is gone: nobody waits for an orderly end, and the next server recovers from the log. */
async function abandon(): Promise<void> {
  isOver = true
  await engine?.abandon()
  process.exit(0)
}

/** The engine failed (out of memory, a broken page) or ended: better a new process than one that answers no more. */
function end(cause: unknown): void {
  if (isOver) return
  process.stderr.write(`the embedded database failed: ${String(cause)}\n`)
  process.exit(70)
}

function bufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.min(buffers.most, Math.max(buffers.least, (memory * buffers.shareOfMemory) / 1024 ** 2)))
}

/** The server may have been killed a moment ago. Without a callback the failed write would end this process, and PostgreSQL would go on without it. */
function send(news: ChildNews): void {
  if (process.connected) process.send?.(news, undefined, undefined, () => undefined)
}
