import { getTimes } from 'suncalc'
import { toInstant } from '../entity/timeZone.ts'

/** A setting of lamps from a time of day. */
export interface TimePoint {
  /** What the time refers to; absent: the clock. */
  readonly event?: 'clock' | 'sunrise' | 'sunset' | null
  /** `HH:mm` by the clock of the project; null for sunrise and sunset. */
  readonly at: string | null
  /** Minutes after sunrise or sunset; negative: before. */
  readonly offset?: number | null
  readonly dimming: number
  /** Second head of double-head lamps; null: as the first. */
  readonly dimming2?: number | null
  readonly colorTemperature: number
}

/** Place on the earth in degrees. */
export interface Coordinates {
  readonly longitude: number
  readonly latitude: number
}

/** Time zone of a timetable, and the position for sunrise and sunset; null if unknown. */
export interface Place {
  readonly zone: string
  readonly position: Coordinates | null
}

const minuteMs = 60_000
/** Local minutes that replace a sunrise or sunset that does not exist or whose position is unknown. */
const fixedMinutes = { sunrise: 6 * 60, sunset: 18 * 60 } as const

/** Returns sunrise or sunset of a date (`yyyy-MM-dd`) in milliseconds since 1970; 06:00 and 18:00 where there is none. */
export function findSunEvent(event: 'sunrise' | 'sunset', { zone, position }: Place, date: string): number {
  const day = toDay(date)
  const at =
    position === null
      ? undefined
      : getTimes(new Date(toInstant(zone, day, 12 * 60)), position.latitude, position.longitude)[event]
  return at?.getTime() ?? toInstant(zone, day, fixedMinutes[event])
}

/** Returns the points of a date with their instants, in order. Where a clock change moves two together, the later wins. */
export function listDayPoints<Point extends TimePoint>(
  points: readonly Point[],
  place: Place,
  date: string,
): { readonly from: number; readonly does: Point }[] {
  return points
    .toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1))
    .map((point) => ({ does: point, from: findInstant(point, place, date) }))
    .toSorted((a, b) => a.from - b.from)
}

/** Time of a point for logs: `18:00`, `sunset` or `sunrise-30`. */
export const formatPoint = ({ event, at, offset }: TimePoint): string =>
  event === 'sunrise' || event === 'sunset'
    ? `${event}${offset ? `${offset > 0 ? '+' : ''}${offset}` : ''}`
    : (at ?? '')

function findInstant({ event, at, offset }: TimePoint, place: Place, date: string): number {
  return event === 'sunrise' || event === 'sunset'
    ? Math.round(findSunEvent(event, place, date) / minuteMs) * minuteMs + (offset ?? 0) * minuteMs
    : toInstant(place.zone, toDay(date), parseMinutes(at ?? ''))
}

const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const toDay = (date: string) => ({
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  day: Number(date.slice(8, 10)),
})
