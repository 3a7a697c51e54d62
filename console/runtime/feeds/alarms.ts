import { quality, type Quality } from '@mimic/engine/bindings'

/** Current value of a tag, with the limits of the catalogue. */
export interface WatchedPoint {
  readonly tag: string
  /** NaN if there is no value. */
  readonly value: number
  readonly quality: Quality
  /** Time of measurement, Unix time in milliseconds; 0 if no value was received. */
  readonly atMs: number
  readonly min: number | null
  readonly max: number | null
}

/** `lost`: no reliable value. `low`, `high`: outside the limits of the catalogue. */
export type AlarmKind = 'lost' | 'low' | 'high'

export interface Alarm {
  /** Time of the first value outside the limits, or of the last value received. */
  readonly at: number
  readonly tag: string
  readonly kind: AlarmKind
  readonly state: 'active' | 'cleared'
  /** Current or last value outside the limits. */
  readonly value: number
  readonly limit: number | null
}

/** 1 is the most urgent. */
export const levelByKind: Readonly<Record<AlarmKind, number>> = { low: 1, high: 1, lost: 2 }

/** Maximum number of alarms kept; cleared ones are dropped first. */
const maxAlarms = 200

/**
 * Derives alarms from the current points, newest first. Replaces plant alarms if the account has no permission to see
 * these; alarms exist only in this page, from when it was opened.
 */
export function nextAlarms(before: readonly Alarm[], points: readonly WatchedPoint[], nowMs: number): readonly Alarm[] {
  const byTag = new Map(points.map((point) => [point.tag, point]))
  const updated = before.map((alarm) => {
    const point = byTag.get(alarm.tag)
    if (alarm.state !== 'active' || !point) return alarm
    if (isOn(alarm.kind, point)) return isLost(point) ? alarm : { ...alarm, value: point.value }
    return { ...alarm, state: 'cleared' as const }
  })
  const active = new Set(updated.filter(({ state }) => state === 'active').map(({ tag, kind }) => `${kind} ${tag}`))
  const raised = points.flatMap((point) => {
    const kind = getKind(point)
    if (kind === undefined || active.has(`${kind} ${point.tag}`)) return []
    const { tag, value, atMs } = point
    return [
      {
        at: atMs || nowMs,
        tag,
        kind,
        value,
        state: 'active' as const,
        limit: kind === 'lost' ? null : point[kind === 'low' ? 'min' : 'max'],
      },
    ]
  })
  return newest([...raised, ...updated], maxAlarms)
}

/** Returns up to `count` alarms, newest first. Active alarms have priority over cleared ones. */
export function newest(alarms: readonly Alarm[], count: number): readonly Alarm[] {
  const byTime = alarms.toSorted((a, b) => b.at - a.at)
  if (byTime.length <= count) return byTime
  const chosen = new Set(
    [...byTime.filter(({ state }) => state === 'active'), ...byTime.filter(({ state }) => state !== 'active')].slice(
      0,
      count,
    ),
  )
  return byTime.filter((alarm) => chosen.has(alarm))
}

/** An alarm stays active while its value is unknown. */
function isOn(kind: AlarmKind, point: WatchedPoint): boolean {
  if (kind !== 'lost' && isLost(point)) return true
  return getKind(point) === kind
}

function getKind(point: WatchedPoint): AlarmKind | undefined {
  if (isLost(point)) return 'lost'
  const { value, min, max } = point
  if (min !== null && value < min) return 'low'
  return max !== null && value > max ? 'high' : undefined
}

const isLost = (point: WatchedPoint): boolean => point.quality >= quality.bad
