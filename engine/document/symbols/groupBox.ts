import { patchRecord } from '../model/record.ts'
import type { Component, Id } from '../model/component.ts'
import type { Box } from '../values/frame.ts'

/** Bounds of a group's members so far: left, top, right, bottom. */
export type Edges = [left: number, top: number, right: number, bottom: number]

/** Extends a group's bounds by a member's box. */
export function widen(boxes: Map<Id | null, Edges>, group: Id | null, { x, y, width, height }: Box): void {
  const edges = boxes.get(group)
  if (!edges) {
    boxes.set(group, [x, y, x + width, y + height])
    return
  }
  edges[0] = Math.min(edges[0], x)
  edges[1] = Math.min(edges[1], y)
  edges[2] = Math.max(edges[2], x + width)
  edges[3] = Math.max(edges[3], y + height)
}

/** Converts bounds to a box. Returns null for a group without members. */
export function toBox(edges: Edges | undefined): Box | null {
  return edges ? { x: edges[0], y: edges[1], width: edges[2] - edges[0], height: edges[3] - edges[1] } : null
}

/** Returns a group with the given box, as written by `fitGroupBounds`. */
export function fitGroup(group: Component, { x, y, width, height }: Box): Component {
  if (group.x === x && group.y === y && group.width === width && group.height === height && group.angleDeg === 0)
    return group
  return patchRecord(group, { x, y, width, height, angleDeg: 0 })
}
