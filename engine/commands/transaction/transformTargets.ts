import { groupType } from '../../document/index.ts'
import type { Component, DrawingView } from '../../document/index.ts'
import type { Mirrored } from '../../geometry/index.ts'
import type { Transaction } from './transaction.ts'

/**
 * The frame to write when something is moved, rotated or resized: the frame of a plain component, or the symbol box of
 * an instance, from which its members are generated. A plain group is transformed through its members.
 */
export interface TransformTarget {
  readonly component: Component
  readonly frame: Mirrored
}

/**
 * Returns a component's own frame. For an instance this is the rotated and mirrored box of its symbol, not the bounding
 * box of its members.
 */
export function getOwnFrame(component: Component): Mirrored {
  return component.link?.place ?? component
}

/**
 * Returns the frames to transform for a component: its own frame, or those of all members of a group in paint order.
 */
export function transformTargets(view: Pick<DrawingView, 'children'>, root: Component): TransformTarget[] {
  const leaves: TransformTarget[] = []
  const open = [root]
  for (let component = open.pop(); component; component = open.pop()) {
    if (component.link) leaves.push({ component, frame: component.link.place })
    else if (component.type !== groupType) leaves.push({ component, frame: component })
    else for (const member of view.children(component.id).toReversed()) open.push(member)
  }
  return leaves
}

/** Writes parts of a target's frame. */
export function placeTarget(
  tx: Transaction,
  { component: { id, link } }: TransformTarget,
  part: Partial<Mirrored>,
): void {
  tx.patch(id, link ? { link: { ...link, place: { ...link.place, ...part } } } : part)
}
