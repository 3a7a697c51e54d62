import { createInflateRaw } from 'node:zlib'
import type { ZipEntry } from '../../../contract/files/zip.ts'
import { isZip, readZip } from '../../../contract/files/zip.ts'
import { limits } from '../../../contract/limits.ts'

export type Archive =
  | { readonly names: readonly string[]; readonly fault?: undefined }
  | { readonly names?: undefined; readonly fault: 'format' | 'large' }

const { entries, inflatedBytes } = limits.files

/**
 * Validates a ZIP file: reads its directory and decompresses every entry to check its size, without storing anything.
 * `ratio` limits the compression ratio; omit it for firmware, whose empty memory compresses extremely well.
 */
export async function checkArchive(bytes: Buffer, ratio?: number): Promise<Archive> {
  const read = readZip(bytes, { entries, inflatedBytes, ...(ratio === undefined ? {} : { ratio }) })
  if (read.fault) return { fault: read.fault }
  let remainingBytes = inflatedBytes
  for (const entry of read.entries) {
    const count = entry.isPacked ? await inflatedLength(entry, remainingBytes) : entry.packed.length
    if (count === undefined || count !== entry.bytes)
      return { fault: count === undefined || count <= remainingBytes ? 'format' : 'large' }
    remainingBytes -= count
  }
  return { names: read.entries.map(({ name }) => name) }
}

/** Decompressed length of an entry; undefined for invalid data or a nested ZIP file. Stops beyond `most` bytes. */
async function inflatedLength({ packed }: ZipEntry, maxBytes: number): Promise<number | undefined> {
  const inflate = createInflateRaw()
  inflate.end(packed)
  let count = 0
  try {
    for await (const chunk of inflate) {
      const part = chunk as Buffer
      if (count === 0 && isZip(part)) return undefined
      count += part.length
      if (count > maxBytes) return count
    }
  } catch {
    return undefined
  }
  return count
}
