import { quality } from '@mimic/engine/bindings'
import type { FrameCache } from './frameCache.ts'
import { binaryMagic, readBinaryFrame, writeBinaryFrame } from './binaryFrame.ts'
import { readJsonFrame, writeJsonFrame } from './jsonFrame.ts'
import { telemetryLimits } from './limits.ts'
import { isPoint } from './tags.ts'

/** What a device said at one moment: the values of its points, as parallel arrays. */
export interface Frame {
  readonly problem?: undefined
  /** Source time, milliseconds since 1970. */
  readonly at: number
  /** The longest time to the next frame; three of them without one make the values stale. */
  readonly every: number
  /** The same array again for the same names, so that a reader can keep what it worked out about them. */
  readonly points: readonly string[]
  /** NaN where there is no number: no value at all, or a text. */
  readonly values: Float64Array
  readonly texts: readonly (string | undefined)[] | null
  /** 0 good, 1 uncertain, 2 bad. */
  readonly qualities: Uint8Array
  /** Points whose value could not be read and were made bad. */
  readonly refused: number
}

export type FrameProblem =
  | 'frame.empty' | 'frame.size' | 'frame.text' | 'frame.json' | 'frame.shape' | 'frame.binary' | 'frame.points'
  | 'frame.name' | 'frame.time' | 'frame.every'

export type DecodedFrame = Frame | { readonly problem: FrameProblem }

/** What a frame is written from. Absent qualities are good; NaN without a text has no value and is read back as bad. */
export interface FrameInput {
  readonly at: number
  readonly every?: number
  readonly points: readonly string[]
  readonly values: ArrayLike<number>
  readonly texts?: readonly (string | undefined)[] | null
  readonly qualities?: ArrayLike<number>
}

/**
 * Reads a frame, JSON or binary by its first byte. Takes any bytes and never throws: a frame that cannot be
 * trusted as a whole comes back as a problem, a single bad value as a point of bad quality.
 */
export function decodeFrame(bytes: Uint8Array, cache: FrameCache): DecodedFrame {
  if (bytes.length === 0) return { problem: 'frame.empty' }
  if (bytes.length > telemetryLimits.frame.bytes) return { problem: 'frame.size' }
  const frame = bytes[0] === binaryMagic ? readBinaryFrame(bytes, cache) : readJsonFrame(bytes, cache)
  if (frame.problem === undefined && frame.at > cache.now() + telemetryLimits.frame.futureMs) doubtAll(frame.qualities)
  return frame
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

function doubtAll(qualities: Uint8Array): void {
  for (const [index, mark] of qualities.entries()) if (mark === quality.good) qualities[index] = quality.uncertain
}
