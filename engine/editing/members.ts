import { copyGroup, freeNames, reattachCopy } from '../commands/index.ts'
import type { Catalog } from '../components/catalog.ts'
import { rankBetween, rootsAmong, type Component, type DrawingDocument, type Id } from '../document/index.ts'

/** Returns the components and all their descendants without duplicates. */
export function getMembers(document: DrawingDocument, roots: readonly Component[]): Component[] {
  const found = new Map<Id, Component>()
  for (const root of roots) {
    found.set(root.id, root)
    for (const member of document.descendants(root.id)) found.set(member.id, member)
  }
  return [...found.values()]
}

/**
 * Returns copies with new ids, roots first, in front of all their siblings in the original order. Members stay in the
 * copied group; bindings, animations and actions are copied, and lines between copied components connect the copies.
 */
export function createCopies(
  document: DrawingDocument,
  catalog: Catalog,
  roots: readonly Component[],
  makeId: () => Id,
): Component[] {
  const sorted = rootsAmong(
    document,
    roots.map((root) => root.id),
  )
  const isRoot = new Set(sorted)
  const members = getMembers(document, sorted).filter((component) => !isRoot.has(component))
  const fresh = new Map<Id | null, Id>([...sorted, ...members].map((component) => [component.id, makeId()] as const))
  const ranks = frontRanks(document, sorted)
  const name = freeNames(document)
  return [...sorted, ...members].map((component, index) => ({
    ...component,
    id: fresh.get(component.id) ?? makeId(),
    name: name(component.name),
    rank: ranks[index] ?? component.rank,
    parent: component.parent && (fresh.get(component.parent) ?? component.parent),
    locked: false,
    copies: copyGroup(component),
    props: reattachCopy(component, catalog.get(component.type)?.ends, fresh),
  }))
}

/** Ranks in front of the siblings of each root. */
function frontRanks(document: DrawingDocument, roots: readonly Component[]): string[] {
  const highest = new Map<Id | null, string | null>()
  return roots.map(({ parent }) => {
    const below = highest.has(parent) ? highest.get(parent) : document.children(parent).at(-1)?.rank
    const rank = rankBetween(below ?? null, null)
    highest.set(parent, rank)
    return rank
  })
}
