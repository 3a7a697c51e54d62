/** The values of a device's points at one time, as parallel arrays. */
export interface Frame {
  readonly problem?: undefined
  /** Source time in milliseconds since 1970. */
  readonly at: number
  /** Maximum interval to the next frame, in milliseconds. The values become stale after three missed intervals. */
  readonly every: number
  /** The same array instance for the same names, so that consumers can cache derived data. */
  readonly points: readonly string[]
  /** NaN for a text or a missing value. */
  readonly values: Float64Array
  readonly texts: readonly (string | undefined)[] | null
  /** 0 good, 1 uncertain, 2 bad. */
  readonly qualities: Uint8Array
  /** Source time of each value, if some differ from `at`. Only frames of the server have it. */
  readonly times?: Float64Array
  /** Number of points with an invalid value, marked bad. */
  readonly refused: number
}

/** Reason why a frame is rejected as a whole. An invalid single value only marks its point as bad. */
export type FrameProblem =
  | 'frame.empty'
  | 'frame.size'
  | 'frame.text'
  | 'frame.json'
  | 'frame.shape'
  | 'frame.binary'
  | 'frame.points'
  | 'frame.name'
  | 'frame.time'
  | 'frame.every'

/** A decoded frame, or the reason why the bytes are not a valid frame. */
export type DecodedFrame = Frame | { readonly problem: FrameProblem }

/** Input of an encoder. Missing qualities are good. NaN without a text is a missing value and decodes as bad. */
export interface FrameInput {
  readonly at: number
  readonly every?: number
  readonly points: readonly string[]
  readonly values: ArrayLike<number>
  readonly texts?: readonly (string | undefined)[] | null
  readonly qualities?: ArrayLike<number>
  /** Source time of each value; JSON only. */
  readonly times?: ArrayLike<number> | undefined
}
