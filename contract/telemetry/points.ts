const known = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** Maps each point to its index in a frame. Cached per list, because senders reuse it. */
export function indexPoints(points: readonly string[]): ReadonlyMap<string, number> {
  const made = known.get(points) ?? new Map(points.map((point, index) => [point, index]))
  known.set(points, made)
  return made
}
