import type { Ring } from './outline.ts'
import type { MapPoint } from './point.ts'

/** Neighbours farther apart than this, in degrees, stand on no line. */
const farthest = 0.002

/** The faint lines that join what hangs on one line of supply, in the order of the names. */
export function supplyLines(points: readonly MapPoint[]): Ring[] {
  const byLine = new Map<string, MapPoint[]>()
  for (const point of points) {
    if (point.line === undefined) continue
    const members = byLine.get(point.line)
    if (members) members.push(point)
    else byLine.set(point.line, [point])
  }
  const rings: [number, number][][] = []
  for (const members of byLine.values()) {
    let last: MapPoint | undefined
    for (const point of members.toSorted((a, b) => a.title.localeCompare(b.title, 'en', { numeric: true }))) {
      const isNear = last !== undefined && Math.hypot(point.longitude - last.longitude, point.latitude - last.latitude) < farthest
      if (isNear) rings.at(-1)?.push([point.longitude, point.latitude])
      else rings.push([[point.longitude, point.latitude]])
      last = point
    }
  }
  return rings.filter(({ length }) => length > 1)
}
