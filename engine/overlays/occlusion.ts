import { groupType, type Component, type Id } from '../document/index.ts'
import { boundsOf, cornersOf, intersects, type Box, type Frame, type Point } from '../geometry/index.ts'

/** Those of some components in painter's order that lie over one of them, or may come to, and satisfy the question. */
export function findOccluders(component: Component, order: readonly Component[], isMeant: (component: Component) => boolean): readonly Component[] {
  const box = boundsOf(component)
  const groups = new Map(order.filter(({ type }) => type === groupType).map((group) => [group.id, group]))
  const mayMove = (one: Component): boolean => isPlaced(one) || isCarried(one, groups)
  const isMoved = mayMove(component)
  return order.slice(order.indexOf(component) + 1).filter((other) => other.type !== groupType && (isMoved || intersects(boundsOf(other), box) || mayMove(other)) && isMeant(other))
}

/** What a tag places may be anywhere, and so may what is in a group that it places: of a running drawing nothing else moves. */
const isPlaced = ({ bindings }: Component): boolean => bindings.some(({ prop }) => placing.has(prop))

function isCarried({ parent }: Component, groups: ReadonlyMap<Id, Component>): boolean {
  const group = parent === null ? undefined : groups.get(parent)
  return group !== undefined && (isPlaced(group) || isCarried(group, groups))
}

const placing: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'angleDeg'])

/**
 * The boxes that frames take of an upright area from (0, 0), which is the inside of another frame, a border in from its
 * edges. Those that touch are one, so that none lies in another.
 */
export function openingsIn(outer: Frame, border: number, frames: readonly Frame[]): readonly Box[] {
  const area = { x: 0, y: 0, width: outer.width - 2 * border, height: outer.height - 2 * border }
  return frames.reduce<readonly Box[]>((boxes, frame) => {
    const box = boxOf(cornersOf(frame).map((corner) => within(corner, outer, border)), area)
    return box ? withBox(boxes, box) : boxes
  }, [])
}

/** A box that grows by joining another may touch a third. */
function withBox(boxes: readonly Box[], box: Box): readonly Box[] {
  const met = boxes.find((one) => touches(one, box))
  return met ? withBox(boxes.filter((one) => one !== met), joined(met, box)) : [...boxes, box]
}

/** As a clip path for an element of that size: all of it but the openings; none: nothing is cut out. */
export function clipOf(width: number, height: number, openings: readonly Box[]): string {
  if (openings.length === 0) return 'none'
  return `path(evenodd,"${[{ x: 0, y: 0, width, height }, ...openings].map((box) => `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`).join('')}")`
}

function within(point: Point, outer: Frame, border: number): Point {
  const angle = (-outer.angleDeg * Math.PI) / 180
  const [dx, dy] = [point.x - outer.x - outer.width / 2, point.y - outer.y - outer.height / 2]
  return {
    x: dx * Math.cos(angle) - dy * Math.sin(angle) + outer.width / 2 - border,
    y: dx * Math.sin(angle) + dy * Math.cos(angle) + outer.height / 2 - border,
  }
}

/** What of the box around the points lies in the area; undefined: nothing. */
function boxOf(points: readonly Point[], area: Box): Box | undefined {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const x = Math.max(0, Math.floor(Math.min(...xs)))
  const y = Math.max(0, Math.floor(Math.min(...ys)))
  const width = Math.min(area.width, Math.ceil(Math.max(...xs))) - x
  const height = Math.min(area.height, Math.ceil(Math.max(...ys))) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

function touches(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
}

function joined(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
