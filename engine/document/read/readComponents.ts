import { groupType } from '../model/component.ts'
import { ranksBetween } from '../values/rank.ts'
import { noRank } from './readComponent.ts'
import { patchRecord } from '../model/record.ts'
import { getDescendants, groupByParent } from '../model/tree.ts'
import type { Component, Id } from '../model/component.ts'
import type { DrawingLimits } from '../values/limits.ts'
import type { ProblemList } from '../values/problems.ts'

/**
 * Reads the components of a drawing or symbol and checks that ids are unique and groups form a tree. Returns them in
 * paint order; siblings without ranks are ranked in file order. Returns none if there are problems.
 */
export function readComponents(
  raw: unknown,
  path: string,
  limits: DrawingLimits,
  problems: ProblemList,
  readOne: (raw: unknown, path: string) => Component | undefined,
): Component[] {
  const before = problems.list.length
  if (!Array.isArray(raw)) return problems.add(path, 'invalid_type', 'must be a list') ?? []
  if (isTooMany(raw, limits))
    return problems.add(path, 'drawing.tooMany', `more than ${limits.components} components`) ?? []
  const components: Component[] = []
  const places = new Map<Id, number>()
  for (let i = 0; i < raw.length && !problems.isFull; i++) {
    const component = readOne(raw[i], `${path}.${i}`)
    if (!component) continue
    const twin = places.get(component.id)
    if (twin !== undefined) problems.add(`${path}.${i}.id`, 'drawing.duplicate', `${path}.${twin} has the same id`)
    places.set(component.id, i)
    components.push(component)
  }
  if (problems.list.length > before) return []
  if (components.some((component) => component.parent !== null)) checkParents(components, path, limits, problems)
  return problems.list.length > before ? [] : sortInPaintOrder(components)
}

/** Returns true if a list is longer than `limits.components`. Values that are not lists return false. */
export function isTooMany(components: unknown, limits: DrawingLimits): boolean {
  return Array.isArray(components) && components.length > limits.components
}

/** Checks that every parent exists and is a group, and that groups have no cycles and are within the nesting limit. */
function checkParents(
  components: readonly Component[],
  path: string,
  limits: DrawingLimits,
  problems: ProblemList,
): void {
  const byId = new Map(components.map((component) => [component.id, component]))
  for (const [i, component] of components.entries()) {
    if (component.parent === null) continue
    const parent = byId.get(component.parent)
    if (!parent) problems.add(`${path}.${i}.parent`, 'drawing.parent', 'the group does not exist')
    else if (parent.type !== groupType)
      problems.add(`${path}.${i}.parent`, 'drawing.parent', 'a parent must be a group')
    else if (isTooDeep(component, byId, limits.nesting)) {
      problems.add(
        `${path}.${i}.parent`,
        'drawing.cycle',
        `groups contain each other or are nested deeper than ${limits.nesting} levels`,
      )
    }
  }
}

function isTooDeep(component: Component, byId: ReadonlyMap<Id, Component>, nesting: number): boolean {
  let parent = component.parent
  for (let depth = 0; parent !== null; depth++) {
    if (depth >= nesting) return true
    parent = byId.get(parent)?.parent ?? null
  }
  return false
}

/**
 * Sorts components in paint order. Siblings with missing or equal ranks get new ones, in the order of their ranks or of
 * the file.
 */
function sortInPaintOrder(components: Component[]): Component[] {
  if (areInPaintOrder(components)) return components
  const families = groupByParent(
    components.some((component) => component.rank === noRank) ? rankByPosition(components) : components,
  )
  for (const [parent, family] of families) {
    if (!family.some((component, i) => component.rank === family[i - 1]?.rank)) continue
    const ranks = ranksBetween(null, null, family.length)
    families.set(
      parent,
      family.map((component, i) => patchRecord(component, { rank: ranks[i] })),
    )
  }
  return getDescendants({ children: (parent) => families.get(parent) ?? [] }, null)
}

/** True for a drawing without groups in its written order. `noRank` is less than any rank. */
function areInPaintOrder(components: readonly Component[]): boolean {
  let before = noRank
  for (const { parent, rank } of components) {
    if (parent !== null || rank <= before) return false
    before = rank
  }
  return true
}

function rankByPosition(components: readonly Component[]): Component[] {
  const ranks = ranksBetween(null, null, components.length)
  return components.map((component, i) => patchRecord(component, { rank: ranks[i] }))
}
