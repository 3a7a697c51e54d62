import { groupType, type Component, type Id } from '../document/index.ts'
import { getBounds, getCorners, intersects, type Box, type Frame, type Point } from '../geometry/index.ts'

/**
 * Returns the components that are painted above `component` and overlap it, or may move over it, and that satisfy
 * `isMeant`. `order` is the painter's order.
 */
export function findOccluders(
  component: Component,
  order: readonly Component[],
  matches: (component: Component) => boolean,
): readonly Component[] {
  const box = getBounds(component)
  const groups = new Map(order.filter(({ type }) => type === groupType).map((group) => [group.id, group]))
  const mayMove = (one: Component): boolean => hasBoundFrame(one) || isMovedByGroup(one, groups)
  const isMoved = mayMove(component)
  return order
    .slice(order.indexOf(component) + 1)
    .filter(
      (other) =>
        other.type !== groupType && (isMoved || intersects(getBounds(other), box) || mayMove(other)) && matches(other),
    )
}

/**
 * A component whose position or size is bound to a tag may move anywhere, as may the members of such a group. No other
 * component moves in a running drawing.
 */
const hasBoundFrame = ({ bindings }: Component): boolean => bindings.some(({ prop }) => placing.has(prop))

function isMovedByGroup({ parent }: Component, groups: ReadonlyMap<Id, Component>): boolean {
  const group = parent === null ? undefined : groups.get(parent)
  return group !== undefined && (hasBoundFrame(group) || isMovedByGroup(group, groups))
}

const placing: ReadonlySet<string> = new Set(['x', 'y', 'width', 'height', 'angleDeg'])

/**
 * Returns the boxes that `frames` cover inside another frame, in the coordinates of the frame's inner area (inset by
 * `border`, without rotation). Touching boxes are merged, so that none lies inside another.
 */
export function openingsIn(outer: Frame, border: number, frames: readonly Frame[]): readonly Box[] {
  const area = { x: 0, y: 0, width: outer.width - 2 * border, height: outer.height - 2 * border }
  return frames.reduce<readonly Box[]>((boxes, frame) => {
    const box = clipBounds(
      getCorners(frame).map((corner) => toInnerPoint(corner, outer, border)),
      area,
    )
    return box ? withBox(boxes, box) : boxes
  }, [])
}

/** Merging may make a box touch a third one, so repeat until no box touches it. */
function withBox(boxes: readonly Box[], box: Box): readonly Box[] {
  const touching = boxes.find((one) => touches(one, box))
  return touching
    ? withBox(
        boxes.filter((one) => one !== touching),
        uniteBoxes(touching, box),
      )
    : [...boxes, box]
}

/**
 * Returns a CSS clip path for an element of this size with the openings cut out, or `none` if there are no openings.
 */
export function toClipPath(width: number, height: number, openings: readonly Box[]): string {
  if (openings.length === 0) return 'none'
  return `path(evenodd,"${[{ x: 0, y: 0, width, height }, ...openings].map((box) => `M${box.x} ${box.y}h${box.width}v${box.height}h${-box.width}z`).join('')}")`
}

function toInnerPoint(point: Point, outer: Frame, border: number): Point {
  const angle = (-outer.angleDeg * Math.PI) / 180
  const [dx, dy] = [point.x - outer.x - outer.width / 2, point.y - outer.y - outer.height / 2]
  return {
    x: dx * Math.cos(angle) - dy * Math.sin(angle) + outer.width / 2 - border,
    y: dx * Math.sin(angle) + dy * Math.cos(angle) + outer.height / 2 - border,
  }
}

/**
 * Returns the part of the bounding box of the points that lies inside the area, in whole pixels; undefined if there is
 * none.
 */
function clipBounds(points: readonly Point[], area: Box): Box | undefined {
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

function uniteBoxes(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}
