import { rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Engine, EngineParts } from '../engines/engine.ts'
import { CannotRun, discardCluster, openCluster } from './cluster.ts'
import { startPostmaster } from './postmaster.ts'

const socketName = '.s.PGSQL.5432'

/** Runs PostgreSQL from its npm package as a child process, which is stopped when the server ends. */
export async function openPostgres({
  directory,
  socketPath,
  bufferMb,
  onLine,
  onFailure,
}: EngineParts): Promise<Engine> {
  const { isNew, password, ...cluster } = await openCluster(directory)
  const port = socketPath === '' ? await findPort() : undefined
  const postmaster = await startPostmaster({ ...cluster, bufferMb, port, onLine }).catch(async (cause: unknown) => {
    if (!isNew) throw cause
    // It contains no data yet.
    await discardCluster(directory)
    throw new CannotRun(`PostgreSQL did not start: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  })
  // The socket itself is in PostgreSQL's directory, which only its account can enter. Clients use a link at the usual
  // path, which is short enough.
  if (socketPath !== '') {
    await rm(socketPath, { force: true })
    await symlink(join(cluster.directory, socketName), socketPath)
  }
  let isEnding = false
  void postmaster.ended.then((reason) => {
    if (!isEnding) onFailure(reason)
  })
  const stop = async (mode: 'fast' | 'immediate'): Promise<void> => {
    isEnding = true
    await postmaster.stop(mode)
  }
  return {
    kind: 'postgresql',
    port,
    password,
    note: undefined,
    close: () => stop('fast'),
    abandon: () => stop('immediate'),
  }
}

/** Finds a free loopback port. */
function findPort(): Promise<number> {
  const server = createServer()
  return new Promise((done, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
