import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import type { Pack } from 'tar-stream'
import { extract } from 'tar-stream'

/** A file of an archive. Read its content completely before requesting the next entry. */
export interface TarEntry {
  readonly path: string
  readonly bytes: number
  readonly content: AsyncIterable<Buffer>
}

/** Adds a file to an archive. Resolves when the archive has been read up to it. */
export function addFile(archive: Pack, path: string, content: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    archive
      .entry({ name: path, size: content.length, mode: 0o600, mtime: new Date(0) }, (cause) =>
        cause ? reject(cause) : resolve(),
      )
      .end(content)
  })
}

/**
 * Reads a compressed archive entry by entry. Throws if it is damaged or truncated. Reads to the end, because the
 * compression checksum is stored there.
 */
export async function* readTar(source: Readable, decompressor: Duplex): AsyncGenerator<TarEntry> {
  const archive = extract()
  pipeline(source, decompressor, archive, () => undefined) // errors reach the reader of `archive`
  for await (const content of archive) {
    const { name: path, size: bytes } = content.header
    yield { path, bytes, content: readBytes(content) }
  }
}

/** Reads the buffers of a stream of tar-stream, whose types leave the chunks open. */
export async function* readBytes(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const part of stream) if (Buffer.isBuffer(part)) yield part
}
