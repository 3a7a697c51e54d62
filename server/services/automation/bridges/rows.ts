import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import type { StoredRow } from '../../../database/entities/entityColumns.ts'
import { entityTable, readable } from '../../../database/entities/entityColumns.ts'
import { toEntityRow } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import type { StoredEntityService } from '../../entities/index.ts'
import { type BridgeConfig, type BridgeSecrets, readConfig } from './config.ts'

const secretFields = ['inputSecret', 'password', 'token', 'signingKey', 'clientKey'] as const

/** Reads all bridges, or those with the ids, with decrypted secrets. */
export async function readBridges(
  db: Db,
  service: Pick<StoredEntityService, 'readSecret'>,
  ids?: readonly string[],
): Promise<readonly BridgeConfig[]> {
  const table = entityTable(getEntity('bridge'), (text) => text)
  const { rows } = await (
    ids === undefined
      ? sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} order by id`
      : sql<StoredRow>`select ${readable(table)} from ${sql.table(table.name)} where id = any(${[...ids]}::text[]) order by id`
  ).execute(db)
  const configs: BridgeConfig[] = []
  for (const row of rows) {
    const { id, revision, values } = toEntityRow(table, row)
    const secrets = Object.fromEntries(
      await Promise.all(secretFields.map(async (field) => [field, await service.readSecret(id, field)] as const)),
    ) as Record<keyof BridgeSecrets, string | null>
    const config = readConfig(id, revision, values, secrets)
    if (config) configs.push(config)
  }
  return configs
}

/** Revision of each bridge, to notice changes by another server. */
export async function readRevisions(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`select id, revision from scada_bridge`.execute(db)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}
