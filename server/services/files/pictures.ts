import { createInflate } from 'node:zlib'
import { limits } from '../../../contract/limits.ts'

export type Picture =
  | { readonly bytes: Buffer; readonly fault?: undefined }
  | { readonly bytes?: undefined; readonly fault: 'format' | 'large' }

const invalidPicture: Picture = { fault: 'format' }
export const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Validates a PNG completely, including all chunks and the decompressed pixel size. Returns the image without metadata.
 */
export async function readPng(bytes: Buffer): Promise<Picture> {
  const output: Buffer[] = [pngMark]
  const pixels: Buffer[] = []
  let expected = 0
  for (let at = pngMark.length; ;) {
    if (at + 12 > bytes.length) return invalidPicture
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return invalidPicture
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, end - 4)
    if (kind === 'IHDR') {
      if (expected > 0 || at !== pngMark.length || length !== 13) return invalidPicture
      const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)]
      if (isTooLarge(width, height)) return { fault: 'large' }
      expected = pixelBytes(width, height, body)
      if (expected === 0) return invalidPicture
    } else if (expected === 0) return invalidPicture
    if (kind === 'IDAT') pixels.push(body)
    if (allowedChunks.has(kind)) output.push(bytes.subarray(at, end))
    if (kind === 'IEND')
      return end === bytes.length && (await hasUnpackedSize(pixels, expected))
        ? { bytes: Buffer.concat(output) }
        : invalidPicture
    at = end
  }
}

/**
 * Validates a JPEG up to its end marker. Returns the image without location, camera and comments, keeping color profile
 * and orientation.
 */
export function readJpeg(bytes: Buffer): Picture {
  const output: Buffer[] = [bytes.subarray(0, 2)]
  let isSized = false
  let orientation = 1
  for (let at = 2; ;) {
    if (at + 2 > bytes.length || bytes[at] !== 0xff) return invalidPicture
    const mark = bytes[at + 1] ?? 0
    if (mark === 0xff) {
      at++
      continue
    }
    if (mark === 0xd9) {
      if (!isSized) return invalidPicture
      if (orientation > 1) output.splice(1, 0, createOrientationSegment(orientation))
      return { bytes: Buffer.concat([...output, bytes.subarray(at, at + 2)]) }
    }
    if (at + 4 > bytes.length) return invalidPicture
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length || end < at + 4) return invalidPicture
    const body = bytes.subarray(at + 4, end)
    if (isFrame(mark)) {
      if (body.length < 6) return invalidPicture
      const [height, width] = [body.readUInt16BE(1), body.readUInt16BE(3)]
      if (width === 0 || height === 0) return invalidPicture
      if (isTooLarge(width, height)) return { fault: 'large' }
      isSized = true
    }
    if (mark === 0xe1) orientation = readOrientation(body) ?? orientation
    const scanned = mark === 0xda ? findScanEnd(bytes, end) : end
    if (scanned === undefined || (mark === 0xda && !isSized)) return invalidPicture
    if (isAllowedSegment(mark, body)) output.push(bytes.subarray(at, scanned))
    at = scanned
  }
}

const allowedChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYS'])
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const crcTable = Int32Array.from({ length: 256 }, (_none, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  return rest
})

function crc32(bytes: Buffer): number {
  let rest = -1
  for (const byte of bytes) rest = (crcTable[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8)
  return (rest ^ -1) >>> 0
}

const isTooLarge = (width: number, height: number): boolean =>
  width > limits.files.side || height > limits.files.side || width * height > limits.files.pixels

/** Decompressed size of the pixels in bytes; 0 for an invalid header. */
function pixelBytes(width: number, height: number, header: Buffer): number {
  const [depth = 0, colour = 0, , , interlaced = 0] = header.subarray(8)
  const bits = depth * (channels[colour] ?? 0)
  if (width === 0 || height === 0 || bits === 0 || ![1, 2, 4, 8, 16].includes(depth) || interlaced > 1) return 0
  const countBytes = (columns: number, rows: number): number =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bits) / 8))
  if (interlaced === 0) return countBytes(width, height)
  return passes.reduce(
    (sum, [x, y, stepX, stepY]) =>
      sum + countBytes(Math.ceil(Math.max(0, width - x) / stepX), Math.ceil(Math.max(0, height - y) / stepY)),
    0,
  )
}

async function hasUnpackedSize(packed: readonly Buffer[], expected: number): Promise<boolean> {
  const inflate = createInflate()
  inflate.end(Buffer.concat(packed))
  let count = 0
  try {
    for await (const chunk of inflate) {
      count += (chunk as Buffer).length
      if (count > expected) return false
    }
  } catch {
    return false // Invalid pixel compression.
  }
  return count === expected
}

const isFrame = (mark: number): boolean =>
  mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc

/** Keeps tables, frames and scans, and of the application segments only the color profile and color transform. */
const isAllowedSegment = (mark: number, body: Buffer): boolean =>
  (mark >= 0xc0 && mark <= 0xdf) ||
  mark === 0xe0 ||
  mark === 0xee ||
  (mark === 0xe2 && body.toString('latin1', 0, 11) === 'ICC_PROFILE')

/** End of the scan data: the first marker that is neither a stuffed byte nor a restart marker. */
function findScanEnd(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return undefined
}

/** Image orientation: tag 0x0112 in the first Exif directory. */
function readOrientation(body: Buffer): number | undefined {
  if (body.toString('latin1', 0, 6) !== 'Exif\0\0' || body.length < 16) return undefined
  const tiff = body.subarray(6)
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let index = 0; index < short(first); index++) {
    const at = first + 2 + index * 12
    const value = short(at + 8)
    if (short(at) === 0x0112) return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

function createOrientationSegment(orientation: number): Buffer {
  const segment = Buffer.from('ffe1002245786966000049492a0008000000010012010300010000000000000000000000', 'hex')
  segment.writeUInt16LE(orientation, 28)
  return segment
}
