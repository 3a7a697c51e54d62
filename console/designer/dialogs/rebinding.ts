/** Prefix of tags, a project or device, with the number of tags that start with it. */
export interface TagPrefix {
  readonly prefix: string
  readonly count: number
}

/** Devices and projects of the tags, the most frequent first. */
export function countPrefixes(tags: readonly string[]): readonly TagPrefix[] {
  const counts = new Map<string, number>()
  for (const tag of tags) {
    const steps = tag.split('/')
    for (const prefix of [steps.slice(0, 2).join('/'), steps[0] ?? ''])
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1)
  }
  return [...counts]
    .map(([prefix, count]) => ({ prefix, count }))
    .toSorted((a, b) => b.count - a.count || b.prefix.length - a.prefix.length)
}

/** Maps every tag that starts with the device or project `from` to the same tag under `to`. */
export function replacePrefix(tags: readonly string[], from: string, to: string): ReadonlyMap<string, string> {
  const start = from.replace(/\/$/, '')
  const target = to.trim().replace(/\/$/, '')
  return new Map(
    tags.flatMap((tag) =>
      start !== '' && target !== '' && (tag === start || tag.startsWith(`${start}/`))
        ? [[tag, target + tag.slice(start.length)] as const]
        : [],
    ),
  )
}
