import { rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { makeDirectoryDurably } from '../../durable.ts'
import type { ProcessMessage } from './embedded.ts'
import type { Engine } from './engine.ts'
import { chooseEngine } from './engineChoice.ts'
import { acquireLock } from './dataDirectoryLock.ts'

/**
 * Process between the server and its embedded database. It runs PGlite itself or supervises PostgreSQL. It ends
 * together with its parent, even if the parent is killed, so that the next server can use the directory.
 */
const [dataDir, socketPath, bufferMb, requestedEngine] = process.argv.slice(2)
const lockWaitMs = 5_000
const orphanMs = 500
/**
 * Default size of the page cache in MB. PGlite allocates it completely on start: 512 MB cost a quarter of a second and
 * that much memory.
 */
const buffers = { min: 32, max: 512, shareOfMemory: 1 / 16 } as const

if (!dataDir || socketPath === undefined || !process.send)
  throw new Error('embeddedProcess must be started by embedded.ts')
process.umask(0o077)

let engine: Engine | undefined
let isOver = false
process.on('disconnect', () => void abandon())
process.on('SIGINT', () => undefined) // Ctrl-C reaches the whole process group; the parent decides
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
    directory,
    socketPath: path,
    requestedEngine,
    bufferMb: Number(bufferMb) || bufferMegabytes(),
    onFailure: end,
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

/** Stops immediately after the loss of the parent; the next server recovers from the write-ahead log. */
async function abandon(): Promise<void> {
  isOver = true
  await engine?.abandon()
  process.exit(0)
}

/** Exits after a failure of the engine (out of memory, damaged page), so that a new process is started. */
function end(cause: unknown): void {
  if (isOver) return
  process.stderr.write(`the embedded database failed: ${String(cause)}\n`)
  process.exit(70)
}

function bufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.min(buffers.max, Math.max(buffers.min, (memory * buffers.shareOfMemory) / 1024 ** 2)))
}

/**
 * Sends a message to the parent, which may have been killed. The callback prevents a failed write from ending this
 * process while PostgreSQL continues to run.
 */
function send(message: ProcessMessage): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}
