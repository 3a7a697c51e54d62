/** Imports of each file, including type imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Returns import cycles, each once, as the path around it. */
export function circlesIn(graph: Graph): string[][] {
  return circlesOf(graph).map((files) => wayRound(graph, files))
}

/** Tarjan's algorithm for strongly connected components. Iterative, because import chains may be long. */
function circlesOf(graph: Graph): ReadonlySet<string>[] {
  const found: ReadonlySet<string>[] = []
  const [numbers, lowest] = [new Map<string, number>(), new Map<string, number>()]
  const open: string[] = []
  const isOpen = new Set<string>()
  const visit = (start: string): void => {
    const ways: { readonly at: string; next: number }[] = []
    const enter = (at: string): void => {
      numbers.set(at, numbers.size)
      lowest.set(at, numbers.size - 1)
      open.push(at)
      isOpen.add(at)
      ways.push({ at, next: 0 })
    }
    const lower = (at: string, to: number): void => { lowest.set(at, Math.min(lowest.get(at) ?? to, to)) }
    enter(start)
    for (let way = ways.at(-1); way; way = ways.at(-1)) {
      const to = graph.get(way.at)?.[way.next++]
      if (to !== undefined) {
        if (!graph.has(to)) continue
        if (!numbers.has(to)) enter(to)
        else if (isOpen.has(to)) lower(way.at, numbers.get(to) ?? 0)
        continue
      }
      ways.pop()
      const before = ways.at(-1)
      if (before) lower(before.at, lowest.get(way.at) ?? 0)
      if (lowest.get(way.at) === numbers.get(way.at)) {
        const files = new Set(open.splice(open.indexOf(way.at)))
        for (const file of files) isOpen.delete(file)
        if (files.size > 1 || graph.get(way.at)?.includes(way.at)) found.push(files)
      }
    }
  }
  for (const file of graph.keys()) if (!numbers.has(file)) visit(file)
  return found
}

/** Returns the shortest path from the first file back to itself. */
function wayRound(graph: Graph, files: ReadonlySet<string>): string[] {
  const [first = ''] = [...files].sort()
  const cameFrom = new Map<string, string>()
  const queue = [first]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const to of graph.get(at) ?? []) {
      if (to === first) return [...backFrom(at, cameFrom), first]
      if (!files.has(to) || cameFrom.has(to)) continue
      cameFrom.set(to, at)
      queue.push(to)
    }
  }
  return [...files]
}

function backFrom(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way = [end]
  for (let at = cameFrom.get(end); at !== undefined; at = cameFrom.get(at)) way.unshift(at)
  return way
}
