import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import type { Pack } from 'tar-stream'
import { pack } from 'tar-stream'
import type { Manifest } from './manifest.ts'
import { truncatedTables, filesPath, manifestPath, secretPath } from './manifest.ts'
import { encrypt } from './encryptSecret.ts'
import { readCatalogue, readHistory, isHistory, readRows, readSequences } from './tables.ts'
import { addFile, readBytes } from './tar.ts'

export interface BackupOptions {
  /** A dedicated connection, separate from the pool of a running server. */
  readonly client: ClientBase
  readonly dataDir: string
  /** Encrypts the installation's secret; undefined leaves the secret out. */
  readonly passphrase: string | undefined
}

/**
 * Generates a backup as the bytes of a tar archive. All tables except the history come from one snapshot. The history
 * is read before it, so that every tag it references is in the snapshot. The manifest is the last entry.
 */
export async function* createBackup(options: BackupOptions): AsyncGenerator<Buffer, Manifest> {
  const archive = pack()
  const written = writeBackup(archive, options)
  written.catch((cause: unknown) => archive.destroy(cause instanceof Error ? cause : new Error(String(cause))))
  try {
    yield* readBytes(archive)
  } finally {
    // Ends the snapshot before the connection is released, also if the reader stopped early.
    archive.destroy()
    await written.catch(() => undefined)
  }
  return written
}

async function writeBackup(archive: Pack, { client, dataDir, passphrase }: BackupOptions): Promise<Manifest> {
  const entries: Manifest['entries'] = []
  const add = async (path: string, content: Buffer): Promise<void> => {
    entries.push({ path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
    await addFile(archive, path, content)
  }
  const counts = new Map<string, number>()
  let part = 0
  const write = async (name: string, rows: AsyncIterable<string[]>): Promise<void> => {
    for await (const lines of rows) {
      counts.set(name, (counts.get(name) ?? 0) + lines.length)
      await add(`tables/${name}/${String(++part).padStart(8, '0')}.jsonl`, Buffer.from(`${lines.join('\n')}\n`))
    }
  }

  for (const table of (await readCatalogue(client)).filter(isHistory))
    await write(table.name, readHistory(client, table))
  await client.query('begin isolation level repeatable read read only')
  let described: Pick<Manifest, 'migrations' | 'tables' | 'sequences' | 'auditHead'>
  try {
    const catalogue = await readCatalogue(client)
    for (const table of catalogue)
      if (!isHistory(table) && !truncatedTables.has(table.name)) await write(table.name, readRows(client, table))
    const { rows: migrations } = await client.query<{ name: string }>('select name from kysely_migration order by name')
    const {
      rows: [head],
    } = await client.query<{ head: string }>(`select position || ':' || encode(hash, 'hex') as head from audit_head`)
    described = {
      migrations: migrations.map(({ name }) => name),
      tables: catalogue.map((table) => ({ ...table, rows: counts.get(table.name) ?? 0 })),
      sequences: await readSequences(client),
      auditHead: head?.head ?? null,
    }
  } finally {
    await client.query('rollback')
  }

  let missing = 0
  const names = await readdir(join(dataDir, 'files')).catch(() => [])
  let count = 0
  for (const name of names) {
    // The file was removed in the meantime, or the entry is a subdirectory.
    const content = await readFile(join(dataDir, 'files', name)).catch((cause: unknown) => {
      if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'EISDIR'))
        return undefined
      throw cause
    })
    if (!content) {
      missing++
      continue
    }
    await add(filesPath + name, content)
    count++
  }
  if (passphrase !== undefined)
    await add(secretPath, Buffer.from(encrypt(passphrase, (await readFile(join(dataDir, 'secret'), 'utf8')).trim())))

  const manifest: Manifest = {
    format: 1,
    product: 'mimic',
    takenAt: new Date().toISOString(),
    ...described,
    files: { count, missing },
    hasSecret: passphrase !== undefined,
    entries: [...entries],
  }
  await add(manifestPath, Buffer.from(JSON.stringify(manifest)))
  archive.finalize()
  return manifest
}
