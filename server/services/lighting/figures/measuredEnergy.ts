/** A meter that measures lamps, and the part of its energy that counts, 0 to 1. */
export interface AreaMeter {
  readonly device: string
  readonly source: 'lamps' | 'loops' | 'cabinets'
  readonly share: number
}

/** Consumption of a meter from `at`; energy null if unknown. */
export interface MeterEnergy {
  readonly device: string
  readonly at: number
  readonly energy: number | null
  readonly isEstimated: boolean
}

/** Measured energy of consecutive periods in kWh. */
export interface MeasuredEnergy {
  readonly source: AreaMeter['source'] | null
  readonly isShared: boolean
  readonly isEstimated: boolean
  /** One per period; null if no meter has a value. */
  readonly steps: readonly (number | null)[]
}

const sources = ['lamps', 'loops', 'cabinets'] as const

/**
 * Adds the energy of the meters nearest to the lamps that have values: of the lamps, else of their loops, else of their
 * cabinets. A missing value marks the result as estimated. `edges`: the start of each period and the end of the last.
 */
export function sumMeters(
  meters: readonly AreaMeter[],
  readings: readonly MeterEnergy[],
  edges: readonly number[],
): MeasuredEnergy {
  const known = readings.filter(({ energy }) => energy !== null)
  const measuring = new Set(known.map(({ device }) => device))
  const source = sources.find((each) => meters.some((meter) => meter.source === each && measuring.has(meter.device)))
  const chosen = meters.filter((meter) => meter.source === source)
  const shares = new Map(chosen.map(({ device, share }) => [device, share]))
  const counted = known.filter(({ device }) => shares.has(device))
  const steps = edges.slice(0, -1).map((from, index) => {
    const inside = counted.filter(({ at }) => at >= from && at < (edges[index + 1] ?? from))
    return {
      isWhole: new Set(inside.map(({ device }) => device)).size === shares.size,
      energy:
        inside.length === 0
          ? null
          : inside.reduce((sum, { device, energy }) => sum + (energy ?? 0) * (shares.get(device) ?? 0), 0),
    }
  })
  return {
    source: source ?? null,
    isShared: chosen.some(({ share }) => share < 1),
    isEstimated:
      counted.some(({ isEstimated }) => isEstimated) || (counted.length > 0 && steps.some((step) => !step.isWhole)),
    steps: steps.map(({ energy }) => energy),
  }
}
