/** An entry of a zip file's central directory. */
export interface ZipEntry {
  readonly name: string
  /** Content as stored, still compressed if `isPacked`. */
  readonly packed: Uint8Array
  readonly isPacked: boolean
  /** Uncompressed size according to the directory. It is not verified; count the bytes while decompressing. */
  readonly bytes: number
}

/** Limits for reading a zip file. `entries` is the maximum number of entries. */
export interface ZipLimits {
  readonly entries: number
  /** Total uncompressed size in bytes. */
  readonly inflatedBytes: number
  /** Maximum ratio of total uncompressed to compressed size. Not checked below 1 MiB. */
  readonly ratio?: number
}

/** Entries of a zip file, or a fault: `format` for an invalid file, `large` for an exceeded limit. */
export type ZipRead =
  | { readonly entries: readonly ZipEntry[]; readonly fault?: undefined }
  | { readonly entries?: undefined; readonly fault: 'format' | 'large' }

/**
 * Reads the central directory of an untrusted zip file before anything decompresses it. Rejects leading or trailing
 * data, encryption, overlapping entries, paths outside the archive, nested archives, and sizes over the limits.
 */
export function readZip(bytes: Uint8Array, limits: ZipLimits): ZipRead {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < endLength || view.getUint32(0, true) !== localMark) return { fault: 'format' }
  const end = findEnd(view)
  if (end === undefined) return { fault: 'format' }
  const [disk, count, size, start] = [
    view.getUint16(end + 4, true),
    view.getUint16(end + 10, true),
    view.getUint32(end + 12, true),
    view.getUint32(end + 16, true),
  ]
  if (disk !== 0 || view.getUint16(end + 8, true) !== count || start + size !== end) return { fault: 'format' }
  if (count > limits.entries) return { fault: 'large' }
  const entries: ZipEntry[] = []
  let at = start
  let [inflated, packed] = [0, 0]
  for (let index = 0; index < count; index++) {
    const read = readEntry(bytes, view, at, start)
    if (!read) return { fault: 'format' }
    inflated += read.entry.bytes
    packed += read.entry.packed.length
    if (inflated > limits.inflatedBytes) return { fault: 'large' }
    // Overlapping entries allow a small file to expand to a large one.
    if (packed > bytes.length) return { fault: 'format' }
    entries.push(read.entry)
    at = read.next
  }
  if (at !== end) return { fault: 'format' }
  return limits.ratio !== undefined && inflated > minRatioBytes && inflated > limits.ratio * packed
    ? { fault: 'large' }
    : { entries }
}

const localMark = 0x04034b50
const centralMark = 0x02014b50
const endMark = 0x06054b50
const endLength = 22
const localLength = 30
const centralLength = 46
const maxCommentLength = 65_535
const minRatioBytes = 1024 * 1024
const stored = 0
const deflated = 8
const nested = /\.(?:zip|jar|7z|rar|gz|tgz|bz2|xz|xlsx|xlsm|docx|docm|pptx|pptm|odt|ods|apk|war)$/i

/** Finds the end-of-central-directory record, whose comment must reach the last byte. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - endLength; at >= Math.max(0, view.byteLength - endLength - maxCommentLength); at--) {
    if (view.getUint32(at, true) === endMark && at + endLength + view.getUint16(at + 20, true) === view.byteLength)
      return at
  }
  return undefined
}

function readEntry(
  bytes: Uint8Array,
  view: DataView,
  at: number,
  directory: number,
): { readonly entry: ZipEntry; readonly next: number } | undefined {
  if (at + centralLength > bytes.length || view.getUint32(at, true) !== centralMark) return undefined
  const [flags, method, packedBytes, inflatedBytes] = [
    view.getUint16(at + 8, true),
    view.getUint16(at + 10, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 24, true),
  ]
  const [nameLength, extraLength, commentLength, local] = [
    view.getUint16(at + 28, true),
    view.getUint16(at + 30, true),
    view.getUint16(at + 32, true),
    view.getUint32(at + 42, true),
  ]
  const next = at + centralLength + nameLength + extraLength + commentLength
  if (next > bytes.length || (flags & 1) !== 0 || (method !== stored && method !== deflated)) return undefined
  const name = new TextDecoder().decode(bytes.subarray(at + centralLength, at + centralLength + nameLength))
  if (!isSafeName(name) || nested.test(name)) return undefined
  if (local + localLength > directory || view.getUint32(local, true) !== localMark) return undefined
  const from = local + localLength + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (from + packedBytes > directory || (method === stored && packedBytes !== inflatedBytes)) return undefined
  const packed = bytes.subarray(from, from + packedBytes)
  if (method === stored && isZip(packed)) return undefined
  return { entry: { name, packed, isPacked: method === deflated, bytes: inflatedBytes }, next }
}

/** Returns true if the bytes start with the signature of a zip file. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

const isSafeName = (name: string): boolean =>
  name !== '' && !/[\\\p{Cc}]/u.test(name) && !/^(?:\/|[A-Za-z]:)/.test(name) && !name.split('/').includes('..')
