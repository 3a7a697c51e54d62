import { toInstant, toLocal } from '../../../../contract/entity/timeZone.ts'

/** A daily span of local time. It ends on the next day if `until` is not after `from`. */
export interface TimeWindow {
  /** Minutes since midnight. */
  readonly from: number
  readonly until: number
  /** Weekdays on which the window starts (0 = Sunday). Empty: every day. */
  readonly days: readonly string[]
}

/** Returns whether a time (milliseconds since 1970) is within the window in a time zone. */
export function isWithin({ from, until, days }: TimeWindow, zone: string, at: number): boolean {
  const { weekday, minutes } = toLocal(zone, at)
  // `toLocal` counts weekdays from Monday, the window from Sunday.
  const startsOn = (day: number): boolean => days.length === 0 || days.includes(String((day + 1) % 7))
  if (from < until) return minutes >= from && minutes < until && startsOn(weekday)
  return (minutes >= from && startsOn(weekday)) || (minutes < until && startsOn((weekday + 6) % 7))
}

/** Returns the next time after `after` at which a window may open or close. */
export function getNextEdge(windows: readonly TimeWindow[], zone: string, after: number): number {
  const today = toLocal(zone, after)
  const edges = windows.flatMap(({ from, until }) =>
    [from, until].flatMap((minutes) =>
      [0, 1].map((later) => toInstant(zone, { ...today, day: today.day + later }, minutes)),
    ),
  )
  return Math.min(...edges.filter((at) => at > after))
}
