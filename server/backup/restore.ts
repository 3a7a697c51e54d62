import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Pool } from 'pg'
import { verifyAudit, type AuditVerdict } from '../database/audit/verifyAudit.ts'
import { renameDurably, writeDurably } from '../durable.ts'
import { restoreTables } from './restoreTables.ts'
import type { Manifest } from './manifest.ts'
import { filesPath, secretPath } from './manifest.ts'
import { readEntries, verifyBackup } from './verifyBackup.ts'
import { decrypt } from './encryptSecret.ts'

export interface RestoreParts {
  readonly file: string
  readonly dataDir: string
  readonly passphrase: string | undefined
  /** Moves the content of a data directory that is not empty aside; without it such a directory is rejected. */
  readonly isForced: boolean
  /** Opens the embedded database of a directory, or the database server of DATABASE_URL. */
  readonly open: (
    directory: string,
  ) => Promise<{ readonly pool: Pool; readonly isServer: boolean; close(): Promise<void> }>
}

export interface RestoreResult {
  readonly manifest: Manifest
  readonly audit: AuditVerdict
  readonly hasSecret: boolean
  /** Directory to which the previous content was moved. */
  readonly aside: string | undefined
}

/**
 * Restores a backup. The file is verified completely first. Everything is built next to the data directory and renamed
 * into place at the end, so a failure changes nothing.
 */
export async function restore({ file, dataDir, passphrase, isForced, open }: RestoreParts): Promise<RestoreResult> {
  const present = existsSync(dataDir) ? await readdir(dataDir) : []
  if (present.length > 0 && !isForced)
    throw new Error(
      `${dataDir} is not empty; set MIMIC_DATA to another directory, or add --force to move the existing data aside`,
    )
  const manifest = await verifyBackup(file)
  if (manifest.hasSecret && passphrase === undefined)
    throw new Error('the backup contains the encrypted secret of the installation; set MIMIC_BACKUP_PASSPHRASE')

  const draft = `${dataDir}.restoring-${process.pid}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    await unpackFiles(file, draft, manifest, passphrase)
    const database = await open(draft)
    let audit: AuditVerdict
    try {
      const client = await database.pool.connect()
      try {
        const {
          rows: [tables],
        } = await client.query<{ count: string }>(`select count(*) from pg_tables where schemaname = current_schema()`)
        if (database.isServer && Number(tables?.count) > 0)
          throw new Error('the database of DATABASE_URL is not empty; use a new one')
      } finally {
        client.release()
      }
      await restoreTables(database.pool, manifest, readEntries(file))
      const connection = await database.pool.connect()
      try {
        audit = await verifyAudit(connection)
        const {
          rows: [row],
        } = await connection.query<{ value: string }>(`select value from setting where key = 'installation'`)
        if (row && !database.isServer) await writeDurably(join(draft, 'installation'), `${row.value}\n`)
      } finally {
        connection.release()
      }
    } finally {
      await database.close()
    }
    await rm(join(draft, 'lock'), { force: true })
    const aside =
      present.length > 0 ? `${dataDir}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}` : undefined
    if (aside !== undefined) await renameDurably(dataDir, aside)
    else if (existsSync(dataDir)) await rmdir(dataDir)
    await renameDurably(draft, dataDir)
    if (aside !== undefined) await moveFromPrevious(aside, dataDir)
    return { manifest, audit, hasSecret: manifest.hasSecret, aside }
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    throw cause
  }
}

/**
 * Moves files into the restored directory that the backup does not contain: older backups, and the secret if it belongs
 * to the same installation. Without that secret, the stored secrets could not be decrypted.
 */
async function moveFromPrevious(aside: string, dataDir: string): Promise<void> {
  const move = async (name: string): Promise<void> => {
    if (existsSync(join(aside, name)) && !existsSync(join(dataDir, name)))
      await renameDurably(join(aside, name), join(dataDir, name))
  }
  await move('backups')
  const installation = async (directory: string): Promise<string | undefined> => {
    const path = join(directory, 'installation')
    return existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined
  }
  const before = await installation(aside)
  if (before !== undefined && before === (await installation(dataDir))) await move('secret')
}

async function unpackFiles(
  file: string,
  draft: string,
  { files }: Manifest,
  passphrase: string | undefined,
): Promise<void> {
  if (files.count > 0) await mkdir(join(draft, 'files'), { mode: 0o700 })
  for await (const { path, content } of readEntries(file)) {
    const isFile = path.startsWith(filesPath)
    const parts: Buffer[] = []
    for await (const part of content) if (isFile || path === secretPath) parts.push(Buffer.from(part))
    if (isFile) {
      const name = path.slice(filesPath.length)
      if (name !== basename(name) || name.startsWith('.'))
        throw new Error(`the backup contains an invalid file name: ${path}`)
      await writeDurably(join(draft, 'files', name), Buffer.concat(parts))
    }
    if (path === secretPath && passphrase !== undefined) {
      await writeDurably(join(draft, 'secret'), `${decrypt(passphrase, Buffer.concat(parts).toString('utf8'))}\n`)
    }
  }
}
