import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Pool } from 'pg'
import type { EngineKind } from '../database/engines/engine.ts'
import { clusterName, allowAccountTraversal } from '../database/postgres/cluster.ts'
import { endLeftovers } from '../database/postgres/leftovers.ts'
import { verifyAudit } from '../database/audit/verifyAudit.ts'
import { renameDurably } from '../durable.ts'
import { restoreTables } from './restoreTables.ts'
import { truncatedTables, quoteIdentifier } from './manifest.ts'
import { readEntries, verifyBackup } from './verifyBackup.ts'
import { createBackup } from './createBackup.ts'

export interface ConvertParts {
  readonly dataDir: string
  /** Opens the embedded database of a directory with the given engine. */
  readonly open: (directory: string, engine: EngineKind) => Promise<{ readonly pool: Pool; close(): Promise<void> }>
}

export interface ConversionResult {
  readonly rows: number
  readonly tables: number
  /** Directory to which the PGlite data was moved. */
  readonly aside: string
}

const pgliteName = 'database'
const draftName = 'converting'

/**
 * Converts an embedded database from PGlite to PostgreSQL. The conversion is written and verified in a separate folder;
 * a single rename then activates it, so an interruption changes nothing before the rename. The PGlite data is kept next
 * to it. Returns undefined if the directory already holds a PostgreSQL database.
 */
export async function convert({ dataDir, open }: ConvertParts): Promise<ConversionResult | undefined> {
  const draft = join(dataDir, draftName)
  // An interrupted conversion may have left PostgreSQL running on its folder.
  await endLeftovers(join(draft, clusterName))
  await rm(draft, { recursive: true, force: true })
  if (existsSync(join(dataDir, clusterName))) {
    if (existsSync(join(dataDir, pgliteName))) await moveAside(dataDir)
    return undefined
  }
  if (!existsSync(join(dataDir, pgliteName)))
    throw new Error(`no embedded database in ${dataDir}; set MIMIC_DATA to another directory`)
  // The open database holds the lock of the data directory, so no server can start.
  const source = await open(dataDir, 'pglite')
  try {
    await mkdir(draft, { mode: 0o700 })
    await allowAccountTraversal(dataDir)
    const counts = await copyTo(draft, source.pool, open)
    await renameDurably(join(draft, clusterName), join(dataDir, clusterName))
    await source.close()
    const aside = await moveAside(dataDir)
    await rm(draft, { recursive: true, force: true })
    return { rows: [...counts.values()].reduce((sum, count) => sum + count, 0), tables: counts.size, aside }
  } catch (cause) {
    await source.close().catch(() => undefined)
    await rm(draft, { recursive: true, force: true })
    throw cause
  }
}

/** Copies all tables through a backup and compares the row counts with the source. Returns the counts by table. */
async function copyTo(draft: string, source: Pool, open: ConvertParts['open']): Promise<ReadonlyMap<string, number>> {
  const file = join(draft, 'backup.tar.gz')
  const client = await source.connect()
  try {
    // Tables only: this directory contains no uploaded files, and the secret stays in place.
    await pipeline(
      createBackup({ client, dataDir: draft, passphrase: undefined }),
      createGzip({ level: 1 }),
      createWriteStream(file, { mode: 0o600 }),
    )
  } finally {
    client.release()
  }
  const manifest = await verifyBackup(file)
  const target = await open(draft, 'postgresql')
  try {
    await restoreTables(target.pool, manifest, readEntries(file))
    const names = manifest.tables.map(({ name }) => name).filter((name) => !truncatedTables.has(name))
    const [before, after] = [await countRows(source, names), await countRows(target.pool, names)]
    for (const [name, count] of before) {
      if (after.get(name) !== count)
        throw new Error(`table ${name} has ${after.get(name) ?? 0} rows instead of ${count}; nothing was changed`)
    }
    const connection = await target.pool.connect()
    try {
      if ((await verifyAudit(connection)).faults.length > 0)
        throw new Error(
          'the audit log is damaged after the conversion; nothing was changed. Run npm run verify-audit for details',
        )
    } finally {
      connection.release()
    }
    return after
  } finally {
    // PostgreSQL writes and syncs all of its files on close.
    await target.close()
  }
}

async function countRows(pool: Pool, names: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const name of names) {
    const {
      rows: [row],
    } = await pool.query<{ count: string }>(`select count(*) from ${quoteIdentifier(name)}`)
    counts.set(name, Number(row?.count))
  }
  return counts
}

async function moveAside(dataDir: string): Promise<string> {
  const aside = join(dataDir, `${pgliteName}.converted-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  await renameDurably(join(dataDir, pgliteName), aside)
  return aside
}
