import { dayStart, toLocal, monthStart } from '../../../../contract/entity/timeZone.ts'

export interface Period {
  /** Not in it: what is said at this very moment belongs to the period before. */
  readonly from: number
  /** In it. */
  readonly to: number
}

/** How often a variable is computed: each so many minutes from midnight on, or once in a period of the calendar. */
export type Cycle = { readonly kind: 'minutes'; readonly minutes: number } | { readonly kind: 'day' | 'week' | 'month' }

const minuteMs = 60_000

/** The last period of a cycle that is over at a moment, by the clock and calendar of a zone. A week begins on Monday. */
export function periodBefore(zone: string, cycle: Cycle, atMs: number): Period {
  const to = startOf(zone, cycle, atMs)
  return { from: startOf(zone, cycle, to - 1), to }
}

/** When the period that holds a moment is over. */
export function nextEnd(zone: string, cycle: Cycle, atMs: number): number {
  switch (cycle.kind) {
    case 'minutes': return Math.min(startOf(zone, cycle, atMs) + cycle.minutes * minuteMs, dayStart(zone, atMs, 1))
    case 'day': return dayStart(zone, atMs, 1)
    case 'week': return dayStart(zone, startOf(zone, cycle, atMs), 7)
    case 'month': return monthStart(zone, atMs, 1)
  }
}

/** The beginning of the period that holds a moment. Of a day that minutes do not divide the last period is the shorter. */
function startOf(zone: string, cycle: Cycle, atMs: number): number {
  switch (cycle.kind) {
    case 'minutes': {
      const midnight = dayStart(zone, atMs)
      const length = cycle.minutes * minuteMs
      return midnight + Math.floor((atMs - midnight) / length) * length
    }
    case 'day': return dayStart(zone, atMs)
    case 'week': return dayStart(zone, atMs, -toLocal(zone, atMs).weekday)
    case 'month': return monthStart(zone, atMs)
  }
}
