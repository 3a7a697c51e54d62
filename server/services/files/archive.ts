import { createInflateRaw } from 'node:zlib'
import type { ZipEntry } from '../../../contract/files/zip.ts'
import { isZip, readZip } from '../../../contract/files/zip.ts'
import { limits } from '../../../contract/limits.ts'

export type Archive = { readonly names: readonly string[]; readonly fault?: undefined } | { readonly names?: undefined; readonly fault: 'format' | 'large' }

const { entries, inflatedBytes } = limits.files

/**
 * Whether a zip file keeps its word: its directory is read, then every entry is unpacked and counted, and nothing of it kept.
 * `ratio` is asked where nothing honest packs so well: a firmware's empty memory does.
 */
export async function checkArchive(bytes: Buffer, ratio?: number): Promise<Archive> {
  const read = readZip(bytes, { entries, inflatedBytes, ...(ratio === undefined ? {} : { ratio }) })
  if (read.fault) return { fault: read.fault }
  let left = inflatedBytes
  for (const entry of read.entries) {
    const count = entry.isPacked ? await inflatedLength(entry, left) : entry.packed.length
    if (count === undefined || count !== entry.bytes) return { fault: count === undefined || count <= left ? 'format' : 'large' }
    left -= count
  }
  return { names: read.entries.map(({ name }) => name) }
}

/** Undefined where the data is not packed as it should be, or is a zip file itself. Stops as soon as it is more than `most`. */
async function inflatedLength({ packed }: ZipEntry, most: number): Promise<number | undefined> {
  const inflate = createInflateRaw()
  inflate.end(packed)
  let count = 0
  try {
    for await (const chunk of inflate) {
      const part = chunk as Buffer
      if (count === 0 && isZip(part)) return undefined
      count += part.length
      if (count > most) return count
    }
  } catch {
    return undefined
  }
  return count
}
