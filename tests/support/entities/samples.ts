import { deflateSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'

/** Returns a PNG of one colour. `declared`: size in its header if different. */
export function createPng(
  width: number,
  height: number,
  more: { readonly declared?: readonly [width: number, height: number]; readonly text?: string } = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(more.declared?.[0] ?? width, 0)
  header.writeUInt32BE(more.declared?.[1] ?? height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(height * (1 + width * 3)))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(more.text === undefined ? [] : [chunk('tEXt', Buffer.from(`Comment\0${more.text}`, 'latin1'))]),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a minimal JPEG: EXIF orientation, a frame of the size, a scan. */
export function createJpeg(width: number, height: number, orientation = 1): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  const tiff = Buffer.from('49492a000800000001001201030001000000000000000000000000', 'hex')
  tiff.writeUInt16LE(orientation, 18)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 51.5N')])),
    segment(0xfe, Buffer.from('<script>alert(1)</script>')),
    segment(0xc0, Buffer.concat([Buffer.from([8]), size, Buffer.from([1, 1, 0x11, 0])])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0, 0x34, 0xff, 0xd9]),
  ])
}

/** Returns a minimal workbook. */
export const createXlsx = (more: Readonly<Record<string, Uint8Array>> = {}): Buffer =>
  Buffer.from(
    zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'xl/workbook.xml': strToU8('<workbook/>'), ...more }),
  )

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(computeCrc(named), named.length + 4)
  return framed
}

function segment(mark: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, mark, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

function computeCrc(bytes: Buffer): number {
  let rest = -1
  for (const byte of bytes) {
    rest ^= byte
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1
  }
  return (rest ^ -1) >>> 0
}
