import { dayStart, toLocal, monthStart } from '../../../../contract/entity/timeZone.ts'

export interface Period {
  /** Exclusive: a value at this instant belongs to the previous period. */
  readonly from: number
  /** Inclusive. */
  readonly to: number
}

/** Computation cycle: every n minutes counted from midnight, or once per calendar period. */
export type Cycle = { readonly kind: 'minutes'; readonly minutes: number } | { readonly kind: 'day' | 'week' | 'month' }

const minuteMs = 60_000

/** Returns the last complete period at `atMs` in a time zone. Weeks start on Monday. */
export function getPreviousPeriod(zone: string, cycle: Cycle, atMs: number): Period {
  const to = getStart(zone, cycle, atMs)
  return { from: getStart(zone, cycle, to - 1), to }
}

/** Returns the end of the period that contains `atMs`. */
export function getNextEnd(zone: string, cycle: Cycle, atMs: number): number {
  switch (cycle.kind) {
    case 'minutes':
      return Math.min(getStart(zone, cycle, atMs) + cycle.minutes * minuteMs, dayStart(zone, atMs, 1))
    case 'day':
      return dayStart(zone, atMs, 1)
    case 'week':
      return dayStart(zone, getStart(zone, cycle, atMs), 7)
    case 'month':
      return monthStart(zone, atMs, 1)
  }
}

/**
 * Returns the start of the period that contains `atMs`. If the minutes do not divide the day, the last period is
 * shorter.
 */
function getStart(zone: string, cycle: Cycle, atMs: number): number {
  switch (cycle.kind) {
    case 'minutes': {
      const midnight = dayStart(zone, atMs)
      const length = cycle.minutes * minuteMs
      return midnight + Math.floor((atMs - midnight) / length) * length
    }
    case 'day':
      return dayStart(zone, atMs)
    case 'week':
      return dayStart(zone, atMs, -toLocal(zone, atMs).weekday)
    case 'month':
      return monthStart(zone, atMs)
  }
}
