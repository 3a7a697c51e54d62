import { getDescendants, groupType, instantiate, getSiblingIndex, symbolMap } from '../../document/index.ts'
import { isEqualData } from './compareSteps.ts'
import { groupChangesByInstance } from '../settle/affectedInstances.ts'
import type { Component, DrawingLimits, DrawingView, Id, TypeLookup } from '../../document/index.ts'
import type { Overlay } from '../base/overlay.ts'

/**
 * Checks that a change keeps a valid drawing valid: groups form a tree within the nesting limit, ranks are unique,
 * instances match their symbols. Checks only the changed parts: validating the whole drawing for each of a hundred
 * steps would take seconds.
 */
export function isValidChange(base: DrawingView, overlay: Overlay, types: TypeLookup, limits: DrawingLimits): boolean {
  return (
    overlay.size <= limits.components &&
    areRanksUnique(base, overlay) &&
    isTree(overlay, limits.nesting) &&
    areInstancesGenerated(base, overlay, types)
  )
}

function isTree(overlay: Overlay, nesting: number): boolean {
  for (const [before, after] of overlay.changes()) {
    const id = (after ?? before)?.id
    if (id !== undefined && after?.type !== groupType && overlay.children(id).length > 0) return false
    if (!after || after.parent === null || before?.parent === after.parent) continue
    const depth = getDepth(overlay, after, nesting)
    if (depth === null) return false
    if (after.type === groupType && depth + getHeight(overlay, after) > nesting) return false
  }
  return true
}

/**
 * Returns the number of groups around a component, or null if a parent is not a group or the nesting limit is exceeded,
 * for example by a cycle.
 */
function getDepth(overlay: Overlay, component: Component, nesting: number): number | null {
  let depth = 0
  for (let parent = component.parent; parent !== null; depth++) {
    const group = overlay.get(parent)
    if (group?.type !== groupType || depth >= nesting) return null
    parent = group.parent
  }
  return depth
}

function getHeight(overlay: Overlay, group: Component): number {
  let height = -1
  for (let level: readonly Component[] = [group]; level.length > 0; height++)
    level = level.flatMap(({ id, type }) => (type === groupType ? overlay.children(id) : []))
  return height
}

/** Ranks within a group must be unique, so that a component can be placed between any two siblings. */
function areRanksUnique(base: DrawingView, overlay: Overlay): boolean {
  const usedRanks = new Set<string>()
  for (const [before, after] of overlay.changes()) {
    if (!after || (before?.parent === after.parent && before.rank === after.rank)) continue
    const place = `${after.rank}/${after.parent ?? ''}`
    if (usedRanks.has(place)) return false
    usedRanks.add(place)
    const family = base.children(after.parent)
    const at = getSiblingIndex(family, after)
    for (const other of [family[at - 1], family[at], family[at + 1]]) {
      if (!other || other.id === after.id || other.rank !== after.rank) continue
      const now = overlay.get(other.id)
      if (now?.parent === after.parent && now.rank === after.rank) return false
    }
  }
  return true
}

function areInstancesGenerated(base: DrawingView, overlay: Overlay, types: TypeLookup): boolean {
  const symbols = symbolMap(overlay.symbols)
  for (const id of groupChangesByInstance(base, overlay).keys()) {
    const instance = overlay.get(id)
    if (instance?.link && !isGenerated(instance, overlay, instantiate(instance, symbols, types).members)) return false
  }
  return true
}

function isGenerated(instance: Component, overlay: Overlay, members: readonly Component[]): boolean {
  const are = new Map<Id, Component>(getDescendants(overlay, instance.id).map((member) => [member.id, member]))
  return are.size === members.length && members.every((member) => isEqualData(member, are.get(member.id)))
}
