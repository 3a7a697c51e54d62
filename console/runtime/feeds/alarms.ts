import { quality, type Quality } from '@mimic/engine/bindings'

/** A tag of a running drawing as it is now, with what the catalogue says of it. */
export interface WatchedPoint {
  readonly tag: string
  /** NaN where there is none. */
  readonly value: number
  readonly quality: Quality
  /** When the device measured it; 0: nothing ever came. */
  readonly atMs: number
  readonly min: number | null
  readonly max: number | null
}

/** `lost`: no value to rely on. `low`, `high`: outside the limits of the catalogue. */
export type AlarmKind = 'lost' | 'low' | 'high'

export interface Alarm {
  /** Since when: of the first value outside, of the last value that came. */
  readonly at: number
  readonly tag: string
  readonly kind: AlarmKind
  readonly state: 'active' | 'cleared'
  /** The value that is, or last was, outside. */
  readonly value: number
  readonly limit: number | null
}

/** 1 is the most urgent. */
export const levelOf: Readonly<Record<AlarmKind, number>> = { low: 1, high: 1, lost: 2 }

/** So many are remembered; those that are over are forgotten first. */
const mostRemembered = 200

/**
 * What follows from the points as they are now for the alarms known so far, newest first. It stands for the plant's alarms
 * where the account may not see those: an alarm is one for this page, from when it was opened.
 */
export function nextAlarms(before: readonly Alarm[], points: readonly WatchedPoint[], nowMs: number): readonly Alarm[] {
  const byTag = new Map(points.map((point) => [point.tag, point]))
  const kept = before.map((alarm) => {
    const point = byTag.get(alarm.tag)
    if (alarm.state !== 'active' || !point) return alarm
    if (isOn(alarm.kind, point)) return isLost(point) ? alarm : { ...alarm, value: point.value }
    return { ...alarm, state: 'cleared' as const }
  })
  const active = new Set(kept.filter(({ state }) => state === 'active').map(({ tag, kind }) => `${kind} ${tag}`))
  const raised = points.flatMap((point) => {
    const kind = kindOf(point)
    if (kind === undefined || active.has(`${kind} ${point.tag}`)) return []
    const { tag, value, atMs } = point
    return [{ at: atMs || nowMs, tag, kind, value, state: 'active' as const, limit: kind === 'lost' ? null : point[kind === 'low' ? 'min' : 'max'] }]
  })
  return newest([...raised, ...kept], mostRemembered)
}

/** So many of them, newest first: what is over gives way to what is not. */
export function newest(alarms: readonly Alarm[], count: number): readonly Alarm[] {
  const byTime = alarms.toSorted((a, b) => b.at - a.at)
  if (byTime.length <= count) return byTime
  const chosen = new Set([...byTime.filter(({ state }) => state === 'active'), ...byTime.filter(({ state }) => state !== 'active')].slice(0, count))
  return byTime.filter((alarm) => chosen.has(alarm))
}

/** Of a value that is not known nobody can say that it is inside again: such an alarm stays. */
function isOn(kind: AlarmKind, point: WatchedPoint): boolean {
  if (kind !== 'lost' && isLost(point)) return true
  return kindOf(point) === kind
}

function kindOf(point: WatchedPoint): AlarmKind | undefined {
  if (isLost(point)) return 'lost'
  const { value, min, max } = point
  if (min !== null && value < min) return 'low'
  return max !== null && value > max ? 'high' : undefined
}

const isLost = (point: WatchedPoint): boolean => point.quality >= quality.bad
