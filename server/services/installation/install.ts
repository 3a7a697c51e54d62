import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { encodeLocalized } from '../../../contract/localizedText.ts'
import { sql } from 'kysely'
import type { Tag } from '../../../contract/routes.ts'
import { translateDrawing } from '../../../contract/sampleWords.ts'
import type { Db } from '../../database/index.ts'
import { writeDurably } from '../../durable.ts'
import { audit } from '../base/audit.ts'
import { systemContext } from '../base/requestContext.ts'
import type { Drawings } from '../drawings/index.ts'
import { hashPassword } from '../base/passwords.ts'

/** A tag of a plant for the catalogue. */
export type InstalledTag = Omit<Tag, 'path'>

const tagBatchSize = 5_000

/**
 * Throws if the embedded database is new although this data directory has had one: the database was lost or moved, and
 * starting with an empty plant must not go unnoticed.
 */
export async function checkInstallation(db: Db, dataDir: string): Promise<void> {
  const file = join(dataDir, 'installation')
  const row = await db.selectFrom('setting').select('value').where('key', '=', 'installation').executeTakeFirst()
  const storedId = existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined
  if (storedId !== undefined && row?.value !== storedId) {
    throw new Error(
      encodeLocalized({
        en: `the database in ${dataDir} does not belong to this installation: restore a backup, or delete ${file} to start over`,
        zh: `${dataDir} 中的数据库不属于本系统：请恢复备份，或删除 ${file} 以重新开始`,
      }),
    )
  }
  const id = row?.value ?? randomUUID()
  if (!row) await db.insertInto('setting').values({ key: 'installation', value: id }).execute()
  if (storedId === undefined) await writeDurably(file, `${id}\n`)
}

/**
 * Random password of at least 96 bits. It starts and ends with a letter or digit, because punctuation at the ends is
 * easily lost when copied.
 */
function createInitialPassword(): string {
  for (;;) {
    const password = randomBytes(13).toString('base64url')
    if (/^[^_-].*[^_-]$/.test(password)) return password
  }
}

/** Returns true if the first start of a server on this database is complete. */
export const hasAccounts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) !== undefined

/**
 * Creates the first administrator if no account exists, with the given password or a random one, which is returned to
 * be shown once.
 */
export async function createFirstAdministrator(
  db: Db,
  configuredPassword: string | undefined,
): Promise<{ name: string; password?: string } | undefined> {
  if (await hasAccounts(db)) return undefined
  const name = 'admin'
  const password = configuredPassword ?? createInitialPassword()
  const hash = await hashPassword(password)
  const isFirst = await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('account')
      .values({
        id: randomUUID(),
        name,
        role: 'super',
        password: hash,
        must_change: configuredPassword === undefined,
        created_at: new Date(),
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows)
      await audit(tx, systemContext, { object: `account/${name}`, action: 'create', content: { role: 'super' } })
    return Boolean(numInsertedOrUpdatedRows)
  })
  if (!isFirst) return undefined
  return configuredPassword === undefined ? { name, password } : { name }
}

/** Adds a plant's projects and tags to the catalogue. Existing tags keep their id and get the new limits. */
export async function installPlant(
  db: Db,
  projects: readonly { id: string; name: string; edition: string }[],
  tags: readonly InstalledTag[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const existing = new Set((await tx.selectFrom('project').select('id').execute()).map(({ id }) => id))
    for (const project of projects.filter(({ id }) => !existing.has(id))) {
      await tx
        .insertInto('project')
        .values({ ...project, created_at: new Date() })
        .execute()
      await audit(tx, systemContext, {
        object: `project/${project.id}`,
        action: 'create',
        content: { name: project.name },
      })
    }
    for (let from = 0; from < tags.length; from += tagBatchSize)
      await insertTags(tx, tags.slice(from, from + tagBatchSize))
  })
}

/**
 * Installs the sample drawings of a directory that are not `known`. Each file contains `{ project, drawing }`; its name
 * becomes the id. `say` translates texts.
 */
export async function installSamples(
  drawings: Drawings,
  directory: string,
  existing: ReadonlySet<string>,
  translate: (text: string) => string,
  onFailure: (file: string, cause: unknown) => void,
): Promise<string[]> {
  if (!existsSync(directory)) return []
  const files = (await readdir(directory))
    .filter((file) => file.endsWith('.json') && !existing.has(parse(file).name))
    .toSorted()
  const installed: string[] = []
  for (const file of files) {
    try {
      const sample: unknown = JSON.parse(await readFile(join(directory, file), 'utf8'))
      if (!isSample(sample)) throw new Error('a sample is { project, drawing }')
      await drawings.install(parse(file).name, sample.project, translateDrawing(sample.drawing, translate))
      installed.push(parse(file).name)
    } catch (cause) {
      onFailure(file, cause)
    }
  }
  return installed
}

const isSample = (sample: unknown): sample is { readonly project: string; readonly drawing: unknown } =>
  typeof sample === 'object' &&
  sample !== null &&
  'project' in sample &&
  typeof sample.project === 'string' &&
  'drawing' in sample

export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  return (await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

async function insertTags(tx: Db, tags: readonly InstalledTag[]): Promise<void> {
  const column = <T>(getValue: (tag: InstalledTag) => T): T[] => tags.map(getValue)
  await sql`
    insert into tag (path, project, device, point, unit, kind, min, max, writable, en, zh)
    select * from unnest(
      ${column(({ project, device, point }) => `${project}/${device}/${point}`)}::text[], ${column(({ project }) => project)}::text[],
      ${column(({ device }) => device)}::text[], ${column(({ point }) => point)}::text[], ${column(({ unit }) => unit)}::text[],
      ${column(({ kind }) => kind)}::text[], ${column(({ min }) => min)}::float8[], ${column(({ max }) => max)}::float8[],
      ${column(({ writable }) => writable)}::bool[], ${column(({ words }) => words.en)}::text[], ${column(({ words }) => words.zh)}::text[])
    on conflict (path) do update set unit = excluded.unit, kind = excluded.kind, min = excluded.min, max = excluded.max,
      writable = excluded.writable, en = excluded.en, zh = excluded.zh, is_own = false
    where (tag.unit, tag.kind, tag.min, tag.max, tag.writable, tag.en, tag.zh, tag.is_own)
      is distinct from (excluded.unit, excluded.kind, excluded.min, excluded.max, excluded.writable, excluded.en, excluded.zh, false)
  `.execute(tx)
}
