/** Seconds by which a linkage's actions may be put off at most: the specification (section 5) has both readings, and an installation says which it keeps to. */
export const delayLimits = [90, 600] as const
export type DelayLimit = (typeof delayLimits)[number]

let chosenS: DelayLimit = 90

/** What this installation keeps to: said once at the start, by the server's environment and, to a console, by its server. */
export const delayLimit = {
  get seconds(): DelayLimit { return chosenS },
  choose: (seconds: DelayLimit): void => { chosenS = seconds },
}
