import { weekdays } from './shared.ts'

/**
 * A span of days. Both ends are included and have the same form: `MM-dd` for each year, which may pass the new year, or
 * `yyyy-MM-dd` for one. Without `to`: a single day.
 */
export interface DateRange {
  readonly from: string
  readonly to?: string | null
}

/** A named set of days, such as holidays. Of several timetables for a day, the highest priority applies. */
export interface DayCalendar {
  readonly id: string
  readonly priority: number
  readonly days: readonly DateRange[]
}

/** The days on which a timetable applies. Empty or absent lists do not restrict it; all others must match. */
export interface TimetableDays {
  readonly id: string
  readonly name: string
  /** Weekdays, such as `mon`. */
  readonly days?: readonly string[] | null
  readonly dates?: readonly DateRange[] | null
  /** Ids of calendars: the timetable applies on the days of any of them. */
  readonly calendars?: readonly string[] | null
}

/** A timetable and those that replace it on their days. */
export interface Schedule<Timetable extends TimetableDays> {
  readonly base: Timetable
  readonly replacements: readonly Timetable[]
  readonly calendars: readonly DayCalendar[]
}

/** Returns true if the date (`yyyy-MM-dd`) is in the range. */
export function isInRange({ from, to }: DateRange, date: string): boolean {
  const last = to ?? from
  const day = date.slice(-from.length)
  return last < from ? day >= from || day <= last : day >= from && day <= last
}

/**
 * Returns the timetable of a schedule that applies on a date (`yyyy-MM-dd`); null if none does. The highest priority of a
 * calendar wins; without calendars, dates win over weekdays, and these over every day. Among equals, a replacement wins
 * over the replaced timetable, then the name decides.
 */
export function findTimetableOn<Timetable extends TimetableDays>(
  { base, replacements, calendars }: Schedule<Timetable>,
  date: string,
): Timetable | null {
  const ranked = [...replacements.toSorted((a, b) => (a.name < b.name ? -1 : 1)), base].flatMap((timetable) => {
    const rank = rankOn(timetable, calendars, date)
    return rank === null ? [] : [{ timetable, rank }]
  })
  return ranked.toSorted((a, b) => b.rank - a.rank)[0]?.timetable ?? null
}

/** Rank of a timetable on a date; null if it does not apply. */
function rankOn(
  { days, dates, calendars: ids }: TimetableDays,
  calendars: readonly DayCalendar[],
  date: string,
): number | null {
  const [hasDays, hasDates, hasCalendars] = [hasAny(days), hasAny(dates), hasAny(ids)]
  if (hasDays && !days?.includes(weekdayOn(date))) return null
  if (hasDates && !dates?.some((range) => isInRange(range, date))) return null
  const matches = calendars.filter(
    (calendar) => ids?.includes(calendar.id) && calendar.days.some((range) => isInRange(range, date)),
  )
  if (hasCalendars && matches.length === 0) return null
  return Math.max(0, ...matches.map(({ priority }) => priority)) * 4 + (hasDates ? 2 : 0) + (hasDays ? 1 : 0)
}

const hasAny = (list: readonly unknown[] | null | undefined): boolean => (list?.length ?? 0) > 0

/** Weekday of a date, such as `mon`. */
const weekdayOn = (date: string): string => weekdays[(new Date(date).getUTCDay() + 6) % 7]?.value ?? ''
