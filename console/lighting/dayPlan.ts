/** A change of the daily plan: minutes since midnight and the values from then on, in percent. */
export interface PlanStep {
  readonly minute: number
  readonly dimming: number
  /** Second head of double-head lamps; absent: as the first. */
  readonly dimming2?: number
  readonly colorTemperature: number
}

export const dayMinutes = 24 * 60

/**
 * Converts the points of a timetable to the steps of a repeating day, sorted by time. If no point is at midnight, the
 * day starts with the values of the last point. Incomplete points are skipped.
 */
export function dayPlan(points: unknown): readonly PlanStep[] {
  if (!Array.isArray(points)) return []
  const steps = points.flatMap((point: unknown) => toSteps(point)).toSorted((a, b) => a.minute - b.minute)
  const last = steps.at(-1)
  return last && steps[0]?.minute !== 0 ? [{ ...last, minute: 0 }, ...steps] : steps
}

/** Formats minutes since midnight as `HH:mm`; the end of the day is 24:00. */
export const formatClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function toSteps(point: unknown): PlanStep[] {
  const { at, dimming, dimming2, colorTemperature }: Readonly<Record<string, unknown>> =
    typeof point === 'object' && point !== null ? { ...point } : {}
  const [, hours = '', minutes = ''] = typeof at === 'string' ? (/^([01]\d|2[0-3]):([0-5]\d)$/.exec(at) ?? []) : []
  if (hours === '' || typeof dimming !== 'number' || typeof colorTemperature !== 'number') return []
  return [
    {
      minute: Number(hours) * 60 + Number(minutes),
      dimming,
      ...(typeof dimming2 === 'number' && { dimming2 }),
      colorTemperature,
    },
  ]
}
