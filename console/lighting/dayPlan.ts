/** Where a day's plan changes: minutes since midnight, and what holds from there on, in percent. */
export interface PlanStep {
  readonly minute: number
  readonly dimming: number
  readonly colorTemperature: number
}

export const dayMinutes = 24 * 60

/**
 * What a timetable's points mean for a day that follows one like it: in the order of time, beginning at midnight with what the last point
 * of the day before left. Points that are not whole yet, as while they are being entered, are left out. Empty without any.
 */
export function dayPlan(points: unknown): readonly PlanStep[] {
  if (!Array.isArray(points)) return []
  const steps = points.flatMap((point: unknown) => stepOf(point)).toSorted((a, b) => a.minute - b.minute)
  const last = steps.at(-1)
  return last && steps[0]?.minute !== 0 ? [{ ...last, minute: 0 }, ...steps] : steps
}

/** A minute of the day as a clock says it; the last one is 24:00. */
export const clockOf = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function stepOf(point: unknown): PlanStep[] {
  const { at, dimming, colorTemperature }: Readonly<Record<string, unknown>> = typeof point === 'object' && point !== null ? { ...point } : {}
  const [, hours = '', minutes = ''] = typeof at === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? [] : []
  if (hours === '' || typeof dimming !== 'number' || typeof colorTemperature !== 'number') return []
  return [{ minute: Number(hours) * 60 + Number(minutes), dimming, colorTemperature }]
}
