import { groupType } from './component.ts'
import { boundsOf } from './frame.ts'
import { boxOf, fitted, widen } from './groupBox.ts'
import { recordProblem } from './record.ts'
import type { Component, Id } from './component.ts'
import type { Box } from './frame.ts'
import type { Edges } from './groupBox.ts'
import type { ProblemList } from './problems.ts'
import type { Problem } from '../schema/index.ts'

/**
 * The components of a file with the boxes of its plain groups as all else counts on them: the union of what is in each,
 * upright. What is nearly that stands, for its last bits may come from another machine. What is mended is told. Members within the
 * limits may lie so far apart that their group is not: no file could hold it.
 */
export function withFittedGroups(components: readonly Component[], path: string, problems: ProblemList, warnings: Problem[]): readonly Component[] {
  if (!components.some(isPlainGroup)) return components
  const boxes = new Map<Id | null, Edges>()
  const mended = new Map<Id, Component>()
  // Members stand behind their group.
  for (const component of components.toReversed()) {
    const box = isPlainGroup(component) ? boxOf(boxes.get(component.id)) : null
    const isRight = !box || (isNear(component, box) && component.angleDeg === 0)
    if (!isRight) mended.set(component.id, fitted(component, box))
    const problem = isRight ? null : recordProblem(mended.get(component.id) ?? component)
    if (problem) problems.add(path, problem.code, `${component.id}: ${problem.message}`)
    widen(boxes, component.parent, box && !isRight ? box : boundsOf(component))
  }
  if (mended.size === 0) return components
  warnings.push({ path, code: 'drawing.groupBox', message: `${mended.size} groups had another box than that around their members, which they have now` })
  return components.map((component) => mended.get(component.id) ?? component)
}

const isPlainGroup = ({ type, link }: Component): boolean => type === groupType && link === null

/** What a file says of a box stands unless it is wrong: rewriting its last bits would change an untouched file. */
export function isNear(a: Box, b: Box): boolean {
  return Math.abs(a.x - b.x) < 1e-6 && Math.abs(a.y - b.y) < 1e-6 && Math.abs(a.width - b.width) < 1e-6 && Math.abs(a.height - b.height) < 1e-6
}
