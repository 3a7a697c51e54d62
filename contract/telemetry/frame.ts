import { quality } from '@mimic/engine/bindings'
import type { FrameCache } from './frameCache.ts'
import type { DecodedFrame, Frame, FrameInput } from './frameShape.ts'
import { binaryMagic, readBinaryFrame, writeBinaryFrame } from './binaryFrame.ts'
import { readJsonFrame, writeJsonFrame } from './jsonFrame.ts'
import { telemetryLimits } from './limits.ts'
import { isPoint } from './tags.ts'

/**
 * Decodes a JSON or binary frame, distinguished by its first byte. Accepts any bytes and never throws: an invalid frame
 * returns a problem, an invalid single value a point of bad quality.
 */
export function decodeFrame(bytes: Uint8Array, cache: FrameCache): DecodedFrame {
  if (bytes.length === 0) return { problem: 'frame.empty' }
  if (bytes.length > telemetryLimits.frame.bytes) return { problem: 'frame.size' }
  const frame = bytes[0] === binaryMagic ? readBinaryFrame(bytes, cache) : readJsonFrame(bytes, cache)
  if (frame.problem === undefined) markFutureUncertain(frame, cache.now())
  return frame
}

/**
 * Marks the good values of a frame as uncertain if its source time is too far ahead of `now` (milliseconds since 1970).
 * Returns true if it is.
 */
export function markFutureUncertain(frame: Frame, now: number): boolean {
  const isAhead = frame.at > now + telemetryLimits.frame.futureMs
  if (isAhead)
    for (const [index, mark] of frame.qualities.entries())
      if (mark === quality.good) frame.qualities[index] = quality.uncertain
  return isAhead
}

/** Encodes a frame. Throws a RangeError if a limit is exceeded, because the input comes from trusted code. */
export function encodeFrame(frame: FrameInput, form: 'json' | 'binary'): Uint8Array {
  const { points, values } = frame
  if (points.length !== values.length) throw new RangeError('a frame must have one value for each point')
  if (points.length > telemetryLimits.frame.points)
    throw new RangeError(`a frame has at most ${telemetryLimits.frame.points} points`)
  checkNames(points)
  const bytes = form === 'binary' ? writeBinaryFrame(frame) : writeJsonFrame(frame)
  if (bytes.length > telemetryLimits.frame.bytes)
    throw new RangeError(`a frame has at most ${telemetryLimits.frame.bytes} bytes`)
  return bytes
}

const checked = new WeakSet<readonly string[]>()

/** Each array of names is checked once, because senders reuse it. */
function checkNames(points: readonly string[]): void {
  if (checked.has(points)) return
  for (const point of points) if (!isPoint(point)) throw new RangeError(`"${String(point)}" is not a point name`)
  if (new Set(points).size !== points.length) throw new RangeError('a frame must not contain a point twice')
  checked.add(points)
}
