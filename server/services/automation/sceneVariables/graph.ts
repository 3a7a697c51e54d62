import { formulaVariables } from '../../../../contract/entity/formula.ts'

/** A computed variable in the dependency graph. */
export interface Node {
  readonly identifier: string
  readonly formula: string
}

/** Sorts variables in dependency order. Variables in a cycle are omitted. */
export function inOrder<N extends Node>(nodes: readonly N[]): N[] {
  const left = new Map(nodes.map((node) => [node.identifier, node]))
  const done: N[] = []
  for (let before = -1; done.length !== before;) {
    before = done.length
    for (const node of left.values()) {
      if (formulaVariables(node.formula).some((name) => left.has(name))) continue
      left.delete(node.identifier)
      done.push(node)
    }
  }
  return done
}

/** Returns the cycle through `start`, for example `a`, `b`, `a`; null if there is none. */
export function ringOf(nodes: readonly Node[], start: string): string[] | null {
  const uses = new Map(nodes.map(({ identifier, formula }) => [identifier, formulaVariables(formula)]))
  const seen = new Set<string>()
  const walk = (name: string, way: readonly string[]): string[] | null => {
    for (const next of uses.get(name) ?? []) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...way, next])
      if (found) return found
    }
    return null
  }
  return walk(start, [start])
}
