import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles, durableParams } from './durableFiles.ts'
import { listenPglite } from './pgliteServer.ts'
import type { Engine, EngineParts } from './engine.ts'

/**
 * Runs PGlite (PostgreSQL as WebAssembly) in this process. It is synchronous and would block the event loop of the
 * server.
 */
export async function openPglite(
  { directory, socketPath, bufferMb, onFailure }: EngineParts,
  note: string | undefined,
): Promise<Engine> {
  // Makes V8 optimise a WebAssembly function 100 times later than by default. This reduces the start from 3.9 s to 2.5
  // s (measured), and long-running work is still optimised.
  setFlagsFromString('--wasm-tiering-budget=200000000')
  const db = await PGlite.create({
    fs: new DurableFiles(join(directory, 'database')),
    startParams: [...durableParams(PGlite.defaultStartParams), '-c', `shared_buffers=${bufferMb}MB`],
  })
  const server = await listenPglite(db, socketPath ? { path: socketPath } : { host: '127.0.0.1', port: 0 }, onFailure)
  if (socketPath) await chmod(socketPath, 0o600)
  return {
    kind: 'pglite',
    port: server.port,
    password: undefined,
    note,
    close: async () => {
      await server.close()
      await db.close()
    },
    abandon: () => Promise.resolve(),
  }
}
