import { groupType } from '../document/index.ts'
import type { Component, DrawingView } from '../document/index.ts'
import type { Mirrored } from '../geometry/index.ts'
import type { Transaction } from './transaction.ts'

/**
 * What is written when something is moved, turned or stretched. A plain component by its own frame; an instance of a
 * symbol by the place of the symbol's box, for its members are made from that. A plain group has no place but its members'.
 */
export interface TransformTarget {
  readonly component: Component
  readonly frame: Mirrored
}

/** The place that is a component's own: an instance's is that of its symbol's box, turned and mirrored with it, not the upright box around what is seen of it. */
export function ownFrame(component: Component): Mirrored {
  return component.link?.place ?? component
}

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

/** Writes parts of a leaf's frame. */
export function placeTarget(tx: Transaction, { component: { id, link } }: TransformTarget, part: Partial<Mirrored>): void {
  tx.patch(id, link ? { link: { ...link, place: { ...link.place, ...part } } } : part)
}
