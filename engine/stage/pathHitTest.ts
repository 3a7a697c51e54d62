import type { Catalog } from '../components/catalog.ts'
import type { Component } from '../document/index.ts'
import {
  getBounds,
  buildCurvedPath,
  expandBox,
  intersects,
  meetsPath,
  nearestOnPath,
  sharesToPath,
  type Box,
  type CurvedPath,
  type Point,
} from '../geometry/index.ts'

/**
 * Returns the points of a line, pipe or similar component in drawing coordinates, and the field that holds them; null
 * for types that fill their box.
 */
export function getComponentPath(
  component: Component,
  catalog: Catalog,
): { readonly field: string; readonly points: readonly Point[] } | null {
  const type = catalog.get(component.type)
  const field = type && findPointsField(type)
  if (!type || field === undefined) return null
  const shares = component.props[field] ?? type.defaults[field]
  return { field, points: sharesToPath(component, Array.isArray(shares) ? shares : []) }
}

/**
 * Returns the curve of a component in drawing coordinates, or null for straight segments. Cached per component record.
 */
export function getComponentCurve(component: Component, catalog: Catalog): CurvedPath | null {
  const type = catalog.get(component.type)
  const fields = type?.curve
  if (!fields || (component.props[fields.corners] ?? type.defaults[fields.corners]) === 'straight') return null
  let curve = curves.get(component)
  if (curve === undefined) {
    curve = buildCurvedPath(
      getComponentPath(component, catalog)?.points ?? [],
      component.props[fields.corners] ?? type.defaults[fields.corners],
      component.props[fields.radius] ?? type.defaults[fields.radius],
    )
    curves.set(component, curve)
  }
  return curve
}

const curves = new WeakMap<Component, CurvedPath | null>()

/**
 * Whether a point hits a component. Components drawn along a path are hit only near the path, because their box may be
 * as large as the drawing.
 */
export function isHitAt(component: Component, point: Point, catalog: Catalog, reach: number): boolean {
  const path = getDrawnPath(component, catalog)
  if (!path || (catalog.get(component.type)?.isArea && isInside(path, point))) return true
  const nearest = nearestOnPath(path, point)
  return nearest === null || nearest.distance <= Math.max(reach, getHalfWidth(component, catalog))
}

/** Whether a box touches a component. For a path, its drawn width counts. */
export function touchesBox(component: Component, box: Box, catalog: Catalog): boolean {
  return intersects(getPaintedBounds(component, catalog), box) && !missesBox(component, box, catalog)
}

/** Returns the bounding box of the painted component. A path extends beyond its frame by half its width. */
export function getPaintedBounds(component: Component, catalog: Catalog): Box {
  const beside = getHitSlack(component, catalog, 0)
  const bounds = getBounds(component)
  return beside > 0 ? expandBox(bounds, beside) : bounds
}

/**
 * Whether a box misses a component although it intersects its painted bounds, because a path may be far from the
 * corners of its bounds.
 */
export function missesBox(component: Component, box: Box, catalog: Catalog): boolean {
  const type = catalog.get(component.type)
  if (!type || findPointsField(type) === undefined) return false
  const path = getDrawnPath(component, catalog)
  if (path === null || meetsPath(path, box, getHalfWidth(component, catalog))) return false
  return !type.isArea || !isInside(path, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
}

/** Returns the path as drawn; the path of an area is closed. */
function getDrawnPath(component: Component, catalog: Catalog): readonly Point[] | null {
  const curve = getComponentCurve(component, catalog)
  if (curve) return curve.path
  const found = getComponentPath(component, catalog)
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
export function findPointsField(type: AnyType): string | undefined {
  let name = fieldNames.get(type)
  if (name === undefined) {
    name = Object.entries(type.fields).find(([, field]) => field.kind === 'points')?.[0] ?? null
    fieldNames.set(type, name)
  }
  return name ?? undefined
}

/** Half the width of the drawn line in drawing pixels. */
function getHalfWidth({ type: name, props }: Component, catalog: Catalog): number {
  const type = catalog.get(name)
  const field = type?.curve?.breadth
  const breadth = field === undefined ? undefined : (props[field] ?? type?.defaults[field])
  return typeof breadth === 'number' ? breadth / 2 : 0
}

/**
 * Returns how far outside its box a component can be hit, in drawing pixels. The box of a path contains only the centre
 * line.
 */
export function getHitSlack(component: Component, catalog: Catalog, reach: number): number {
  const type = catalog.get(component.type)
  return type && findPointsField(type) !== undefined ? Math.max(reach, getHalfWidth(component, catalog)) : 0
}
