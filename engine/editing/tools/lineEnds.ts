import { endAtAnchor, sides, writeAttachment, type Attachment } from '../../commands/index.ts'
import type { Component, Id } from '../../document/index.ts'
import { containsPoint, shareToPoint, pointToShare, type Point } from '../../geometry/index.ts'
import { gripReach } from '../handles.ts'
import { snapPoint, type SnapTargets } from './snapTargets.ts'
import type { ToolContext, ToolPointer } from './tool.ts'

/** Position of a line's end if released now, and the component it attaches to. */
export interface LineEnd {
  readonly at: Point
  readonly attachment: Attachment | null
  /** Anchors to display: those of nearby components. */
  readonly anchors: readonly Point[]
}

/**
 * Finds the position of a line's end: the nearest anchor in reach (the middle of a component's side), else the exact
 * point on an unlocked component under the pointer, else the snapped position. With Ctrl there is no attachment and no
 * snapping. Lines do not attach to lines.
 */
export function findEnd(context: ToolContext, pointer: ToolPointer, own: Id | null, around: SnapTargets): LineEnd {
  const reach = gripReach(pointer.isCoarse ?? false) / context.view.camera.scale
  const { world } = pointer
  if (pointer.free) return { at: world, attachment: null, anchors: [] }
  const near = context.view
    .within({ x: world.x - reach, y: world.y - reach, width: 2 * reach, height: 2 * reach })
    .filter((component) => component.id !== own && !context.catalog.get(component.type)?.ends)
    .slice(0, maxCandidates)
  const anchors = near.flatMap((component) =>
    sides.map((side) => ({ id: component.id, anchor: side, ...endAtAnchor(component, side) })),
  )
  let best: (typeof anchors)[number] | null = null
  for (const one of anchors)
    if (distance(one.at, world) <= reach && (!best || distance(one.at, world) < distance(best.at, world))) best = one
  const points = anchors.map(({ at }) => at)
  if (best) return { at: best.at, attachment: { id: best.id, anchor: best.anchor }, anchors: points }
  const under = componentUnder(context, near, world)
  if (under) {
    const share = pointToShare(under, world)
    const anchor = { x: Math.round(share.x * 1000) / 1000, y: Math.round(share.y * 1000) / 1000 }
    return { at: shareToPoint(under, anchor), attachment: { id: under.id, anchor }, anchors: points }
  }
  return { at: snapPoint(world, around).at, attachment: null, anchors: points }
}

export const getAttachmentText = (end: LineEnd): string => (end.attachment ? writeAttachment(end.attachment) : '')

const maxCandidates = 50

/** The topmost unlocked component; a locked background is not a target. */
function componentUnder(context: ToolContext, near: readonly Component[], world: Point): Component | undefined {
  const under = near.filter((component) => !component.locked && containsPoint(component, world))
  const hit = context.view.hitTest(world)
  return (
    under.find((component) => component.id === hit?.id) ??
    (hit && !context.catalog.get(hit.type)?.ends ? undefined : under[0])
  )
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
