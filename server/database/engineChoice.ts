import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Engine, EngineParts } from './engine.ts'
import { isEngineKind } from './engine.ts'
import { findPackage } from './postgres/program.ts'
import { CannotRun, hasCluster, removeDrafts } from './postgres/cluster.ts'

const conversionNote = 'the embedded database is PGlite, as an earlier version made it. PostgreSQL is several times faster: end the server and run npm run convert-database'

/**
 * Opens the database of a data directory with the engine that wrote it. A new directory gets PostgreSQL where its package is installed
 * and can run, and PGlite elsewhere. Each engine is loaded only where it is used.
 */
export async function chooseEngine(parts: EngineParts): Promise<Engine> {
  const { directory, wanted } = parts
  await removeDrafts(directory)
  const openPostgres = async (): Promise<Engine> => (await import('./postgres/engine.ts')).openPostgres(parts)
  const openPglite = async (note?: string): Promise<Engine> => (await import('./pgliteEngine.ts')).openPglite(parts, note)

  if (hasCluster(directory)) {
    return await openPostgres().catch((cause: unknown) => {
      if (cause instanceof CannotRun) throw new Error(`the data in ${directory} are PostgreSQL's, and it cannot run: ${cause.message}. Nothing was changed`, { cause })
      throw cause
    })
  }
  if (existsSync(join(directory, 'database'))) return await openPglite(findPackage() === undefined || wanted === 'pglite' ? undefined : conversionNote)
  if (isEngineKind(wanted) && wanted === 'pglite') return await openPglite()
  try {
    return await openPostgres()
  } catch (cause) {
    if (!(cause instanceof CannotRun) || wanted === 'postgresql') throw cause
    return await openPglite(`PostgreSQL cannot run here, so the embedded database is PGlite, which is slower: ${cause.message}`)
  }
}
