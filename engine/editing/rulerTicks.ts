/** Breadth of a ruler on the screen, in CSS pixels. */
export const rulerBreadth = 20

export interface RulerTick {
  /** In drawing pixels. */
  readonly at: number
  /** Every fifth or tenth tick says where it is. */
  readonly label: string | null
}

/** Screen pixels that a label needs, and below which two ticks could not be told apart. */
const labelRoom = 56
const tickRoom = 5

/** The ticks of a ruler over a stretch of the drawing: whole steps of 1, 2 or 5 times a power of ten, as many as there is room for. */
export function rulerTicks(from: number, to: number, scale: number): readonly RulerTick[] {
  const major = stepOf(labelRoom / scale)
  // A step of 2 falls into four, of 1 and 5 into ten or five.
  const parts = [10, 5, 4, 2, 1].find((count) => isRound(major / count) && (major / count) * scale >= tickRoom) ?? 1
  const minor = major / parts
  const ticks: RulerTick[] = []
  const last = Math.floor(to / minor)
  for (let index = Math.ceil(from / minor); index <= last; index++) {
    ticks.push({ at: tidy(index * minor), label: index % parts === 0 ? String(tidy(index * minor)) : null })
  }
  return ticks
}

/** The smallest of 1, 2, 5, 10, 20 … that is at least so large. */
function stepOf(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Whether a step is 1, 2 or 5 times a power of ten. */
function isRound(step: number): boolean {
  const factor = step / 10 ** Math.floor(Math.log10(step) + 1e-9)
  return [1, 2, 5].some((one) => Math.abs(factor - one) < 1e-6)
}

/** Without the dust of 0.1 + 0.2. */
const tidy = (value: number): number => Math.round(value * 1e6) / 1e6 + 0
