import { formulaVariables } from '../../../../contract/entity/formula.ts'

/** A computed variable in the dependency graph. */
export interface Node {
  readonly identifier: string
  readonly formula: string
}

/** Sorts variables in dependency order. Variables in a cycle are omitted. */
export function sortByDependency<N extends Node>(nodes: readonly N[]): N[] {
  const remaining = new Map(nodes.map((node) => [node.identifier, node]))
  const ordered: N[] = []
  for (let before = -1; ordered.length !== before;) {
    before = ordered.length
    for (const node of remaining.values()) {
      if (formulaVariables(node.formula).some((name) => remaining.has(name))) continue
      remaining.delete(node.identifier)
      ordered.push(node)
    }
  }
  return ordered
}

/** Returns the cycle through `start`, for example `a`, `b`, `a`; null if there is none. */
export function findCycle(nodes: readonly Node[], start: string): string[] | null {
  const uses = new Map(nodes.map(({ identifier, formula }) => [identifier, formulaVariables(formula)]))
  const visited = new Set<string>()
  const walk = (name: string, path: readonly string[]): string[] | null => {
    for (const next of uses.get(name) ?? []) {
      if (next === start) return [...path, next]
      if (visited.has(next)) continue
      visited.add(next)
      const found = walk(next, [...path, next])
      if (found) return found
    }
    return null
  }
  return walk(start, [start])
}
