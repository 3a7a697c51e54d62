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
