import type { Catalog } from '../components/catalog.ts'
import type { Component } from '../document/index.ts'
import { boundsOf, curvedPath, expandBox, intersects, meetsPath, nearestOnPath, pathOf, type Box, type CurvedPath, type Point } from '../geometry/index.ts'

/** The points of a line, pipe or whatever else is drawn through points, in the drawing; null for all that fills its box. */
export function pathOfComponent(component: Component, catalog: Catalog): { readonly field: string; readonly points: readonly Point[] } | null {
  const type = catalog.get(component.type)
  const field = type && pointsFieldOf(type)
  if (!type || field === undefined) return null
  const shares = component.props[field] ?? type.defaults[field]
  return { field, points: pathOf(component, Array.isArray(shares) ? shares : []) }
}

/** The curve that a component's points are drawn as, in the drawing; null where straight parts join them. Worked out once for each record. */
export function curveOfComponent(component: Component, catalog: Catalog): CurvedPath | null {
  const type = catalog.get(component.type)
  const fields = type?.curve
  if (!fields || (component.props[fields.corners] ?? type.defaults[fields.corners]) === 'straight') return null
  let curve = curves.get(component)
  if (curve === undefined) {
    curve = curvedPath(pathOfComponent(component, catalog)?.points ?? [], component.props[fields.corners] ?? type.defaults[fields.corners], component.props[fields.radius] ?? type.defaults[fields.radius])
    curves.set(component, curve)
  }
  return curve
}

const curves = new WeakMap<Component, CurvedPath | null>()

/** Whether a point means a component that lies there: of a path, only what is near it, for its box may be as large as the drawing. */
export function isPointOnPath(component: Component, point: Point, catalog: Catalog, reach: number): boolean {
  const path = drawnPath(component, catalog)
  if (!path || (catalog.get(component.type)?.isArea && isInside(path, point))) return true
  const nearest = nearestOnPath(path, point)
  return nearest === null || nearest.distance <= Math.max(reach, halfBreadth(component, catalog))
}

/** Whether a box touches a component: of a path, the path itself as broad as it is drawn. */
export function isTouchedBy(component: Component, box: Box, catalog: Catalog): boolean {
  return intersects(paintedBounds(component, catalog), box) && !intersectsBox(component, box, catalog)
}

/** The upright box around what is seen of a component: that of a path reaches beside its frame, which holds the middle of its line. */
export function paintedBounds(component: Component, catalog: Catalog): Box {
  const beside = slackOf(component, catalog, 0)
  const bounds = boundsOf(component)
  return beside > 0 ? expandBox(bounds, beside) : bounds
}

/** Whether a box that meets the bounds of what is seen of a component passes it by none the less: a path may be far from the corners of its bounds. */
export function intersectsBox(component: Component, box: Box, catalog: Catalog): boolean {
  const type = catalog.get(component.type)
  if (!type || pointsFieldOf(type) === undefined) return false
  const path = drawnPath(component, catalog)
  if (path === null || meetsPath(path, box, halfBreadth(component, catalog))) return false
  return !type.isArea || !isInside(path, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
}

/** The path as it is drawn: that of an area ends where it began. */
function drawnPath(component: Component, catalog: Catalog): readonly Point[] | null {
  const curve = curveOfComponent(component, catalog)
  if (curve) return curve.path
  const found = pathOfComponent(component, catalog)
  if (!found) return null
  const [first] = found.points
  return first && catalog.get(component.type)?.isArea ? [...found.points, first] : found.points
}

/** Whether a point lies in an outline, by how often a ray from it crosses the sides. */
function isInside(outline: readonly Point[], { x, y }: Point): boolean {
  let isIn = false
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [a, b] = [outline[i], outline[j]]
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn
  }
  return isIn
}

type AnyType = NonNullable<ReturnType<Catalog['get']>>

const fieldNames = new WeakMap<AnyType, string | null>()

/** The field of the points that a type is drawn through. Asked for every component under a pointer: looked up once a type. */
export function pointsFieldOf(type: AnyType): string | undefined {
  let name = fieldNames.get(type)
  if (name === undefined) {
    name = Object.entries(type.fields).find(([, field]) => field.kind === 'points')?.[0] ?? null
    fieldNames.set(type, name)
  }
  return name ?? undefined
}

/** Half of how broad the line is drawn. */
function halfBreadth({ type: name, props }: Component, catalog: Catalog): number {
  const type = catalog.get(name)
  const field = type?.curve?.breadth
  const breadth = field === undefined ? undefined : props[field] ?? type?.defaults[field]
  return typeof breadth === 'number' ? breadth / 2 : 0
}

/** How far beside its box a component may be meant: a path's box is that of the middle of its line. */
export function slackOf(component: Component, catalog: Catalog, reach: number): number {
  const type = catalog.get(component.type)
  return type && pointsFieldOf(type) !== undefined ? Math.max(reach, halfBreadth(component, catalog)) : 0
}
