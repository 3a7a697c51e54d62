import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeDirectory } from '../../tests/support/directories.ts'
import type { Database } from '../database/index.ts'
import { openDatabase } from '../database/index.ts'
import { socketDirectory } from '../database/engines/embedded.ts'
import { createLog } from '../log.ts'
import { createBackup } from './createBackup.ts'

let dataDir = ''
let database: Database

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mimic-backup-'))
  database = await openDatabase({ dataDir, log: createLog('error') })
}, 120_000)
afterAll(async () => {
  await database?.close()
  await removeDirectory(dataDir)
})

it('ends its snapshot when the reader stops, and when it fails', async () => {
  const client = new Client({
    host: await socketDirectory(dataDir),
    port: 5432,
    user: 'postgres',
    database: 'postgres',
  })
  await client.connect()
  const readIsolation = async (): Promise<unknown> =>
    (await client.query<Record<string, string>>('show transaction_isolation')).rows[0]?.['transaction_isolation']
  try {
    for await (const bytes of createBackup({ client, dataDir, passphrase: undefined })) {
      expect(bytes.length).toBeGreaterThan(0)
      break
    }
    expect(await readIsolation()).toBe('read committed')

    const withoutSecret = async (): Promise<void> => {
      for await (const bytes of createBackup({ client, dataDir: join(dataDir, 'none'), passphrase: 'a passphrase' }))
        expect(bytes.length).toBeGreaterThan(0)
    }
    await expect(withoutSecret()).rejects.toThrow('ENOENT')
    expect(await readIsolation()).toBe('read committed')
  } finally {
    await client.end()
  }
})
