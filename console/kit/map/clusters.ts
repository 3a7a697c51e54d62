import { toPixels, toPlace } from './mercator.ts'
import type { MapPoint, PointState } from './point.ts'

/** Points too close together to be displayed separately. */
export interface Cluster {
  readonly longitude: number
  readonly latitude: number
  readonly count: number
  /** Most severe state among them. */
  readonly state: PointState
}

/** Number of points from which clusters are used, for readability and rendering speed. */
export const clusterFrom = 1000
const cellPx = 56
const gravity: readonly PointState[] = ['alarm', 'unknown', 'on', 'off']

/**
 * Clusters points within the same screen cell at this zoom. Linear time; the result is stable within one integer zoom
 * level and while panning.
 */
export function gather(
  points: readonly MapPoint[],
  states: ReadonlyMap<string, PointState>,
  zoom: number,
): { readonly alone: readonly MapPoint[]; readonly clusters: readonly Cluster[] } {
  if (points.length < clusterFrom) return { alone: points, clusters: [] }
  const scale = 2 ** Math.floor(zoom) / cellPx
  const cells = new Map<string, MapPoint[]>()
  for (const point of points) {
    const [x, y] = toPixels(point)
    const key = `${Math.floor(x * scale)},${Math.floor(y * scale)}`
    const cell = cells.get(key)
    if (cell) cell.push(point)
    else cells.set(key, [point])
  }
  const alone: MapPoint[] = []
  const clusters: Cluster[] = []
  for (const cell of cells.values()) {
    if (cell.length < 3) alone.push(...cell)
    else clusters.push(toCluster(cell, states))
  }
  return { alone, clusters }
}

function toCluster(cell: readonly MapPoint[], states: ReadonlyMap<string, PointState>): Cluster {
  let [x, y] = [0, 0]
  const seen = new Set<PointState>()
  for (const point of cell) {
    const [px, py] = toPixels(point)
    x += px / cell.length
    y += py / cell.length
    // The state of a camera is unknown and must not affect the cluster.
    if (point.kind !== 'camera') seen.add(states.get(point.id) ?? 'unknown')
  }
  return { ...toPlace(x, y), count: cell.length, state: gravity.find((state) => seen.has(state)) ?? 'unknown' }
}
