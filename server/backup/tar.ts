/** A file of an archive. Read its content completely before requesting the next entry. */
export interface TarEntry {
  readonly path: string
  readonly bytes: number
  readonly content: AsyncIterable<Buffer>
}

const block = 512
const maxNameLength = 100

/**
 * Builds the header of a file in a tar archive (ustar). Limited to the short names of backups; only archives of Mimic
 * are read. Throws if `path` exceeds 100 bytes.
 */
export function tarHead(path: string, bytes: number): Buffer {
  if (Buffer.byteLength(path) > maxNameLength) throw new Error(`the name ${path} is too long for an archive`)
  const head = Buffer.alloc(block)
  const put = (at: number, text: string): void => void head.write(text, at, 'latin1')
  head.write(path, 0, 'utf8')
  put(100, '0000600\0')
  put(108, '0000000\0')
  put(116, '0000000\0')
  put(124, `${bytes.toString(8).padStart(11, '0')}\0`)
  put(136, '00000000000\0')
  put(148, '        ')
  put(156, '0')
  put(257, 'ustar\x0000')
  put(
    148,
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
  )
  return head
}

/** Padding after a file's content up to the next 512-byte block. */
export const tarTail = (bytes: number): Buffer => Buffer.alloc((block - (bytes % block)) % block)

export const tarEnd = (): Buffer => Buffer.alloc(block * 2)

/**
 * Reads an archive entry by entry. Throws if it is damaged or truncated. Reads the source to its end, because the
 * compression checksum is stored there.
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createReader(source)
  for (;;) {
    const head = await reader.take(block)
    if (head.every((byte) => byte === 0)) return await reader.end()
    const sum = Number.parseInt(head.toString('latin1', 148, 155), 8)
    const counted = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
    if (sum !== counted || head.toString('latin1', 257, 262) !== 'ustar') throw new Error('the archive is damaged')
    const path = head.toString('utf8', 0, maxNameLength).replace(/\0.*$/s, '')
    const bytes = Number.parseInt(head.toString('latin1', 124, 135), 8)
    yield { path, bytes, content: reader.stream(bytes) }
    await reader.take((block - (bytes % block)) % block)
  }
}

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let buffered: Buffer = Buffer.alloc(0)
  const readMore = async (): Promise<void> => {
    const { value, done } = await chunks.next()
    if (done) throw new Error('the archive is truncated')
    buffered = buffered.length === 0 ? value : Buffer.concat([buffered, value])
  }
  const splitOff = (bytes: number): Buffer => {
    const part = buffered.subarray(0, bytes)
    buffered = buffered.subarray(part.length)
    return part
  }
  return {
    async take(bytes: number): Promise<Buffer> {
      while (buffered.length < bytes) await readMore()
      return splitOff(bytes)
    },
    async *stream(bytes: number): AsyncGenerator<Buffer> {
      for (let left = bytes; left > 0;) {
        if (buffered.length === 0) await readMore()
        const part = splitOff(left)
        left -= part.length
        yield part
      }
    },
    async end(): Promise<void> {
      for (let isOver = false; !isOver;) isOver = (await chunks.next()).done === true
    },
  }
}
