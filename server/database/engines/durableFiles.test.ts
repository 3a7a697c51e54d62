import fs from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, expect, it } from 'vitest'
import { removeDirectory } from '../../../tests/support/directories.ts'
import { DurableFiles, durableParams } from './durableFiles.ts'

const real = fs.fsyncSync
afterEach(() => {
  fs.fsyncSync = real
  syncBuiltinESMExports()
})

it(
  'forces each commit of PGlite to the disk, and the directory of each new file',
  { tags: 'full', timeout: 60_000 },
  async () => {
    const directory = await mkdtemp(join(tmpdir(), 'mimic-'))
    const synced: boolean[] = []
    fs.fsyncSync = (fd) => {
      synced.push(fs.fstatSync(fd).isDirectory())
      real(fd)
    }
    syncBuiltinESMExports()
    const db = await PGlite.create({
      fs: new DurableFiles(join(directory, 'database')),
      startParams: durableParams(PGlite.defaultStartParams),
    })
    await db.exec('create table row (n int); checkpoint')
    const before = synced.length
    for (let n = 0; n < 20; n++) await db.query('insert into row values ($1)', [n])
    expect(synced.length - before).toBeGreaterThanOrEqual(20)
    expect(synced).toContain(true)
    await db.close()
    await removeDirectory(directory)
  },
)
