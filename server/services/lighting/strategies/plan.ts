import { dateAfter, dateAt } from '../../../../contract/entity/timeZone.ts'
import type { LightSetting } from '../../../../contract/lighting/lampTypes.ts'
import type { Schedule } from '../../../../contract/lighting/timetableDays.ts'
import {
  findPhase,
  findTimetablePhase,
  type Phase,
  type Timetable,
} from '../../../../contract/lighting/timetablePhase.ts'
import { type Coordinates, findSunEvent, type Place } from '../../../../contract/lighting/timetablePoints.ts'

const minuteMs = 60_000

/** Astronomical clock: on from sunset to sunrise at the cabinet's position, each shifted by its offset in minutes. */
export function findSunPhase(
  position: Coordinates,
  offsets: { readonly on: number; readonly off: number },
  zone: string,
  nowMs: number,
): Phase<boolean> | null {
  const today = dateAt(zone, nowMs)
  const transitions = [-2, -1, 0, 1, 2].flatMap((away) => {
    const date = dateAfter(today, away)
    return [
      { does: true, from: findSunEvent('sunset', { zone, position }, date) + offsets.on * minuteMs },
      { does: false, from: findSunEvent('sunrise', { zone, position }, date) + offsets.off * minuteMs },
    ]
  })
  return findPhase(transitions, nowMs)
}

/** Plan of a loop. `mode` 1: astronomical clock with offsets in minutes; otherwise its timetable. */
export interface LoopPlan {
  readonly mode: number
  readonly on: number | null
  readonly off: number | null
  readonly zone: string | null
  readonly longitude: number | null
  readonly latitude: number | null
}

/** Time zone and position of a row. */
export const toPlace = ({ zone, longitude, latitude }: Pick<LoopPlan, 'zone' | 'longitude' | 'latitude'>): Place => ({
  zone: zone ?? 'UTC',
  position: longitude === null || latitude === null ? null : { longitude, latitude },
})

/** Current state of a loop; null if it has no plan. */
export function findLoopPhase(
  plan: LoopPlan,
  schedule: Schedule<Timetable> | undefined,
  now: number,
): Phase<LightSetting> | null {
  const place = toPlace(plan)
  if (plan.mode !== 1) return schedule ? findTimetablePhase(schedule, place, now) : null
  if (place.position === null) return null
  const phase = findSunPhase(place.position, { on: plan.on ?? 0, off: plan.off ?? 0 }, place.zone, now)
  return phase && { ...phase, does: { dimming: phase.does ? 100 : 0 }, next: { dimming: phase.next ? 100 : 0 } }
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
