import { dateAfter, dateAt } from '../entity/timeZone.ts'
import { findTimetableOn, type Schedule, type TimetableDays } from './timetableDays.ts'
import { listDayPoints, type Place, type TimePoint } from './timetablePoints.ts'

/** State of lamps during a time span. `until` and `next` are null if no other state follows within two years. */
export interface Phase<Does> {
  readonly does: Does
  readonly from: number
  readonly until: number | null
  /** What follows. */
  readonly next: Does | null
}

/** A timetable with its points and the days on which it applies. */
export interface Timetable extends TimetableDays {
  readonly points: readonly TimePoint[]
}

/** A holiday calendar can skip a year. */
const maxDays = 2 * 366
/** Sunset can be after midnight, and an offset moves a point by up to four hours. */
const spillDays = 1

/**
 * Active point of a schedule. Each day has the points of the timetable that applies on it. The last point holds until the
 * next one, across midnight and days without a timetable. If a clock change moves points to the same time, the latest of
 * the day applies. Null without a point in the last two years.
 */
export function findTimetablePhase(
  schedule: Schedule<Timetable>,
  place: Place,
  nowMs: number,
): Phase<TimePoint> | null {
  const today = dateAt(place.zone, nowMs)
  const listOn = (date: string): Transition<TimePoint>[] =>
    listDayPoints(findTimetableOn(schedule, date)?.points ?? [], place, date)
  // The nearest day with a point in the past, and its neighbour, whose points can be later; the same ahead.
  const past = collectDays(today, -1, listOn, ({ from }) => from <= nowMs)
  const ahead = collectDays(today, 1, listOn, ({ from }) => from > nowMs)
  return findPhase([...past, ...ahead], nowMs)
}

/** Collects matching points from the day behind `today` in a direction to the first day with one, and of its neighbours. */
function collectDays(
  today: string,
  direction: 1 | -1,
  listOn: (date: string) => Transition<TimePoint>[],
  isMatch: (transition: Transition<TimePoint>) => boolean,
): Transition<TimePoint>[] {
  let collected: Transition<TimePoint>[] = []
  let last = maxDays
  for (let away = -spillDays; away <= last; away++) {
    const found = listOn(dateAfter(today, away * direction)).filter(isMatch)
    if (found.length > 0 && collected.length === 0) last = away + 2 * spillDays
    // In order of days: of several points at one time, that of the later day applies.
    collected = direction === 1 ? [...collected, ...found] : [...found, ...collected]
  }
  return collected
}

/** Change to another state. */
export interface Transition<Does> {
  readonly does: Does
  readonly from: number
}

/** Returns the state at a time from its transitions, in any order; null before the first. */
export function findPhase<Does>(transitions: readonly Transition<Does>[], nowMs: number): Phase<Does> | null {
  const ordered = transitions.toSorted((a, b) => a.from - b.from)
  const present = ordered.findLast(({ from }) => from <= nowMs)
  const until = ordered.find(({ from }) => from > nowMs)?.from
  // Of several changes at one time, the last applies.
  const next = ordered.findLast(({ from }) => from === until)
  return present ? { ...present, until: next?.from ?? null, next: next?.does ?? null } : null
}
