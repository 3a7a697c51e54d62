/** Imports of each file, including type imports. */
export type Graph = ReadonlyMap<string, readonly string[]>

/** Returns import cycles, each once, as the path around it. */
export function findCycles(graph: Graph): string[][] {
  return findComponents(graph).map((files) => findCycle(graph, files))
}

/** Tarjan's algorithm for strongly connected components. Iterative, because import chains may be long. */
function findComponents(graph: Graph): ReadonlySet<string>[] {
  const found: ReadonlySet<string>[] = []
  const [numbers, lowest] = [new Map<string, number>(), new Map<string, number>()]
  const open: string[] = []
  const isOpen = new Set<string>()
  const visit = (start: string): void => {
    const stack: { readonly at: string; next: number }[] = []
    const enter = (at: string): void => {
      numbers.set(at, numbers.size)
      lowest.set(at, numbers.size - 1)
      open.push(at)
      isOpen.add(at)
      stack.push({ at, next: 0 })
    }
    const lower = (at: string, to: number): void => {
      lowest.set(at, Math.min(lowest.get(at) ?? to, to))
    }
    enter(start)
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const to = graph.get(frame.at)?.[frame.next++]
      if (to !== undefined) {
        if (!graph.has(to)) continue
        if (!numbers.has(to)) enter(to)
        else if (isOpen.has(to)) lower(frame.at, numbers.get(to) ?? 0)
        continue
      }
      stack.pop()
      const before = stack.at(-1)
      if (before) lower(before.at, lowest.get(frame.at) ?? 0)
      if (lowest.get(frame.at) === numbers.get(frame.at)) {
        const files = new Set(open.splice(open.indexOf(frame.at)))
        for (const file of files) isOpen.delete(file)
        if (files.size > 1 || graph.get(frame.at)?.includes(frame.at)) found.push(files)
      }
    }
  }
  for (const file of graph.keys()) if (!numbers.has(file)) visit(file)
  return found
}

/** Returns the shortest path from the first file back to itself. */
function findCycle(graph: Graph, files: ReadonlySet<string>): string[] {
  const [first = ''] = [...files].sort()
  const predecessors = new Map<string, string>()
  const queue = [first]
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const to of graph.get(at) ?? []) {
      if (to === first) return [...findPathBack(at, predecessors), first]
      if (!files.has(to) || predecessors.has(to)) continue
      predecessors.set(to, at)
      queue.push(to)
    }
  }
  return [...files]
}

function findPathBack(end: string, predecessors: ReadonlyMap<string, string>): string[] {
  const frame = [end]
  for (let at = predecessors.get(end); at !== undefined; at = predecessors.get(at)) frame.unshift(at)
  return frame
}
