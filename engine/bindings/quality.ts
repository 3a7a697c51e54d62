/**
 * How far a value may be trusted, worst last, so that the worst of several is the greatest. `stale` is a value
 * that was good once and is no longer known to be: it is shown, and shown as old.
 */
export const quality = { good: 0, uncertain: 1, bad: 2, stale: 3 } as const
/** 0 good, 1 uncertain, 2 bad, 3 stale. */
export type Quality = (typeof quality)[keyof typeof quality]

/** Many values at once, as parallel arrays of which the first `count` entries count. What a worker hands over. */
export interface TagBatch {
  readonly ids: Uint32Array
  readonly values: Float64Array
  readonly qualities: Uint8Array
  /** Source times, milliseconds since 1970. */
  readonly times: Float64Array
  readonly texts?: readonly (string | undefined)[] | null
  readonly count: number
}

/** Reads a byte as a quality; a byte that is none is `bad`. */
export function asQuality(byte: number | undefined): Quality {
  return byte === 0 || byte === 1 || byte === 3 ? byte : quality.bad
}
