/** A beginning of tags, up to whole steps of their path, and how many of the tags it begins. */
export interface Beginning {
  readonly prefix: string
  readonly count: number
}

/** The devices and projects of tags, the most used first: what one replaces when a part moves to another plant. */
export function beginningsOf(tags: readonly string[]): readonly Beginning[] {
  const counts = new Map<string, number>()
  for (const tag of tags) {
    const steps = tag.split('/')
    for (const prefix of [steps.slice(0, 2).join('/'), steps[0] ?? '']) counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return [...counts].map(([prefix, count]) => ({ prefix, count })).toSorted((a, b) => b.count - a.count || b.prefix.length - a.prefix.length)
}

/** Every tag that begins with a device or project, with another in its place. */
export function withBeginning(tags: readonly string[], from: string, to: string): ReadonlyMap<string, string> {
  const start = from.replace(/\/$/, '')
  const wanted = to.trim().replace(/\/$/, '')
  return new Map(tags.flatMap((tag) => (start !== '' && wanted !== '' && (tag === start || tag.startsWith(`${start}/`)) ? [[tag, wanted + tag.slice(start.length)] as const] : [])))
}
