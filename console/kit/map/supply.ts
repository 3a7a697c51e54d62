import type { Ring } from './outline.ts'
import type { MapPoint } from './point.ts'

/** Maximum distance of connected neighbours, in degrees. */
const maxDistance = 0.002

/** Lines that connect the points of each supply line, in the order of their names. */
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
      const isNear =
        last !== undefined && Math.hypot(point.longitude - last.longitude, point.latitude - last.latitude) < maxDistance
      if (isNear) rings.at(-1)?.push([point.longitude, point.latitude])
      else rings.push([[point.longitude, point.latitude]])
      last = point
    }
  }
  return rings.filter(({ length }) => length > 1)
}
