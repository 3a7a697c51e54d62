import { dayStart } from '../../../../contract/entity/timeZone.ts'

/** A completed period, in milliseconds since 1970. */
export interface Period {
  readonly from: number
  readonly to: number
}

const minuteMs = 60_000

/**
 * Returns the periods that ended after `after` and not later than `until`, oldest first. Periods are counted from
 * midnight of the zone; the last one of a day ends at midnight.
 */
export function listPeriods(zone: string, minutes: number, after: number, until: number): Period[] {
  const periods: Period[] = []
  let day = dayStart(zone, after)
  while (day < until) {
    const end = dayStart(zone, day, 1)
    for (let from = day; from < end; from += minutes * minuteMs) {
      const to = Math.min(from + minutes * minuteMs, end)
      if (to > after && to <= until) periods.push({ from, to })
    }
    day = end
  }
  return periods
}

/** Returns when the period that contains an instant ends. */
export function findPeriodEnd(zone: string, minutes: number, at: number): number {
  const day = dayStart(zone, at)
  const end = day + (Math.floor((at - day) / (minutes * minuteMs)) + 1) * minutes * minuteMs
  return Math.min(end, dayStart(zone, at, 1))
}
