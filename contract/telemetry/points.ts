const known = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** Where in a frame's values each of its points stands. Senders name their points by the same list each time: worked out once a list. */
export function indexPoints(points: readonly string[]): ReadonlyMap<string, number> {
  const made = known.get(points) ?? new Map(points.map((point, index) => [point, index]))
  known.set(points, made)
  return made
}
