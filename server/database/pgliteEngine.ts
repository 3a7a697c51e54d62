import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles, durableParams } from './durableFiles.ts'
import { listenPglite } from './pgliteServer.ts'
import type { Engine, EngineParts } from './engine.ts'

/** PostgreSQL compiled to WebAssembly, in this process. It is synchronous and would stop the server's event loop. */
export async function openPglite({ directory, socketPath, bufferMb, onFailure }: EngineParts, note: string | undefined): Promise<Engine> {
  // V8 optimises a function of the database after this much work instead of a hundredth of it: a start computes a third less (3.9 s to 2.5 s
  // where it was measured), and long work is optimised as before.
  setFlagsFromString('--wasm-tiering-budget=200000000')
  const db = await PGlite.create({
    fs: new DurableFiles(join(directory, 'database')),
    startParams: [...durableParams(PGlite.defaultStartParams), '-c', `shared_buffers=${bufferMb}MB`],
  })
  const door = await listenPglite(db, socketPath ? { path: socketPath } : { host: '127.0.0.1', port: 0 }, onFailure)
  if (socketPath) await chmod(socketPath, 0o600)
  return {
    kind: 'pglite', port: door.port, password: undefined, note,
    close: async () => {
      await door.close()
      await db.close()
    },
    abandon: () => Promise.resolve(),
  }
}
