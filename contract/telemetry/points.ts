const indexCache = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** Maps each point to its index in a frame. Cached per list, because senders reuse it. */
export function indexPoints(points: readonly string[]): ReadonlyMap<string, number> {
  const byPoint = indexCache.get(points) ?? new Map(points.map((point, index) => [point, index]))
  indexCache.set(points, byPoint)
  return byPoint
}
