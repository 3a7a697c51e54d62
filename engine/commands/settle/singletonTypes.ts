import { getAncestors, getDescendants } from '../../document/index.ts'
import { Rejection } from '../base/result.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { Problem } from '../../schema/index.ts'
import type { Catalog } from '../base/catalog.ts'
import type { Overlay } from '../base/overlay.ts'

/**
 * Drops added components of singleton types, of which a drawing may contain one (specification, section 5), so that
 * their number never grows beyond one or beyond the previous number. An instance whose symbol contains one is added as
 * a whole or not at all. The command is rejected if an existing instance would get one. Runs once per transaction, for
 * all commands. Returns a problem for each dropped component, with the path of the remaining one.
 */
export function dropExtraSingletons(base: DrawingView, overlay: Overlay, types: Catalog): readonly Problem[] {
  const units = groupAddedSingletons(overlay, types)
  if (!units) return none
  const places = countFreePlaces(units, overlay)
  const stays = new Map<string, Id>()
  for (const component of overlay.all()) {
    if (places.has(component.type) && !units.has(findUnit(component, overlay))) stays.set(component.type, component.id)
  }
  const omitted: Problem[] = []
  for (const [unit, members] of units) {
    const neededCounts = countByType(members)
    const lacking = members.find(({ type }) => (neededCounts.get(type) ?? 0) > (places.get(type) ?? 0))
    if (!lacking) {
      for (const [type, count] of neededCounts) places.set(type, (places.get(type) ?? 0) - count)
      for (const { id, type } of members) stays.set(type, id)
      continue
    }
    const problem: Problem = {
      path: stays.get(lacking.type) ?? '',
      code: 'command.single',
      message: `a drawing can contain only one ${lacking.type}`,
    }
    if (unit.link && base.get(unit.id)) throw new Rejection('command.single', problem.message, problem.path)
    for (const member of getDescendants(overlay, unit.id)) overlay.put(member, null)
    overlay.put(unit, null)
    omitted.push(problem)
  }
  return omitted
}

/** Removes the reader's warnings about extra singletons, because the transaction reports them. */
export function withoutExtraSingletons(warnings: readonly Problem[]): readonly Problem[] {
  return warnings.filter(({ code }) => code !== 'drawing.single')
}

const none: readonly Problem[] = []

/**
 * Groups added singleton components by the unit they are added with. Returns null if there are none, the usual case.
 */
function groupAddedSingletons(overlay: Overlay, types: Catalog): Map<Component, Component[]> | null {
  let units: Map<Component, Component[]> | null = null
  for (const [before, after] of overlay.changes()) {
    if (!after || before?.type === after.type || !types.get(after.type)?.isSingle) continue
    units ??= new Map()
    const unit = findUnit(after, overlay)
    const members = units.get(unit)
    if (members) members.push(after)
    else units.set(unit, [after])
  }
  return units
}

/** Returns the outermost instance around a component, or the component itself. */
function findUnit(component: Component, overlay: Overlay): Component {
  return component.parent === null
    ? component
    : (getAncestors(overlay, component).findLast(({ link }) => link) ?? component)
}

/**
 * Returns the number of added components that may stay, per type. Removed components make room for the same number, so
 * older drawings with several can still be rearranged.
 */
function countFreePlaces(units: ReadonlyMap<Component, readonly Component[]>, overlay: Overlay): Map<string, number> {
  const newcomers = new Set([...units.values()].flat())
  const counts = new Map([...newcomers].map(({ type }) => [type, 0]))
  const removedCounts = new Map(counts)
  for (const component of overlay.all()) {
    const count = newcomers.has(component) ? undefined : counts.get(component.type)
    if (count !== undefined) counts.set(component.type, count + 1)
  }
  for (const [before, after] of overlay.changes()) {
    const count = before && before.type !== after?.type ? removedCounts.get(before.type) : undefined
    if (before && count !== undefined) removedCounts.set(before.type, count + 1)
  }
  return new Map([...counts].map(([type, count]) => [type, Math.max(1 - count, removedCounts.get(type) ?? 0, 0)]))
}

function countByType(components: readonly Component[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { type } of components) counts.set(type, (counts.get(type) ?? 0) + 1)
  return counts
}
