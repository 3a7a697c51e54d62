import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import type { ChildNews } from './embedded.ts'
import { takeLock } from './lock.ts'

/**
 * The embedded database's own process: it is synchronous and would stop the server's event loop. It lives exactly
 * as long as its parent, even when that is killed, because the next server must find the directory free.
 */
const [dataDir, socketPath] = process.argv.slice(2)
const lockWaitMs = 5_000
const orphanMs = 500
const connections = 16

if (!dataDir || socketPath === undefined || !process.send) throw new Error('embeddedChild is started by embedded.ts only')
process.umask(0o077)
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
  const db = await PGlite.create(join(directory, 'database'))
  dieWithTheDatabase(db)
  if (path) await rm(path, { force: true })
  const server = new PGLiteSocketServer({ db, maxConnections: connections, ...(path ? { path } : { host: '127.0.0.1', port: 0 }) })
  await server.start()
  if (path) await chmod(path, 0o600)

  let closing = false
  const close = async (): Promise<void> => {
    if (closing) return
    closing = true
    await server.stop()
    await db.close()
    await release()
    process.exit(0)
  }
  process.on('message', () => void close())
  process.on('SIGTERM', () => void close())
  tell({ kind: 'ready', port: path ? undefined : Number(server.getServerConn().split(':').at(-1)) })
}

/** The socket's queue stops for good when the engine throws (out of memory, a broken page): better a new process. */
function dieWithTheDatabase(db: PGlite): void {
  const exec = db.execProtocolRawStream.bind(db)
  db.execProtocolRawStream = async (...args) => {
    try {
      return await exec(...args)
    } catch (cause) {
      process.stderr.write(`the embedded database failed: ${String(cause)}\n`)
      process.exit(70)
    }
  }
}

function tell(news: ChildNews): void {
  process.send?.(news)
}
