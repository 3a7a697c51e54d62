import { getBounds, unionBoxes } from '../../geometry/index.ts'
import { getAncestors, groupType, patchRecord, recordProblem } from '../../document/index.ts'
import { rejectRecord } from '../base/result.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { Overlay } from '../base/overlay.ts'

/**
 * Sets the box of every touched group to the union of its members' boxes, innermost first, and removes empty groups.
 * Runs once per transaction; commands never write the frame of a group.
 */
export function fitGroupBounds(base: DrawingView, overlay: Overlay): void {
  for (const group of findTouchedGroups(base, overlay)) {
    const now = overlay.get(group.id)
    if (!now) continue
    const box = unionBoxes(overlay.children(group.id).map(getBounds))
    // An instance whose symbol is missing has no members and is kept.
    if (!box && now.link) continue
    if (!box) overlay.put(now, null)
    else if (!isSameBox(now, box) || now.angleDeg !== 0)
      overlay.put(now, requireWithinLimits(patchRecord(now, { ...box, angleDeg: 0 })))
  }
}

/**
 * Rejects a group box beyond the limits: each member can be within them while the group is not, and such a drawing
 * could not be saved.
 */
function requireWithinLimits(group: Component): Component {
  const problem = recordProblem(group)
  if (problem) throw rejectRecord(problem)
  return group
}

function findTouchedGroups(base: DrawingView, overlay: Overlay): Component[] {
  const depths = new Map<Component, number>()
  const visited = new Set<Id>()
  const touch = (group: Component | undefined): void => {
    if (!group || visited.has(group.id)) return
    visited.add(group.id)
    const ancestors = getAncestors(overlay, group)
    depths.set(group, ancestors.length)
    ancestors.forEach(touch)
  }
  for (const [before, after] of overlay.changes()) {
    if (
      before &&
      after &&
      before.parent === after.parent &&
      isSameBox(before, after) &&
      before.angleDeg === after.angleDeg
    )
      continue
    if (after?.type === groupType) touch(after)
    for (const parent of [before?.parent, after?.parent])
      if (parent && !visited.has(parent)) touch(overlay.get(parent) ?? base.get(parent))
  }
  return [...depths].sort(([, a], [, b]) => b - a).map(([group]) => group)
}

function isSameBox(
  a: { x: number; y: number; width: number; height: number },
  b: { x: number; y: number; width: number; height: number },
): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
}
