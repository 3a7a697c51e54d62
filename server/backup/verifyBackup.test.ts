import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { expect, it } from 'vitest'
import { manifestPath } from './manifest.ts'
import { readEntries, verifyBackup } from './verifyBackup.ts'
import { addFile } from './tar.ts'

/** Returns a backup with one file of the given size. */
async function backupWith(bytes: number): Promise<Buffer> {
  const content = randomBytes(bytes)
  const manifest = {
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
  const archive = pack()
  const packed = buffer(archive)
  await addFile(archive, 'files/plan', content)
  await addFile(archive, manifestPath, Buffer.from(JSON.stringify(manifest)))
  archive.finalize()
  return packed
}

it('verifies the last bytes of a file, wherever the archive ends within a block', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mimic-read-'))
  try {
    const at = join(folder, 'backup.tar.gz')
    for (let bytes = 512; bytes <= 512 * 33; bytes += 512) {
      const packed = gzipSync(await backupWith(bytes))
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

/** Written by version 0.2.0, which had its own implementation of tar. */
const oldBackup =
  'H4sIAAAAAAACA+2VPU/DMBCGM/MrqptTOKepnXhjY4cJ1OHqnBtD4pTYGVDV/46SghBipiDIo5PuS74brNe2ruFwtW/IJ98GIqJEnDx+9YjZ6iOe6kqhShaYnIEhROoTPMuuX8h484vOLmLNizh4z81FMvN/aMk7yyFePobO/5D+83X2Wf8C89Ws/7NwANv1LUXQIoV931WDiaChda0zkEKkJ/bXYyXDTC5RLFHcIerJLhHxHlJo3a6n6DofQD9sxkPbht/iwM8De/OeWjd1DmC6wZ+Wti4E53eg8ZhCTeGWTc8RtKUmcAo0VC7eMFWg/dA0KbCPvZvmHWBPsQZ9mjp9YpDC9iWOXVGmEGrK1hI0lJSTsgVLwcYYoUoripXIM8mmXFMhjZFsRVkpUkoWqhCZNMiF2lLFVNkKjpvj/FbMzMz8LV4BBDdzrAAMAAA='

it('accepts a backup of an earlier version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mimic-read-'))
  try {
    const at = join(folder, 'backup.tar.gz')
    await writeFile(at, Buffer.from(oldBackup, 'base64'))
    const contents = new Map<string, string>()
    for await (const { path, content } of readEntries(at)) contents.set(path, String(await buffer(content)))
    expect(contents.get('files/plan')).toBe('plan of the tunnel\n')
    expect((await verifyBackup(at)).takenAt).toBe('2026-01-01T00:00:00.000Z')
  } finally {
    await rm(folder, { recursive: true })
  }
})
