/**
 * Quality of a value, ordered from best to worst, so that the maximum of several is the worst. `stale`: the last value
 * is still shown, but marked as outdated.
 */
export const quality = { good: 0, uncertain: 1, bad: 2, stale: 3 } as const
/** 0 good, 1 uncertain, 2 bad, 3 stale. */
export type Quality = (typeof quality)[keyof typeof quality]

/** A batch of values from a worker as parallel arrays; only the first `count` entries are valid. */
export interface TagBatch {
  readonly ids: Uint32Array
  readonly values: Float64Array
  readonly qualities: Uint8Array
  /** Source times in milliseconds since 1970 (UTC). */
  readonly times: Float64Array
  readonly texts?: readonly (string | undefined)[] | null
  readonly count: number
}

/** Converts a byte to a quality; an invalid byte is `bad`. */
export function asQuality(byte: number | undefined): Quality {
  return byte === 0 || byte === 1 || byte === 3 ? byte : quality.bad
}
