import { quality } from '@mimic/engine/bindings'
import type { FrameCache } from './frameCache.ts'
import type { DecodedFrame, Frame, FrameInput } from './frameShape.ts'
import { binaryMagic, readBinaryFrame, writeBinaryFrame } from './binaryFrame.ts'
import { readJsonFrame, writeJsonFrame } from './jsonFrame.ts'
import { telemetryLimits } from './limits.ts'
import { isPoint } from './tags.ts'

/**
 * Reads a frame, JSON or binary by its first byte. Takes any bytes and never throws: a frame that cannot be
 * trusted as a whole comes back as a problem, a single bad value as a point of bad quality.
 */
export function decodeFrame(bytes: Uint8Array, cache: FrameCache): DecodedFrame {
  if (bytes.length === 0) return { problem: 'frame.empty' }
  if (bytes.length > telemetryLimits.frame.bytes) return { problem: 'frame.size' }
  const frame = bytes[0] === binaryMagic ? readBinaryFrame(bytes, cache) : readJsonFrame(bytes, cache)
  if (frame.problem === undefined) markFutureUncertain(frame, cache.now())
  return frame
}

/** Marks the good values of a frame uncertain where its sender's clock is far ahead of `now`, in ms; says whether it is. */
export function markFutureUncertain(frame: Frame, now: number): boolean {
  const isAhead = frame.at > now + telemetryLimits.frame.futureMs
  if (isAhead) for (const [index, mark] of frame.qualities.entries()) if (mark === quality.good) frame.qualities[index] = quality.uncertain
  return isAhead
}

/** Writes a frame. Input comes from our own code, so what breaks a limit throws a RangeError. */
export function encodeFrame(frame: FrameInput, form: 'json' | 'binary'): Uint8Array {
  const { points, values } = frame
  if (points.length !== values.length) throw new RangeError('a frame has one value for each point')
  if (points.length > telemetryLimits.frame.points) throw new RangeError(`a frame has at most ${telemetryLimits.frame.points} points`)
  checkNames(points)
  const bytes = form === 'binary' ? writeBinaryFrame(frame) : writeJsonFrame(frame)
  if (bytes.length > telemetryLimits.frame.bytes) throw new RangeError(`a frame has at most ${telemetryLimits.frame.bytes} bytes`)
  return bytes
}

const checked = new WeakSet<readonly string[]>()

/** A sender names its points by the same array each time: it is checked once. */
function checkNames(points: readonly string[]): void {
  if (checked.has(points)) return
  for (const point of points) if (!isPoint(point)) throw new RangeError(`"${String(point)}" is not a point name`)
  if (new Set(points).size !== points.length) throw new RangeError('a frame names each point once')
  checked.add(points)
}
