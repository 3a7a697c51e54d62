/** A successful command to a point of a lamp, in order of time. */
export interface PointChange {
  readonly at: number
  readonly point: string
  readonly value: number
}

/** Commanded level of a lamp between two times. */
export interface LevelTime {
  /** Sum of level times duration, in hours at full level. */
  readonly fullHours: number
  /** Hours in which the level is known. */
  readonly knownHours: number
}

const hourMs = 3_600_000

/**
 * Returns the commanded level in percent of the last commands to the points of a lamp; null without any. A lamp that was
 * switched off individually has 0. The level of a double head is the mean of its heads; the channels of a dual CCT lamp
 * add up.
 */
export function toLevel(points: ReadonlyMap<string, number>): number | null {
  const channels = points.has('warm') || points.has('cool')
  const mixed = channels ? Math.min(100, (points.get('warm') ?? 0) + (points.get('cool') ?? 0)) : undefined
  const first = toHeadLevel(points.get('dimming') ?? mixed, points.get('lamp') ?? points.get('switch'))
  const second = toHeadLevel(points.get('dimming2'), points.get('lamp2'))
  if (first === null || second === null) return first ?? second
  return (first + second) / 2
}

function toHeadLevel(dimming: number | undefined, isOn: number | undefined): number | null {
  if (isOn === 0) return 0
  if (dimming !== undefined) return dimming
  return isOn === undefined ? null : 100
}

/**
 * Integrates the commanded level over consecutive periods. `edges`: the start of each period and the end of the last one,
 * in milliseconds, in ascending order. Changes before the first edge give the level at its time.
 */
export function integrateLevel(changes: readonly PointChange[], edges: readonly number[]): LevelTime[] {
  const points = new Map<string, number>()
  let next = 0
  const applyUntil = (at: number): void => {
    for (let change = changes[next]; change && change.at <= at; change = changes[++next])
      points.set(change.point, change.value)
  }
  return edges.slice(1).map((end, index) => {
    let from = edges[index] ?? end
    let [fullHours, knownHours] = [0, 0]
    while (from < end) {
      applyUntil(from)
      const to = Math.min(end, changes[next]?.at ?? end)
      const level = toLevel(points)
      const hours = (to - from) / hourMs
      if (level !== null) {
        fullHours += (hours * level) / 100
        knownHours += hours
      }
      from = to
    }
    return { fullHours, knownHours }
  })
}
