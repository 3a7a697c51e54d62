/** Cumulative reading of an energy meter. */
export interface CumulativeReading {
  readonly at: number
  readonly energy: number
}

/** Energy of a period; null if unknown, which differs from 0. */
export interface Consumption {
  readonly energy: number | null
  readonly isEstimated: boolean
}

const unknown: Consumption = { energy: null, isEstimated: false }
/** Minimum full scale of a counter that can roll over, and how close it must have been. */
const minRollover = 10_000
const rolloverShare = 0.99

/**
 * Consumption between two times from the readings in between, oldest first. A missing end uses the nearest reading
 * inside, at most `slackMs` away, and marks the result as estimated, as does a meter reset.
 */
export function computeConsumption(
  readings: readonly CumulativeReading[],
  fromMs: number,
  toMs: number,
  slackMs: number,
): Consumption {
  const inside = readings.filter(({ at }) => at >= fromMs && at <= toMs)
  const [first, last] = [inside[0], inside.at(-1)]
  if (!first || !last || first.at === last.at || first.at - fromMs > slackMs || toMs - last.at > slackMs) return unknown
  let energy = 0
  let wasReset = false
  for (const [index, reading] of inside.entries()) {
    const before = inside[index - 1]
    if (!before) continue
    const step = reading.energy - before.energy
    if (step < 0) wasReset = true
    energy += step >= 0 ? step : reading.energy + computeRollover(before.energy, reading.energy)
  }
  const isWhole = first.at === fromMs && last.at === toMs
  const scaled = isWhole ? energy : (energy * (toMs - fromMs)) / (last.at - first.at)
  return { energy: Math.round(scaled * 1000) / 1000, isEstimated: !isWhole || wasReset }
}

/** Remaining count before a rollover; 0 if the meter was replaced or reset. */
function computeRollover(before: number, after: number): number {
  const full = 10 ** Math.ceil(Math.log10(Math.max(before, 1)))
  return full >= minRollover && before >= full * rolloverShare && after <= full * (1 - rolloverShare)
    ? full - before
    : 0
}
