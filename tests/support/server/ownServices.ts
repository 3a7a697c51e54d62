import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lightingEntities } from '../../../contract/lighting/index.ts'
import { type Database, openDatabase } from '../../../server/database/index.ts'
import type { Log } from '../../../server/log.ts'
import { createEntityServices, type EntityServices } from '../../../server/services/entities/index.ts'
import { createRecycleBin } from '../../../server/services/recycleBin/index.ts'
import { systemClock } from '../../../server/services/base/scheduler.ts'
import { createSecretBox } from '../../../server/services/base/secrets.ts'
import { removeDirectory } from '../directories.ts'
import { dropDatabase, ownDatabase } from './server.ts'
import { copyTemplate } from './template.ts'

export interface OwnServices {
  readonly database: Database
  readonly rows: EntityServices
  /** Closes and removes the database. */
  close(): Promise<void>
}

export interface OwnDatabase {
  readonly database: Database
  /** Closes and removes the database. */
  close(): Promise<void>
}

/** Creates a database with the server's schema and no rows, on the server of TEST_DATABASE_URL if set. */
export async function openOwnDatabase(name: string, log: Log): Promise<OwnDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), `mimic-${name}-`))
  const server = process.env['TEST_DATABASE_URL']
  const databaseUrl = server === undefined ? undefined : await ownDatabase(server, dataDir)
  if (databaseUrl === undefined) await copyTemplate(resolve(import.meta.dirname, '../../..'), dataDir)
  const database = await openDatabase({ dataDir, log, databaseUrl })
  return {
    database,
    close: async () => {
      await database.close()
      if (server !== undefined) await dropDatabase(server, dataDir)
      await removeDirectory(dataDir)
    },
  }
}

/** Starts the services of the lighting entities on a dedicated database, for tests without routes. */
export async function openOwnServices(name: string, log: Log): Promise<OwnServices> {
  const own = await openOwnDatabase(name, log)
  const rows = await createEntityServices({
    db: own.database.db,
    entities: lightingEntities,
    secrets: createSecretBox(randomBytes(32)),
    log,
    bin: createRecycleBin({ db: own.database.db, clock: systemClock, log }),
    hasAutovacuum: false,
  })
  return { ...own, rows }
}
