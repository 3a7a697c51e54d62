import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { migrations } from '../database/migrations.ts'
import type { Manifest } from './manifest.ts'
import { manifest, manifestPath } from './manifest.ts'
import type { TarEntry } from './tar.ts'
import { readTar } from './tar.ts'

/** Reads the entries of a backup file one by one. */
export const readEntries = (file: string): AsyncGenerator<TarEntry> => readTar(createReadStream(file), createGunzip())

/**
 * Reads and verifies a whole backup and returns its manifest. Throws a readable error if it is damaged, incomplete, or
 * written by a newer version.
 */
export async function verifyBackup(file: string): Promise<Manifest> {
  const actual = new Map<string, { readonly bytes: number; readonly sha256: string }>()
  let manifestText: string | undefined
  try {
    for await (const { path, bytes, content } of readEntries(file)) {
      const hash = createHash('sha256')
      const parts: Buffer[] = []
      for await (const part of content) {
        hash.update(part)
        if (path === manifestPath) parts.push(Buffer.from(part))
      }
      if (path === manifestPath) manifestText = Buffer.concat(parts).toString('utf8')
      else actual.set(path, { bytes, sha256: hash.digest('hex') })
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')
      throw new Error(`${file} does not exist`, { cause })
    throw new Error(`${file} is damaged and was not restored`, { cause })
  }
  const read = manifest.safeParse(manifestText === undefined ? undefined : parseJson(manifestText))
  if (!read.success) throw new Error(`${file} is not a Mimic backup`)
  const wrong = read.data.entries.find(
    ({ path, bytes, sha256 }) => actual.get(path)?.bytes !== bytes || actual.get(path)?.sha256 !== sha256,
  )
  if (wrong || actual.size !== read.data.entries.length)
    throw new Error(`${file} is damaged and was not restored: ${wrong?.path ?? 'unexpected additional data'}`)
  const newer = read.data.migrations.filter((name) => !Object.hasOwn(migrations, name))
  if (newer.length > 0) throw new Error(`${file} was created by a newer version of Mimic (${newer.join(', ')})`)
  return read.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported as "no backup of this program"
  }
}
