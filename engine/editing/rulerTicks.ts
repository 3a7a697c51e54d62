/** Width of a ruler in CSS pixels. */
export const rulerBreadth = 20

/** A tick of a ruler. `rulerTicks` computes the ticks of the visible range. */
export interface RulerTick {
  /** In drawing pixels. */
  readonly at: number
  /** Label of a major tick; null for minor ticks. */
  readonly label: string | null
}

/** Minimum distance of labels, and of ticks, in screen pixels. */
const minLabelDistance = 56
const minTickDistance = 5

/**
 * Returns the ticks between two drawing coordinates at a zoom. Steps are 1, 2 or 5 times a power of ten, with the
 * density that the minimum distances allow.
 */
export function rulerTicks(from: number, to: number, scale: number): readonly RulerTick[] {
  const major = getStep(minLabelDistance / scale)
  // A step of 2 is divided into 4 parts, a step of 1 or 5 into 10 or 5.
  const parts =
    [10, 5, 4, 2, 1].find((count) => isRound(major / count) && (major / count) * scale >= minTickDistance) ?? 1
  const minor = major / parts
  const ticks: RulerTick[] = []
  const last = Math.floor(to / minor)
  for (let index = Math.ceil(from / minor); index <= last; index++) {
    ticks.push({ at: tidy(index * minor), label: index % parts === 0 ? String(tidy(index * minor)) : null })
  }
  return ticks
}

/** The smallest of 1, 2, 5, 10, 20 … that is at least `least`. */
function getStep(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(minStep))
  const factor = [1, 2, 5, 10].find((one) => one * power >= minStep * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Whether a step is 1, 2 or 5 times a power of ten. */
function isRound(step: number): boolean {
  const factor = step / 10 ** Math.floor(Math.log10(step) + 1e-9)
  return [1, 2, 5].some((one) => Math.abs(factor - one) < 1e-6)
}

/** Removes floating-point noise such as in 0.1 + 0.2. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
