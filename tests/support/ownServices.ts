import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lightingEntities } from '../../contract/lighting/index.ts'
import { type Database, openDatabase } from '../../server/database/index.ts'
import type { Log } from '../../server/log.ts'
import { createEntityServices, type EntityServices } from '../../server/services/entities/index.ts'
import { createSecretBox } from '../../server/services/secrets.ts'
import { copyTemplate } from './template.ts'

export interface OwnServices {
  readonly database: Database
  readonly rows: EntityServices
  /** Closes the database and removes it. */
  close(): Promise<void>
}

/** The services of the lighting entities on a database of their own, for tests of what works beside the routes. */
export async function openOwnServices(name: string, log: Log): Promise<OwnServices> {
  const dataDir = await mkdtemp(join(tmpdir(), `mimic-${name}-`))
  await copyTemplate(resolve(import.meta.dirname, '../..'), dataDir)
  const database = await openDatabase({ dataDir, log })
  const rows = await createEntityServices({ db: database.db, entities: lightingEntities, secrets: createSecretBox(randomBytes(32)), log, isTended: false })
  return {
    database,
    rows,
    close: async () => {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
