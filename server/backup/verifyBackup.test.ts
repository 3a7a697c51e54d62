import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { manifestPath } from './manifest.ts'
import { verifyBackup } from './verifyBackup.ts'
import { tarEnd, tarHead, tarTail } from './tar.ts'

const file = (path: string, content: Buffer): Buffer =>
  Buffer.concat([tarHead(path, content.length), content, tarTail(content.length)])

/** Returns a backup with one file of the given size. */
function backupWith(bytes: number): Buffer {
  const content = randomBytes(bytes)
  const said = {
    format: 1,
    product: 'mimic',
    takenAt: '2026-01-01T00:00:00.000Z',
    migrations: [],
    tables: [],
    sequences: [],
    files: { count: 1, missing: 0 },
    hasSecret: false,
    auditHead: null,
    entries: [{ path: 'files/plan', bytes, sha256: createHash('sha256').update(content).digest('hex') }],
  }
  return Buffer.concat([file('files/plan', content), file(manifestPath, Buffer.from(JSON.stringify(said))), tarEnd()])
}

it('verifies the last bytes of a file, wherever the archive ends within a block', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mimic-read-'))
  try {
    const at = join(folder, 'backup.tar.gz')
    for (let bytes = 512; bytes <= 512 * 33; bytes += 512) {
      const packed = gzipSync(backupWith(bytes))
      await writeFile(at, packed)
      expect((await verifyBackup(at)).files.count).toBe(1)
      packed[packed.length - 8] = (packed.at(-8) ?? 0) ^ 1
      await writeFile(at, packed)
      expect([bytes, await verifyBackup(at).then(() => 'accepted', String)]).toEqual([
        bytes,
        expect.stringContaining('is damaged and was not restored'),
      ])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
