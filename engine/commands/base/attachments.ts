import { isId } from '../../document/index.ts'
import { getBounds, getCentre, getDirection, shareToPoint, getRotation } from '../../geometry/index.ts'
import type { Component, Id } from '../../document/index.ts'
import type { Point, RouteEnd, Side } from '../../geometry/index.ts'

/** Names of the fields of a line type that store its attachments, points and routing mode. */
export interface EndFields {
  readonly from: string
  readonly to: string
  readonly points: string
  readonly routing: string
  /**
   * Field for the two ends and the waypoints set by the user. Lines without this field cannot be bent manually while
   * they are routed automatically.
   */
  readonly bends?: string
}

/** The middle of a side, or a fraction (0–1) of the component's box, before mirroring and rotation. */
export type Anchor = Side | Point

/** The component and anchor that one end of a line is attached to. */
export interface Attachment {
  readonly id: Id
  readonly anchor: Anchor
}

export const sides: readonly Side[] = ['n', 'e', 's', 'w']

/**
 * Parses `componentId:e` or `componentId:0.25,1`. Returns null for anything else, including the empty text of a free
 * end.
 */
export function readAttachment(text: unknown): Attachment | null {
  if (typeof text !== 'string') return null
  const [id, anchor, ...rest] = text.split(':')
  if (!isId(id) || anchor === undefined || rest.length > 0) return null
  const side = sides.find((one) => one === anchor)
  if (side) return { id, anchor: side }
  const [x, y, ...more] = anchor.split(',').map(Number)
  return x !== undefined && y !== undefined && more.length === 0 && isShare(x) && isShare(y)
    ? { id, anchor: { x, y } }
    : null
}

/** Formats an attachment as text for `readAttachment`. Fractions are rounded to three decimals. */
export function writeAttachment({ id, anchor }: Attachment): string {
  return `${id}:${typeof anchor === 'string' ? anchor : `${thousandths(anchor.x)},${thousandths(anchor.y)}`}`
}

/** Returns the position of an anchor, the direction in which a line leaves it, and the box that the line must avoid. */
export function endAtAnchor(component: Component, anchor: Anchor): RouteEnd {
  const share = typeof anchor === 'string' ? getSideShare(anchor) : anchor
  const side = typeof anchor === 'string' ? anchor : findNearestSide(component, anchor)
  return { at: shareToPoint(component, share), side: sideInDrawing(component, side), box: getBounds(component) }
}

/** Returns the side of a component whose midpoint is nearest to the centre of another component. */
export function sideTowards(component: Component, other: Component): Side {
  const { x, y } = getCentre(getBounds(other))
  const far = (side: Side): number => {
    const { at } = endAtAnchor(component, side)
    return Math.hypot(at.x - x, at.y - y)
  }
  return sides.reduce((best, side) => (far(side) < far(best) ? side : best))
}

/**
 * Attaches the ends of a copied line to the copies of the original targets. Ends whose target was not copied are
 * detached.
 */
export function reattachCopy(
  component: Component,
  ends: EndFields | undefined,
  copies: ReadonlyMap<Id | null, Id>,
): Component['props'] {
  if (!ends) return component.props
  const props = { ...component.props }
  for (const field of [ends.from, ends.to]) {
    const attachment = readAttachment(props[field])
    const id = attachment && copies.get(attachment.id)
    if (attachment && id) props[field] = writeAttachment({ ...attachment, id })
    else delete props[field]
  }
  return props
}

function getSideShare(side: Side): Point {
  const { x, y } = getDirection(side)
  return { x: 0.5 + x / 2, y: 0.5 + y / 2 }
}

function findNearestSide({ width, height }: Component, { x, y }: Point): Side {
  const distances: readonly (readonly [Side, number])[] = [
    ['n', y * height],
    ['e', (1 - x) * width],
    ['s', (1 - y) * height],
    ['w', x * width],
  ]
  return distances.reduce((best, one) => (one[1] < best[1] ? one : best))[0]
}

/** Converts a side of the component's own box to the side of the drawing that it faces after mirroring and rotation. */
function sideInDrawing({ flipX, flipY, angleDeg }: Component, side: Side): Side {
  const own = getDirection(side)
  const { cos, sin } = getRotation(angleDeg)
  const x = flipX ? -own.x : own.x
  const y = flipY ? -own.y : own.y
  const direction = { x: x * cos - y * sin, y: x * sin + y * cos }
  if (Math.abs(direction.x) >= Math.abs(direction.y)) return direction.x >= 0 ? 'e' : 'w'
  return direction.y >= 0 ? 's' : 'n'
}

const isShare = (value: number): boolean => value >= 0 && value <= 1
const thousandths = (value: number): number => Math.round(value * 1000) / 1000
