/**
 * Maximum delay of a linkage's actions in seconds. The specification (section 5) contains both values; each
 * installation selects one.
 */
export const delayLimits = [90, 600] as const
/** Maximum delay in seconds, an entry of `delayLimits`. */
export type DelayLimit = (typeof delayLimits)[number]

let selectedS: DelayLimit = 90

/**
 * The selected limit. It is set once at startup, on the server from its environment and in the console from the server.
 */
export const delayLimit = {
  get seconds(): DelayLimit {
    return selectedS
  },
  choose: (seconds: DelayLimit): void => {
    selectedS = seconds
  },
}
