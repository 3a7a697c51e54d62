import { instanceAround, isEffectivelyLocked } from '../commands/index.ts'
import type { Catalog } from '../components/catalog.ts'
import type { CommandBus, EndFields, Transaction } from '../commands/index.ts'
import type { Component, DrawingDocument } from '../document/index.ts'
import { fitPath, nearestOnPath, sharesToPath, type CurvedPath, type Point } from '../geometry/index.ts'
import { getComponentCurve, getComponentPath } from '../stage/pathHitTest.ts'
import type { Selection } from './selection.ts'

/** A line, pipe or connector with editable points, in drawing coordinates. */
export interface EditedPath {
  readonly component: Component
  readonly field: string
  readonly points: readonly Point[]
  /** The drawn curve; null if the points are joined by straight segments. */
  readonly curve: CurvedPath | null
  /** Fields of the ends, for lines that attach to components. */
  readonly ends: EndFields | undefined
  /** Indexes of the points with a handle. For an automatic route these are its ends and its manually set bends. */
  readonly handles: readonly number[]
  readonly canBend: boolean
  /** An area: the last point is joined to the first, and at least three points are needed. */
  readonly isClosed: boolean
  /** For an automatic route: name of the field with the bends it has to pass. */
  readonly bends?: string
}

/**
 * Editing of the points of the selected path: the chosen point and the operations on it. Each change is one undo step.
 */
