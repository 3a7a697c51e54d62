import type { Catalog } from '../components/catalog.ts'
import type { Component } from '../document/index.ts'
import { boundsOf, curvedPath, expandBox, intersects, meetsPath, nearestOnPath, pathOf, type Box, type CurvedPath, type Point } from '../geometry/index.ts'

/**
 * Returns the points of a line, pipe or similar component in drawing coordinates, and the field that holds them; null
 * for types that fill their box.
 */
export function pathOfComponent(component: Component, catalog: Catalog): { readonly field: string; readonly points: readonly Point[] } | null {
  const type = catalog.get(component.type)
  const field = type && pointsFieldOf(type)
  if (!type || field === undefined) return null
  const shares = component.props[field] ?? type.defaults[field]
  return { field, points: pathOf(component, Array.isArray(shares) ? shares : []) }
}

/**
 * Returns the curve of a component in drawing coordinates, or null for straight segments. Cached per component record.
 */
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

/**
 * Whether a point hits a component. Components drawn along a path are hit only near the path, because their box may be
 * as large as the drawing.
 */
export function isPointOnPath(component: Component, point: Point, catalog: Catalog, reach: number): boolean {
  const path = drawnPath(component, catalog)
  if (!path || (catalog.get(component.type)?.isArea && isInside(path, point))) return true
  const nearest = nearestOnPath(path, point)
  return nearest === null || nearest.distance <= Math.max(reach, halfBreadth(component, catalog))
}

/** Whether a box touches a component. For a path, its drawn width counts. */
export function isTouchedBy(component: Component, box: Box, catalog: Catalog): boolean {
  return intersects(paintedBounds(component, catalog), box) && !intersectsBox(component, box, catalog)
}

/** Returns the bounding box of the painted component. A path extends beyond its frame by half its width. */
export function paintedBounds(component: Component, catalog: Catalog): Box {
  const beside = slackOf(component, catalog, 0)
  const bounds = boundsOf(component)
  return beside > 0 ? expandBox(bounds, beside) : bounds
}

/**
 * Whether a box misses a component although it intersects its painted bounds, because a path may be far from the
 * corners of its bounds.
 */
export function intersectsBox(component: Component, box: Box, catalog: Catalog): boolean {
  const type = catalog.get(component.type)
  if (!type || pointsFieldOf(type) === undefined) return false
  const path = drawnPath(component, catalog)
  if (path === null || meetsPath(path, box, halfBreadth(component, catalog))) return false
  return !type.isArea || !isInside(path, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
}

/** Returns the path as drawn; the path of an area is closed. */
function drawnPath(component: Component, catalog: Catalog): readonly Point[] | null {
  const curve = curveOfComponent(component, catalog)
  if (curve) return curve.path
  const found = pathOfComponent(component, catalog)
  if (!found) return null
  const [first] = found.points
  return first && catalog.get(component.type)?.isArea ? [...found.points, first] : found.points
}

/** Whether a point lies inside an outline (even-odd rule). */
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

/**
 * Returns the name of the type's field with the points of its path. Cached per type, because it is used for every
 * component under the pointer.
 */
export function pointsFieldOf(type: AnyType): string | undefined {
  let name = fieldNames.get(type)
  if (name === undefined) {
    name = Object.entries(type.fields).find(([, field]) => field.kind === 'points')?.[0] ?? null
    fieldNames.set(type, name)
  }
  return name ?? undefined
}

/** Half the width of the drawn line in drawing pixels. */
function halfBreadth({ type: name, props }: Component, catalog: Catalog): number {
  const type = catalog.get(name)
  const field = type?.curve?.breadth
  const breadth = field === undefined ? undefined : props[field] ?? type?.defaults[field]
  return typeof breadth === 'number' ? breadth / 2 : 0
}

/**
 * Returns how far outside its box a component can be hit, in drawing pixels. The box of a path contains only the centre
 * line.
 */
export function slackOf(component: Component, catalog: Catalog, reach: number): number {
  const type = catalog.get(component.type)
  return type && pointsFieldOf(type) !== undefined ? Math.max(reach, halfBreadth(component, catalog)) : 0
}
