import { dateAfter, dateStart, toLocal } from '../../contract/entity/timeZone.ts'
import type { DateRange, DayCalendar, Schedule } from '../../contract/lighting/timetableDays.ts'
import { findTimetablePhase, type Timetable } from '../../contract/lighting/timetablePhase.ts'
import type { Place, TimePoint } from '../../contract/lighting/timetablePoints.ts'

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
 * Returns the steps of a date (`yyyy-MM-dd`) in order of time. The first one is at midnight, with the values of the last
 * point before, unless there is none.
 */
export function dayPlan(schedule: Schedule<Timetable>, place: Place, date: string): readonly PlanStep[] {
  const [start, end] = [dateStart(place.zone, date), dateStart(place.zone, dateAfter(date, 1))]
  const steps: PlanStep[] = []
  for (let at: number | null = start; at !== null && at < end;) {
    const phase = findTimetablePhase(schedule, place, at)
    if (phase) steps.push(toStep(phase.does, at === start ? 0 : toLocal(place.zone, at).minutes))
    at = phase ? phase.until : null
  }
  return steps
}

/** Formats minutes since midnight as `HH:mm`; the end of the day is 24:00. */
export const formatClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Reads a timetable from the values of a row or form. Incomplete points, ranges and lists are skipped. */
export function readTimetable(
  values: Readonly<Record<string, unknown>>,
  id: string,
): Timetable & { readonly replaces: string | null } {
  const { name, points, days, dates, calendars, replaces } = values
  return {
    id,
    name: typeof name === 'string' ? name : '',
    points: toList(points).flatMap(toPoint),
    days: toTexts(days),
    dates: toList(dates).flatMap(toRange),
    calendars: toTexts(calendars),
    replaces: typeof replaces === 'string' ? replaces : null,
  }
}

/** Reads a calendar from the values of a row. */
export const readCalendar = (
  values: Readonly<Record<string, unknown>>,
  id: string,
): DayCalendar & { readonly name: string } => ({
  id,
  name: typeof values['name'] === 'string' ? values['name'] : '',
  priority: typeof values['priority'] === 'number' ? values['priority'] : 0,
  days: toList(values['days']).flatMap(toRange),
})

const toStep = ({ dimming, dimming2, colorTemperature }: TimePoint, minute: number): PlanStep => ({
  minute,
  dimming,
  ...(typeof dimming2 === 'number' && { dimming2 }),
  colorTemperature,
})

const toList = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  (Array.isArray(value) ? value : []).map((each: unknown) =>
    typeof each === 'object' && each !== null ? { ...each } : {},
  )

const toTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : []).filter((each): each is string => typeof each === 'string')

function toRange({ from, to }: Readonly<Record<string, unknown>>): DateRange[] {
  if (typeof from !== 'string' || from === '') return []
  return [{ from, to: typeof to === 'string' && to !== '' ? to : null }]
}

function toPoint(values: Readonly<Record<string, unknown>>): TimePoint[] {
  const { event, at, offset, dimming, dimming2, colorTemperature } = values
  const isSun = event === 'sunrise' || event === 'sunset'
  if (!isSun && !(typeof at === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(at))) return []
  if (typeof dimming !== 'number' || typeof colorTemperature !== 'number') return []
  return [
    {
      event: isSun ? event : 'clock',
      at: !isSun && typeof at === 'string' ? at : null,
      offset: typeof offset === 'number' ? offset : 0,
      dimming,
      dimming2: typeof dimming2 === 'number' ? dimming2 : null,
      colorTemperature,
    },
  ]
}
