import { isId } from '../document/index.ts'
import { boundsOf, centreOf, directionOf, pointOfShare, turnOf } from '../geometry/index.ts'
import type { Component, Id } from '../document/index.ts'
import type { Point, RouteEnd, Side } from '../geometry/index.ts'

/** The fields of a line type that hold what its ends stick to, its points, and how it runs between them. */
export interface EndFields {
  readonly from: string
  readonly to: string
  readonly points: string
  readonly routing: string
  /** Its ends and between them the points that a person has set for it to pass; a type without cannot be bent by hand where it finds its own way. */
  readonly bends?: string
}

/** The middle of a side, or any share of the component's box, before it is mirrored and turned. */
export type Anchor = Side | Point

/** What one end of a line sticks to. */
export interface Attachment {
  readonly id: Id
  readonly anchor: Anchor
}

export const sides: readonly Side[] = ['n', 'e', 's', 'w']

/** Reads `componentId:e` or `componentId:0.25,1`; null for anything else, above all for the empty text of a free end. */
export function readAttachment(text: unknown): Attachment | null {
  if (typeof text !== 'string') return null
  const [id, anchor, ...rest] = text.split(':')
  if (!isId(id) || anchor === undefined || rest.length > 0) return null
  const side = sides.find((one) => one === anchor)
  if (side) return { id, anchor: side }
  const [x, y, ...more] = anchor.split(',').map(Number)
  return x !== undefined && y !== undefined && more.length === 0 && isShare(x) && isShare(y) ? { id, anchor: { x, y } } : null
}

export function writeAttachment({ id, anchor }: Attachment): string {
  return `${id}:${typeof anchor === 'string' ? anchor : `${thousandths(anchor.x)},${thousandths(anchor.y)}`}`
}

/** Where an anchor of a component is now, which way a line leaves it, and what the line should not run through. */
export function endAtAnchor(component: Component, anchor: Anchor): RouteEnd {
  const share = typeof anchor === 'string' ? shareOfSide(anchor) : anchor
  const side = typeof anchor === 'string' ? anchor : nearestSide(component, anchor)
  return { at: pointOfShare(component, share), side: sideInDrawing(component, side), box: boundsOf(component) }
}

/** The side of a component whose middle is nearest to another component. */
export function sideTowards(component: Component, other: Component): Side {
  const { x, y } = centreOf(boundsOf(other))
  const far = (side: Side): number => {
    const { at } = endAtAnchor(component, side)
    return Math.hypot(at.x - x, at.y - y)
  }
  return sides.reduce((best, side) => (far(side) < far(best) ? side : best))
}

/** A copy's ends stick to the copies of what the original stuck to; what was not copied with it they let go of. */
export function reattached(component: Component, ends: EndFields | undefined, copies: ReadonlyMap<Id | null, Id>): Component['props'] {
  if (!ends) return component.props
  const props = { ...component.props }
  for (const field of [ends.from, ends.to]) {
    const held = readAttachment(props[field])
    const id = held && copies.get(held.id)
    if (held && id) props[field] = writeAttachment({ ...held, id })
    else delete props[field]
  }
  return props
}

function shareOfSide(side: Side): Point {
  const { x, y } = directionOf(side)
  return { x: 0.5 + x / 2, y: 0.5 + y / 2 }
}

function nearestSide({ width, height }: Component, { x, y }: Point): Side {
  const distances: readonly (readonly [Side, number])[] = [['n', y * height], ['e', (1 - x) * width], ['s', (1 - y) * height], ['w', x * width]]
  return distances.reduce((best, one) => (one[1] < best[1] ? one : best))[0]
}

/** A side of the component's own box as the side of the drawing that it looks to most. */
function sideInDrawing({ flipX, flipY, angleDeg }: Component, side: Side): Side {
  const own = directionOf(side)
  const { cos, sin } = turnOf(angleDeg)
  const x = flipX ? -own.x : own.x
  const y = flipY ? -own.y : own.y
  const way = { x: x * cos - y * sin, y: x * sin + y * cos }
  if (Math.abs(way.x) >= Math.abs(way.y)) return way.x >= 0 ? 'e' : 'w'
  return way.y >= 0 ? 's' : 'n'
}

const isShare = (value: number): boolean => value >= 0 && value <= 1
const thousandths = (value: number): number => Math.round(value * 1000) / 1000
