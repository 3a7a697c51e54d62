/** A meter's cumulative energy at a moment. */
export interface CumulativeReading {
  readonly at: number
  readonly energy: number
}

/** Energy of a period: null where nobody can say, which is not the same as none. */
export interface Consumption {
  readonly energy: number | null
  readonly isEstimated: boolean
}

const unknown: Consumption = { energy: null, isEstimated: false }
/** The least number at which a counter may begin again, and how near it was. */
const leastRollOver = 10_000
const nearRollOver = 0.99

/**
 * What was used from one moment to another, by the latches in between, oldest first. An end that is not latched is taken from the next
 * one inside, at most `slackMs` away, and the whole is then an estimate, as it is when the meter began anew.
 */
export function consumptionBetween(latches: readonly CumulativeReading[], fromMs: number, toMs: number, slackMs: number): Consumption {
  const inside = latches.filter(({ at }) => at >= fromMs && at <= toMs)
  const [first, last] = [inside[0], inside.at(-1)]
  if (!first || !last || first.at === last.at || first.at - fromMs > slackMs || toMs - last.at > slackMs) return unknown
  let energy = 0
  let hasBegunAnew = false
  for (const [index, latch] of inside.entries()) {
    const before = inside[index - 1]
    if (!before) continue
    const step = latch.energy - before.energy
    if (step < 0) hasBegunAnew = true
    energy += step >= 0 ? step : latch.energy + rolledOver(before.energy, latch.energy)
  }
  const isWhole = first.at === fromMs && last.at === toMs
  const whole = isWhole ? energy : (energy * (toMs - fromMs)) / (last.at - first.at)
  return { energy: Math.round(whole * 1000) / 1000, isEstimated: !isWhole || hasBegunAnew }
}

/** What was left of a counter that ran over its last digit; nothing of one that was changed or set back. */
function rolledOver(before: number, after: number): number {
  const full = 10 ** Math.ceil(Math.log10(Math.max(before, 1)))
  return full >= leastRollOver && before >= full * nearRollOver && after <= full * (1 - nearRollOver) ? full - before : 0
}
