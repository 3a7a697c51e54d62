import { groupType } from '../../document/index.ts'
import type { Component, DrawingView } from '../../document/index.ts'
import type { Problem } from '../../schema/index.ts'

/**
 * Reports groups that were removed while members remain and that had bindings, a click action, an animation or a
 * prompt, because these are lost.
 */
export function findLostBehaviour(
  base: DrawingView,
  now: Pick<DrawingView, 'get'>,
  changes: Iterable<readonly [Component | null, Component | null]>,
): readonly Problem[] {
  const lost: Problem[] = []
  for (const [before, after] of changes) {
    if (after || before?.type !== groupType || !actsByItself(before)) continue
    if (base.children(before.id).some(({ id }) => now.get(id))) {
      lost.push({
        path: before.id,
        code: 'group.dissolved',
        message: `${before.name || before.id} was ungrouped: its own bindings, click action, animation and prompt were removed`,
      })
    }
  }
  return lost
}

const actsByItself = ({ bindings, action, animation, extras }: Component): boolean =>
  bindings.length > 0 || action !== null || animation !== null || Object.keys(extras).length > 0
