import { getTimes } from 'suncalc'
import { toLocal, toInstant } from '../../../../contract/entity/timeZone.ts'
import type { LightSetting } from '../../../../contract/lighting/lampTypes.ts'
import { weekdays } from '../../../../contract/lighting/shared.ts'

/** State of lamps during a time span. */
export interface Phase<Does> {
  readonly does: Does
  readonly from: number
  readonly until: number
  /** What follows. */
  readonly next: Does
}

export interface TimePoint {
  /** `HH:mm`. */
  readonly at: string
  readonly dimming: number
  /** Second head of double-head lamps; null: as the first. */
  readonly dimming2?: number | null
  readonly colorTemperature: number
}

export interface Coordinates {
  readonly longitude: number
  readonly latitude: number
}

/** A weekday that is not selected is at most this many days from a selected one. */
const weekDays = 7
/** Without sunrise or sunset, lamps are on from 18:00 to 06:00. */
const fixedOnMinutes = 18 * 60
const fixedOffMinutes = 6 * 60
const minuteMs = 60_000

/**
 * Active point of a timetable. The last point holds until the next one, across midnight and skipped days. If a clock
 * change moves points to the same time, the latest of the day applies. Null without points.
 */
export function findTimetablePhase(
  points: readonly TimePoint[],
  days: readonly string[],
  zone: string,
  nowMs: number,
): Phase<TimePoint> | null {
  const today = toLocal(zone, nowMs)
  const inOrder = points.toSorted((a, b) => parseMinutes(a.at) - parseMinutes(b.at))
  const transitions = Array.from({ length: 2 * weekDays + 3 }, (_, index) => index - weekDays - 1).flatMap(
    (dayOffset) => {
      const weekday = weekdays[(((today.weekday + dayOffset) % weekDays) + weekDays) % weekDays]?.value ?? ''
      if (days.length > 0 && !days.includes(weekday)) return []
      return inOrder.map((point) => ({
        does: point,
        from: toInstant(zone, { ...today, day: today.day + dayOffset }, parseMinutes(point.at)),
      }))
    },
  )
  return findPhase(transitions, nowMs)
}

/** Astronomical clock: on from sunset to sunrise at the cabinet's position, each shifted by its offset in minutes. */
export function findSunPhase(
  { longitude, latitude }: Coordinates,
  offsets: { readonly on: number; readonly off: number },
  zone: string,
  nowMs: number,
): Phase<boolean> | null {
  const today = toLocal(zone, nowMs)
  const transitions = [-2, -1, 0, 1, 2].flatMap((dayOffset) => {
    const day = { ...today, day: today.day + dayOffset }
    const { sunset, sunrise } = getTimes(new Date(toInstant(zone, day, 12 * 60)), latitude, longitude)
    const on = sunset ? sunset.getTime() + offsets.on * minuteMs : toInstant(zone, day, fixedOnMinutes)
    const off = sunrise ? sunrise.getTime() + offsets.off * minuteMs : toInstant(zone, day, fixedOffMinutes)
    return [
      { does: true, from: on },
      { does: false, from: off },
    ]
  })
  return findPhase(transitions, nowMs)
}

/** A timetable with the time zone of its project. */
export interface TimetablePlan {
  readonly zone: string | null
  readonly points: readonly TimePoint[] | null
  readonly days: readonly string[] | null
}

/** Plan of a loop. `mode` 1: astronomical clock with offsets in minutes; otherwise its timetable. */
export interface LoopPlan extends TimetablePlan {
  readonly mode: number
  readonly on: number | null
  readonly off: number | null
  readonly longitude: number | null
  readonly latitude: number | null
}

/** Current state of a loop; null if it has no plan. */
export function findLoopPhase(
  { mode, on, off, longitude, latitude, zone, points, days }: LoopPlan,
  now: number,
): Phase<LightSetting> | null {
  if (mode === 1) {
    if (longitude === null || latitude === null) return null
    const phase = findSunPhase({ longitude, latitude }, { on: on ?? 0, off: off ?? 0 }, zone ?? 'UTC', now)
    return phase && { ...phase, does: { dimming: phase.does ? 100 : 0 }, next: { dimming: phase.next ? 100 : 0 } }
  }
  return findTimetablePhase(points ?? [], days ?? [], zone ?? 'UTC', now)
}

export interface Segments {
  readonly th1: number
  readonly th2: number
  readonly tr1: number
  readonly tr2: number
  readonly in: number
  readonly ex: number
}

/**
 * Brightness of each tunnel segment in percent for an outside luminance in cd/m². Without a reading, full brightness is
 * used, because a dark entrance is dangerous. `traffic`: factor for all segments.
 */
export function computeBrightness(
  full: Segments,
  { designLuminance, least }: { readonly designLuminance: number; readonly least: number },
  luminance: number | null,
  traffic = 1,
): Segments {
  const share = luminance === null ? 1 : Math.min(1, Math.max(0, luminance / designLuminance))
  const level = (percent: number, of: number): number =>
    percent === 0 ? 0 : Math.min(percent, Math.max(least, Math.round(percent * of)))
  const outside = share * traffic
  // Eyes are adapted in the interior, so it does not follow daylight.
  return {
    th1: level(full.th1, outside),
    th2: level(full.th2, outside),
    tr1: level(full.tr1, outside),
    tr2: level(full.tr2, outside),
    in: level(full.in, traffic),
    ex: level(full.ex, outside),
  }
}

/** Vehicles per hour and lane for light and full traffic (JTG/T D70/2-01), for one-way and two-way tubes. */
const flowThresholds = { one: { light: 350, full: 1200 }, both: { light: 180, full: 650 } } as const

/** Brightness factor for traffic: `lightPercent` at light traffic, 1 at full or unknown traffic, linear in between. */
export function computeTrafficShare(
  lightPercent: number | null,
  direction: 'one' | 'both',
  flow: number | null,
): number {
  if (lightPercent === null || flow === null) return 1
  const { light, full } = flowThresholds[direction]
  const least = lightPercent / 100
  return least + (1 - least) * Math.min(1, Math.max(0, (flow - light) / (full - light)))
}

function findPhase<Does>(
  transitions: readonly { readonly does: Does; readonly from: number }[],
  nowMs: number,
): Phase<Does> | null {
  const ordered = transitions.toSorted((a, b) => a.from - b.from)
  const present = ordered.findLast(({ from }) => from <= nowMs)
  const next = ordered.find(({ from }) => from > nowMs)
  return present && next ? { ...present, until: next.from, next: next.does } : null
}

const parseMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
