import { instanceAround, isHeld } from '../commands/index.ts'
import type { Catalog } from '../components/catalog.ts'
import type { CommandBus, EndFields, Transaction } from '../commands/index.ts'
import type { Component, DrawingDocument } from '../document/index.ts'
import { fitPath, nearestOnPath, pathOf, type CurvedPath, type Point } from '../geometry/index.ts'
import { curveOfComponent, pathOfComponent } from '../stage/pathHitTest.ts'
import type { Selection } from './selection.ts'

/** A line, pipe or connector whose points can be taken hold of, with its points in the drawing. */
export interface EditedPath {
  readonly component: Component
  readonly field: string
  readonly points: readonly Point[]
  /** The curve that it is drawn as; null where straight parts join its points. */
  readonly curve: CurvedPath | null
  /** Its ends stick to components. */
  readonly ends: EndFields | undefined
  /** Which points have a handle: of a route that finds its own way its ends and the points that were set by hand. */
  readonly handles: readonly number[]
  readonly canBend: boolean
  /** An area: its last point is joined with its first, and it takes three to be one. */
  readonly isClosed: boolean
  /** Where it finds its own way, the field of the points that it has to pass. */
  readonly bends?: string
}

/** The points of the one selected path: which one is chosen, and what keys do with it. Each change is one undo step. */
export interface PathPoints {
  /** Null unless exactly one path is selected and free. */
  readonly path: EditedPath | null
  readonly chosen: number | null
  /** Chooses the point that keys act on; null: none. */
  choose(index: number | null): void
  /** Chooses the next or the previous point, round and round. False: there is no path. */
  step(by: 1 | -1): boolean
  /** Moves the chosen point by drawing pixels. False: none is chosen. */
  nudge(dx: number, dy: number): boolean
  /** Adds a point on a part, at a place or in its middle, and chooses it. */
  insert(part: number, at?: Point): boolean
  /** Takes a point out; two must stay, three of an area. False: there was nothing to take. */
  remove(index?: number): boolean
  /** Called when the line or the chosen point is another; answers how to stop listening. */
  onChange(listener: () => void): () => void
}

/** As many corners as a field of points holds. */
const mostPoints = 256

