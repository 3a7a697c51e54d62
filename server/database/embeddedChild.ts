import { chmod, mkdir, rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import type { ChildNews } from './embedded.ts'
import { openDoor } from './embeddedDoor.ts'
import { takeLock } from './lock.ts'

/**
 * The embedded database's own process: it is synchronous and would stop the server's event loop. It lives exactly
 * as long as its parent, even when that is killed, because the next server must find the directory free.
 */
const [dataDir, socketPath, bufferMb] = process.argv.slice(2)
const lockWaitMs = 5_000
const orphanMs = 500
/** Pages that the database keeps at hand, in MB, unless it is told: taken whole at the start (512 of them cost a quarter of a second and as much memory). */
const buffers = { least: 32, most: 512, shareOfMemory: 1 / 16 } as const

if (!dataDir || socketPath === undefined || !process.send) throw new Error('embeddedChild is started by embedded.ts only')
process.umask(0o077)
// V8 optimises a function of the database after this much work instead of a hundredth of it: a start computes a third less (3.9 s to 2.5 s
// where it was measured), and long work is optimised as before.
setFlagsFromString('--wasm-tiering-budget=200000000')
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => undefined) // Ctrl-C reaches the whole group; the parent says when
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.exit(0)
}, orphanMs).unref()

try {
  await open(dataDir, socketPath)
} catch (cause) {
  tell({ kind: 'failed', message: cause instanceof Error ? cause.message : String(cause) })
  process.exitCode = 1
  process.disconnect()
}

async function open(directory: string, path: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const release = await takeLock(join(directory, 'lock'), lockWaitMs)
  const db = await PGlite.create(join(directory, 'database'), { startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${bufferMb || bufferMegabytes()}MB`] })
  if (path) await rm(path, { force: true })
  const door = await openDoor(db, path ? { path } : { host: '127.0.0.1', port: 0 }, end)
  if (path) await chmod(path, 0o600)

  let closing = false
  const close = async (): Promise<void> => {
    if (closing) return
    closing = true
    await door.close()
    await db.close()
    await release()
    process.exit(0)
  }
  process.on('message', () => void close())
  process.on('SIGTERM', () => void close())
  tell({ kind: 'ready', port: door.port })
}

function bufferMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  return Math.round(Math.min(buffers.most, Math.max(buffers.least, (memory * buffers.shareOfMemory) / 1024 ** 2)))
}

/** The engine threw (out of memory, a broken page): better a new process than one that answers no more. */
function end(cause: unknown): void {
  process.stderr.write(`the embedded database failed: ${String(cause)}\n`)
  process.exit(70)
}

function tell(news: ChildNews): void {
  process.send?.(news)
}
