import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { explainFailure } from '../damage/advice.ts'
import { compareSizes, inspectLayout, recordSizes } from '../damage/inspect.ts'
import type { Engine, EngineParts } from './engine.ts'
import { isEngineKind } from './engine.ts'
import { findPackage } from '../postgres/program.ts'
import { CannotRun, clusterName, hasCluster, OtherVersion, removeDrafts } from '../postgres/cluster.ts'

const pgliteName = 'database'
const conversionNote =
  'the embedded database is PGlite, created by an earlier version. PostgreSQL is several times faster: stop the server and run npm run convert-database'

/**
 * Opens the database of a data directory with the engine that created it. A new directory uses PostgreSQL if its
 * package is installed and can run, otherwise PGlite. Each engine is imported only when needed.
 */
export async function chooseEngine(parts: EngineParts): Promise<Engine> {
  const { directory, requestedEngine } = parts
  await removeDrafts(directory)
  const openPostgres = async (): Promise<Engine> => (await import('../postgres/engine.ts')).openPostgres(parts)
  const openPglite = async (note?: string): Promise<Engine> =>
    (await import('./pgliteEngine.ts')).openPglite(parts, note)

  if (hasCluster(directory)) {
    return await openChecked(directory, clusterName, () =>
      openPostgres().catch((cause: unknown) => {
        if (cause instanceof CannotRun)
          throw new CannotRun(
            `${directory} contains a PostgreSQL database, but PostgreSQL cannot run: ${cause.message}. Nothing was changed`,
            { cause },
          )
        throw cause
      }),
    )
  }
  if (existsSync(join(directory, pgliteName))) {
    return await openChecked(directory, pgliteName, () =>
      openPglite(findPackage() === undefined || requestedEngine === 'pglite' ? undefined : conversionNote),
    )
  }
  if (isEngineKind(requestedEngine) && requestedEngine === 'pglite')
    return recordSizesAtClose(directory, pgliteName, await openPglite())
  try {
    return recordSizesAtClose(directory, clusterName, await openPostgres())
  } catch (cause) {
    if (!(cause instanceof CannotRun) || requestedEngine === 'postgresql') throw cause
    const note = `PostgreSQL cannot run here; using the slower PGlite as embedded database: ${cause.message}`
    return recordSizesAtClose(directory, pgliteName, await openPglite(note))
  }
}

/** Opens an existing database. Throws if files are missing or their sizes differ from the last clean close. */
async function openChecked(dataDir: string, name: string, open: () => Promise<Engine>): Promise<Engine> {
  const [directory, note] = [join(dataDir, name), join(dataDir, `${name}.files`)]
  try {
    inspectLayout(directory)
    compareSizes(directory, note)
    return recordSizesAtClose(dataDir, name, await open())
  } catch (cause) {
    throw cause instanceof CannotRun || cause instanceof OtherVersion ? cause : explainFailure(cause, dataDir)
  }
}

const recordSizesAtClose = (dataDir: string, name: string, engine: Engine): Engine => ({
  ...engine,
  close: async () => {
    await engine.close()
    await recordSizes(join(dataDir, name), join(dataDir, `${name}.files`))
  },
})
