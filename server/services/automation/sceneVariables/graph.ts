import { formulaVariables } from '../../../../contract/entity/formula.ts'

/** A computed variable of a scene as far as others depend on it. */
export interface Node {
  readonly identifier: string
  readonly formula: string
}

/**
 * The variables in an order in which each comes after those that its formula names. Those that cannot be put in one, because they go in a
 * ring, are left out.
 */
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

/** The ring that begins and ends with a variable: `a`, `b`, `a` where a uses b and b uses a; null where there is none. */
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
