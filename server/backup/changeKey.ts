import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { entities } from '../../contract/entities.ts'
import { storedFields } from '../../contract/entity/define.ts'
import { entityTable, sqlName } from '../database/entities/entityColumns.ts'
import type { Db, Tables } from '../database/index.ts'
import { audit } from '../services/base/audit.ts'
import { newKey, readKeys, writeKeys } from '../services/base/installationKeys.ts'
import type { SecretBox } from '../services/base/secrets.ts'
import { createSecretBox } from '../services/base/secrets.ts'

/**
 * Creates a new encryption key and re-encrypts all stored secrets with it in one transaction. Until the transaction is
 * committed, the key file holds both keys, so an interruption at any moment leaves all secrets readable. Returns the
 * number of secrets; throws if one cannot be decrypted.
 */
export async function changeKey(pool: Pool, dataDir: string): Promise<{ readonly secrets: number }> {
  const { secret, sealing } = await readKeys(dataDir)
  const next = newKey()
  const old = createSecretBox(...sealing)
  const box = createSecretBox(...sealing, next)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const secrets = await db.transaction().execute(async (tx) => {
    let count = 0
    for (const place of await secretColumns(tx)) count += await reencrypt(tx, place, old, box)
    await audit(tx, commandCaller, { object: 'installation/key', action: 'changeKey', content: { secrets: count } })
    await writeKeys(dataDir, { secret, sealing: [...sealing, next] })
    return count
  })
  await writeKeys(dataDir, { secret, sealing: [next] })
  return { secrets }
}

const commandCaller = {
  name: 'change-key',
  role: 'server',
  address: '',
  request: '',
  client: 'npm run change-key',
} as const

/**
 * A column of encrypted secrets and the key column that identifies its rows. `done`: a column that is null while the
 * row is unconfirmed; unconfirmed rows are deleted instead of re-encrypted.
 */
interface SealedColumn {
  readonly table: string
  readonly column: string
  readonly key: string
  readonly done?: string
}

/** Secrets outside of entities: the second-step secrets that authenticator apps share. */
const otherSecretColumns: readonly SealedColumn[] = [
  { table: 'second_step', column: 'secret', key: 'account', done: 'confirmed_at' },
]

/** Lists the secret columns of all entities and of `besides` that exist in this database. */
async function secretColumns(tx: Db): Promise<SealedColumn[]> {
  const { rows } = await sql<{
    table: string
    column: string
  }>`select table_name as table, column_name as column from information_schema.columns where table_schema = current_schema()`.execute(
    tx,
  )
  const present = new Set(rows.map((row) => `${row.table}.${row.column}`))
  const declared = entities
    .filter(({ custom }) => custom !== true)
    .flatMap((entity) => {
      const table = entityTable(entity, () => {
        throw new Error('this table holds no encrypted values')
      })
      const fields = new Set(
        storedFields(entity)
          .filter(([, { kind }]) => kind === 'secret')
          .map(([field]) => field),
      )
      return table.columns
        .filter(({ field }) => fields.has(field))
        .map(({ name }) => ({ table: table.name, column: name, key: 'id' }))
    })
  return [...declared, ...otherSecretColumns].filter(({ table, column }) => present.has(`${table}.${column}`))
}

async function reencrypt(
  tx: Db,
  { table, column, key, done }: SealedColumn,
  old: SecretBox,
  box: SecretBox,
): Promise<number> {
  await sql`lock table ${sqlName(table)} in share row exclusive mode`.execute(tx)
  // Delete unconfirmed setups. They are not visible in the console, so one that cannot be decrypted could not be
  // removed there; its owner starts the setup again.
  if (done !== undefined) await sql`delete from ${sqlName(table)} where ${sqlName(done)} is null`.execute(tx)
  const { rows } = await sql<{
    id: string
    sealed: string
  }>`select ${sqlName(key)} as id, ${sqlName(column)} as sealed from ${sqlName(table)} where ${sqlName(column)} is not null`.execute(
    tx,
  )
  const reencrypted = rows.map(({ id, sealed }) => {
    const place = { table, column, row: id }
    try {
      return { id, sealed: box.seal(old.open(sealed, place), place) }
    } catch (cause) {
      throw new Error(
        `${table}.${column} of row ${id} cannot be decrypted. Enter it again or remove it in the console, then retry. Nothing was changed`,
        { cause },
      )
    }
  })
  await sql`update ${sqlName(table)} as t set ${sqlName(column)} = r.sealed from json_to_recordset(${JSON.stringify(reencrypted)}::json) as r(id text, sealed text) where t.${sqlName(key)} = r.id`.execute(
    tx,
  )
  return rows.length
}