export interface PathPoints {
  /** Null unless exactly one path is selected and it is neither locked nor in a symbol instance. */
  readonly path: EditedPath | null
  readonly chosen: number | null
  /** Chooses the point for keyboard operations; null for none. */
  choose(index: number | null): void
  /** Chooses the next or previous point, wrapping around. Returns false if there is no path. */
  step(by: 1 | -1): boolean
  /** Moves the chosen point by drawing pixels. Returns false if none is chosen. */
  nudge(dx: number, dy: number): boolean
  /**
   * Adds a point to segment `part`, at `at` or in the middle, and chooses it. Returns false if the path cannot take a
   * point.
   */
  insert(part: number, at?: Point): boolean
  /**
   * Removes a point (default: the chosen one). A line keeps at least two points, an area three. Returns false if
   * nothing was removed.
   */
  remove(index?: number): boolean
  /** Called when the path or the chosen point changed. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

/** Maximum number of points in a points field. */
const maxPoints = 256

/**
 * Creates the point editing of the current selection. Points can be edited only while exactly one unlocked path is
 * selected.
 */
export function createPathPoints(
  document: DrawingDocument,
  catalog: Catalog,
  bus: Pick<CommandBus, 'gesture'>,
  selection: Pick<Selection, 'ids'>,
): PathPoints {
  const listeners = new Set<() => void>()
  let chosen: number | null = null
  let ownerId: string | null = null

  const pathNow = (): EditedPath | null => {
    const [id] = selection.ids.length === 1 ? selection.ids : []
    const component = id && document.get(id)
    return component && !isEffectivelyLocked(document, component) && !instanceAround(document, component)
      ? getEditedPath(component, catalog)
      : null
  }
  const chosenNow = (path: EditedPath | null): number | null =>
    chosen !== null && path && path.component.id === ownerId && path.handles.includes(chosen) ? chosen : null
  const choose = (index: number | null): void => {
    const path = pathNow()
    ownerId = path?.component.id ?? null
    chosen = path && index !== null && path.handles.includes(index) ? index : null
    for (const listener of listeners) listener()
  }
  /**
   * Writes the points that have handles and then chooses one of them by its position among the handles, because
   * rerouting changes the indexes of all points.
   */
  const write = (path: EditedPath, handlePoints: readonly Point[], chosenHandle: number): boolean => {
    const gesture = bus.gesture('points')
    const { ok } = gesture.update((tx) => writePath(tx, path, handlePoints))
    gesture.commit()
    choose(pathNow()?.handles[chosenHandle] ?? null)
    return ok
  }

  return {
    get path() {
      return pathNow()
    },
    get chosen() {
      return chosenNow(pathNow())
    },
    choose,
    step(by) {
      const path = pathNow()
      if (!path) return false
      const at = path.handles.indexOf(chosenNow(path) ?? NaN)
      const { length } = path.handles
      choose(path.handles[at < 0 ? (by > 0 ? 0 : length - 1) : (at + by + length) % length] ?? null)
      return true
    },
    nudge(dx, dy) {
      const path = pathNow()
      const index = chosenNow(path)
      if (!path || index === null) return false
      const at = path.handles.indexOf(index)
      return write(
        path,
        getHandlePoints(path).map((point, i) => (i === at ? { x: point.x + dx, y: point.y + dy } : point)),
        at,
      )
    },
    insert(part, at) {
      const path = pathNow()
      const [a, b] = path ? getOutline(path).slice(part, part + 2) : []
      if (!path?.canBend || !a || !b || path.handles.length >= maxPoints) return false
      const index = countHandlesBefore(path, part)
      return write(path, getHandlePoints(path).toSpliced(index, 0, at ?? getSegmentMiddle(path, part, a, b)), index)
    },
    remove(index) {
      const path = pathNow()
      const removedIndex = index ?? chosenNow(path)
      const at = path && removedIndex !== null ? path.handles.indexOf(removedIndex) : -1
      if (!path?.canBend || at < 0 || path.handles.length <= (path.isClosed ? 3 : 2)) return false
      // The ends of an automatic route cannot be removed, only its bends.
      if (path.bends !== undefined && (at === 0 || at === path.handles.length - 1)) return false
      return write(path, getHandlePoints(path).toSpliced(at, 1), Math.min(at, path.handles.length - 2))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * Returns the editable path of a component, or null. Determined by the kinds of its fields, so it works for any
 * component type.
 */
export function getEditedPath(component: Component, catalog: Catalog): EditedPath | null {
  const type = catalog.get(component.type)
  const found = getComponentPath(component, catalog)
  if (!type || !found || found.points.length < 2) return null
  const { field, points } = found
  const { ends } = type
  const curve = getComponentCurve(component, catalog)
  const isRouted = ends && (component.props[ends.routing] ?? type.fields[ends.routing]?.default) === 'orthogonal'
  const isClosed = type.isArea ?? false
  if (!isRouted) return { component, field, points, curve, ends, canBend: true, isClosed, handles: [...points.keys()] }
  const { bends } = ends
  const handles = [
    0,
    ...(bends === undefined ? [] : findBendIndexes(points, readBends(component, bends))),
    points.length - 1,
  ]
  return {
    component,
    field,
    points,
    curve,
    ends,
    canBend: bends !== undefined,
    isClosed,
    handles,
    ...(bends !== undefined && { bends }),
  }
}

/** Points of the segments; for an area the first point is repeated at the end. */
export function getOutline({ points, isClosed }: EditedPath): readonly Point[] {
  return isClosed ? [...points, ...points.slice(0, 1)] : points
}

/** The points that have handles. Only these are stored; an automatic route computes the others. */
export function getHandlePoints(path: EditedPath): readonly Point[] {
  return path.handles.flatMap((index) => path.points[index] ?? [])
}

/** Middle of a segment, on the curve if there is one. */
export function getSegmentMiddle({ curve }: Pick<EditedPath, 'curve'>, part: number, a: Point, b: Point): Point {
  const between = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  const first = curve?.parts.indexOf(part) ?? -1
  const last = curve?.parts.lastIndexOf(part) ?? -1
  if (!curve || first < 0) return between
  return nearestOnPath(curve.path.slice(first, last + 2), between)?.at ?? between
}

/** Nearest place on the drawn path, with the index of its segment. */
export function findNearestOnPath(path: EditedPath, point: Point): ReturnType<typeof nearestOnPath> {
  const { curve } = path
  const nearest = nearestOnPath(curve?.path ?? getOutline(path), point)
  return nearest && curve ? { ...nearest, part: curve.parts[nearest.part] ?? 0 } : nearest
}

/** Index among the handles for a point inserted in a segment. */
export function countHandlesBefore({ handles }: EditedPath, part: number): number {
  return handles.filter((index) => index <= part).length
}

/**
 * Writes the points that have handles and fits the component's box to them. `texts` are properties to set with them; an
 * empty text removes the property.
 */
export function writePath(
  tx: Transaction,
  path: EditedPath,
  handlePoints: readonly Point[],
  texts: Readonly<Record<string, string>> = {},
): void {
  const { box, shares } = fitPath(path.component, handlePoints)
  const props = { ...path.component.props, ...texts, [path.field]: shares }
  if (path.bends !== undefined) props[path.bends] = shares
  if (path.bends !== undefined && handlePoints.length <= 2) delete props[path.bends]
  for (const name in texts) if (texts[name] === '') delete props[name]
  tx.patch(path.component.id, { ...box, props })
}

function readBends(component: Component, field: string): readonly Point[] {
  const shares = component.props[field]
  return Array.isArray(shares) ? sharesToPath(component, shares).slice(1, -1) : []
}

/** Indexes of the manually set bends in a route. */
function findBendIndexes(points: readonly Point[], bends: readonly Point[]): number[] {
  let from = 1
  return bends.flatMap((bend) => {
    const at = points.findIndex(
      ({ x, y }, i) => i >= from && i < points.length - 1 && Math.abs(x - bend.x) < 0.01 && Math.abs(y - bend.y) < 0.01,
    )
    if (at < 0) return []
    from = at + 1
    return [at]
  })
}
