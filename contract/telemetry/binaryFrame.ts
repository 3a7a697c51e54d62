import { quality } from '@mimic/engine/bindings'
import type { DecodedFrame, FrameInput } from './frameShape.ts'
import type { FrameCache } from './frameCache.ts'
import { telemetryLimits } from './limits.ts'
import { readEvery, readTime } from './times.ts'

/** First byte of a binary frame. No UTF-8 text can start with it. */
export const binaryMagic = 0xb1

/*
 * Little endian:   0 u8 magic   1 u8 version   2 u16 count   4 u32 bytes of names   8 f64 at   16 u32 every
 *   20 names, UTF-8, joined by NUL, then zeros to a multiple of 8; f64 values[count]; u8 qualities[count]
 */
const version = 1
const namesStart = 20
const encoder = new TextEncoder()

/** Decodes a binary frame. Its length must match the header exactly. */
export function readBinaryFrame(bytes: Uint8Array, cache: FrameCache): DecodedFrame {
  if (bytes.length < namesStart) return { problem: 'frame.binary' }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = view.getUint16(2, true)
  if (view.getUint8(1) !== version) return { problem: 'frame.binary' }
  if (count > telemetryLimits.frame.points) return { problem: 'frame.points' }
  const namesEnd = namesStart + view.getUint32(4, true)
  const valuesStart = alignTo8(namesEnd)
  const qualitiesStart = valuesStart + count * 8
  if (bytes.length !== qualitiesStart + count) return { problem: 'frame.binary' }

  const at = readTime(view.getFloat64(8, true))
  if (at === null) return { problem: 'frame.time' }
  const every = readEvery(view.getUint32(16, true))
  if (every === null) return { problem: 'frame.every' }
  const points = cache.fromBlock(bytes, namesStart, namesEnd, count)
  if (!points) return { problem: 'frame.name' }

  const values = new Float64Array(count)
  const qualities = bytes.slice(qualitiesStart)
  let refused = 0
  for (let index = 0; index < count; index++) {
    const value = view.getFloat64(valuesStart + index * 8, true)
    const isRead = Number.isFinite(value)
    values[index] = isRead ? value : NaN
    if (!isRead) {
      if (value === value) refused++
      qualities[index] = quality.bad
    } else if ((qualities[index] ?? quality.bad) > quality.bad) {
      refused++
      qualities[index] = quality.bad
    }
  }
  return { at, every, points, values, texts: null, qualities, refused }
}

const blocks = new WeakMap<readonly string[], Uint8Array>()

/** Encodes a binary frame. Binary frames carry numbers only; use JSON for text points. */
export function writeBinaryFrame(frame: FrameInput): Uint8Array {
  if (frame.texts?.some((text) => text !== undefined)) throw new RangeError('a binary frame cannot contain texts')
  const count = frame.points.length
  const names = encodeNames(frame.points)
  const namesEnd = namesStart + names.length
  const valuesStart = alignTo8(namesEnd)
  const bytes = new Uint8Array(valuesStart + count * 9)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, binaryMagic)
  view.setUint8(1, version)
  view.setUint16(2, count, true)
  view.setUint32(4, names.length, true)
  view.setFloat64(8, frame.at, true)
  view.setUint32(16, Math.round(frame.every ?? 0), true)
  bytes.set(names, namesStart)
  for (let index = 0; index < count; index++) view.setFloat64(valuesStart + index * 8, frame.values[index] ?? NaN, true)
  if (frame.qualities) bytes.set(frame.qualities, valuesStart + count * 8)
  return bytes
}

/** Cached, because a sender repeats its point names in each frame. */
function encodeNames(points: readonly string[]): Uint8Array {
  const cached = blocks.get(points)
  if (cached) return cached
  const block = encoder.encode(points.join('\0'))
  blocks.set(points, block)
  return block
}

const alignTo8 = (offset: number): number => Math.ceil(offset / 8) * 8
