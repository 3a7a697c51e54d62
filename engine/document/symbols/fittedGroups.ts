import { groupType } from '../model/component.ts'
import { getBounds } from '../values/frame.ts'
import { toBox, fitGroup, widen } from './groupBox.ts'
import { recordProblem } from '../model/record.ts'
import type { Component, Id } from '../model/component.ts'
import type { Box } from '../values/frame.ts'
import type { Edges } from './groupBox.ts'
import type { ProblemList } from '../values/problems.ts'
import type { Problem } from '../../schema/index.ts'

/**
 * Corrects the boxes of plain groups in a file to the union of their members' boxes and adds a warning for each. Nearly
 * correct boxes remain, because rounding differs between machines. Adds a problem if a group box exceeds the limits,
 * which is possible even if its members do not.
 */
export function withFittedGroups(
  components: readonly Component[],
  path: string,
  problems: ProblemList,
  warnings: Problem[],
): readonly Component[] {
  if (!components.some(isPlainGroup)) return components
  const boxes = new Map<Id | null, Edges>()
  const mended = new Map<Id, Component>()
  // Members follow their group.
  for (const component of components.toReversed()) {
    const box = isPlainGroup(component) ? toBox(boxes.get(component.id)) : null
    const isRight = !box || (isNear(component, box) && component.angleDeg === 0)
    if (!isRight) mended.set(component.id, fitGroup(component, box))
    const problem = isRight ? null : recordProblem(mended.get(component.id) ?? component)
    if (problem) problems.add(path, problem.code, `${component.id}: ${problem.message}`)
    widen(boxes, component.parent, box && !isRight ? box : getBounds(component))
  }
  if (mended.size === 0) return components
  warnings.push({
    path,
    code: 'drawing.groupBox',
    message: `the boxes of ${mended.size} groups did not match their members and were corrected`,
  })
  return components.map((component) => mended.get(component.id) ?? component)
}

const isPlainGroup = ({ type, link }: Component): boolean => type === groupType && link === null

/** Nearly equal boxes remain as in the file; otherwise reading would change untouched files. */
export function isNear(a: Box, b: Box): boolean {
  return (
    Math.abs(a.x - b.x) < 1e-6 &&
    Math.abs(a.y - b.y) < 1e-6 &&
    Math.abs(a.width - b.width) < 1e-6 &&
    Math.abs(a.height - b.height) < 1e-6
  )
}