export function createPathPoints(
  document: DrawingDocument, catalog: Catalog, bus: Pick<CommandBus, 'gesture'>, selection: Pick<Selection, 'ids'>,
): PathPoints {
  const listeners = new Set<() => void>()
  let chosen: number | null = null
  let ownerId: string | null = null

  const pathNow = (): EditedPath | null => {
    const [id] = selection.ids.length === 1 ? selection.ids : []
    const component = id && document.get(id)
    return component && !isHeld(document, component) && !instanceAround(document, component) ? editedPath(component, catalog) : null
  }
  const chosenNow = (path: EditedPath | null): number | null =>
    chosen !== null && path && path.component.id === ownerId && path.handles.includes(chosen) ? chosen : null
  const choose = (index: number | null): void => {
    const path = pathNow()
    ownerId = path?.component.id ?? null
    chosen = path && index !== null && path.handles.includes(index) ? index : null
    for (const listener of listeners) listener()
  }
  /** Writes the points that have handles, and chooses one of them: where a route finds its way, it may lie elsewhere among all points then. */
  const write = (path: EditedPath, held: readonly Point[], chosenOfHeld: number): boolean => {
    const gesture = bus.gesture('points')
    const { ok } = gesture.update((tx) => writePath(tx, path, held))
    gesture.commit()
    choose(pathNow()?.handles[chosenOfHeld] ?? null)
    return ok
  }

  return {
    get path() { return pathNow() },
    get chosen() { return chosenNow(pathNow()) },
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
      return write(path, heldOf(path).map((point, i) => (i === at ? { x: point.x + dx, y: point.y + dy } : point)), at)
    },
    insert(part, at) {
      const path = pathNow()
      const [a, b] = path ? outlineOf(path).slice(part, part + 2) : []
      if (!path?.canBend || !a || !b || path.handles.length >= mostPoints) return false
      const index = heldBefore(path, part)
      return write(path, heldOf(path).toSpliced(index, 0, at ?? middleOfPart(path, part, a, b)), index)
    },
    remove(index) {
      const path = pathNow()
      const gone = index ?? chosenNow(path)
      const at = path && gone !== null ? path.handles.indexOf(gone) : -1
      if (!path?.canBend || at < 0 || path.handles.length <= (path.isClosed ? 3 : 2)) return false
      // Of a route only what was set by hand goes: it has its ends from what it joins.
      if (path.bends !== undefined && (at === 0 || at === path.handles.length - 1)) return false
      return write(path, heldOf(path).toSpliced(at, 1), Math.min(at, path.handles.length - 2))
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** What of a component's points can be edited; found by the kind of its fields, whatever its type. */
export function editedPath(component: Component, catalog: Catalog): EditedPath | null {
  const type = catalog.get(component.type)
  const found = pathOfComponent(component, catalog)
  if (!type || !found || found.points.length < 2) return null
  const { field, points } = found
  const { ends } = type
  const curve = curveOfComponent(component, catalog)
  const isRouted = ends && (component.props[ends.routing] ?? type.fields[ends.routing]?.default) === 'orthogonal'
  const isClosed = type.isArea ?? false
  if (!isRouted) return { component, field, points, curve, ends, canBend: true, isClosed, handles: [...points.keys()] }
  const { bends } = ends
  const handles = [0, ...(bends === undefined ? [] : stopsOf(points, bendsOf(component, bends))), points.length - 1]
  return { component, field, points, curve, ends, canBend: bends !== undefined, isClosed, handles, ...(bends !== undefined && { bends }) }
}

/** The points between which a path's parts lie: of an area the last part goes back to where it began. */
export function outlineOf({ points, isClosed }: EditedPath): readonly Point[] {
  return isClosed ? [...points, ...points.slice(0, 1)] : points
}

/** The points of a path that have handles: those that are written, whatever way is found between them. */
export function heldOf(path: EditedPath): readonly Point[] {
  return path.handles.flatMap((index) => path.points[index] ?? [])
}

/** Where a point would be put in the middle of a part: on the curve, where it is one. */
export function middleOfPart({ curve }: Pick<EditedPath, 'curve'>, part: number, a: Point, b: Point): Point {
  const between = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  const first = curve?.parts.indexOf(part) ?? -1
  const last = curve?.parts.lastIndexOf(part) ?? -1
  if (!curve || first < 0) return between
  return nearestOnPath(curve.path.slice(first, last + 2), between)?.at ?? between
}

/** The place of a path nearest to a point, as it is drawn, and between which two of its points that is. */
export function nearestOnDrawn(path: EditedPath, point: Point): ReturnType<typeof nearestOnPath> {
  const { curve } = path
  const nearest = nearestOnPath(curve?.path ?? outlineOf(path), point)
  return nearest && curve ? { ...nearest, part: curve.parts[nearest.part] ?? 0 } : nearest
}

/** Which of these a point put on a part of the path becomes. */
export function heldBefore({ handles }: EditedPath, part: number): number {
  return handles.filter((index) => index <= part).length
}

/** Writes a path by the points that have handles and fits the component's box around them; `texts` are changed with them, an empty one goes. */
export function writePath(tx: Transaction, path: EditedPath, held: readonly Point[], texts: Readonly<Record<string, string>> = {}): void {
  const { box, shares } = fitPath(path.component, held)
  const props = { ...path.component.props, ...texts, [path.field]: shares }
  if (path.bends !== undefined) props[path.bends] = shares
  if (path.bends !== undefined && held.length <= 2) delete props[path.bends]
  for (const name in texts) if (texts[name] === '') delete props[name]
  tx.patch(path.component.id, { ...box, props })
}

function bendsOf(component: Component, field: string): readonly Point[] {
  const shares = component.props[field]
  return Array.isArray(shares) ? pathOf(component, shares).slice(1, -1) : []
}

/** Where in a route the points are that were set by hand. */
function stopsOf(points: readonly Point[], bends: readonly Point[]): number[] {
  let from = 1
  return bends.flatMap((bend) => {
    const at = points.findIndex(({ x, y }, i) => i >= from && i < points.length - 1 && Math.abs(x - bend.x) < 0.01 && Math.abs(y - bend.y) < 0.01)
    if (at < 0) return []
    from = at + 1
    return [at]
  })
}
