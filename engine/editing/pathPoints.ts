import type { Catalog } from '../components/catalog.ts'
import type { CommandBus, EndFields, Transaction } from '../commands/index.ts'
import type { Component, DrawingDocument } from '../document/index.ts'
import { fitPath, type Point } from '../geometry/index.ts'
import { pathOfComponent } from '../stage/paths.ts'
import { isHeld } from './members.ts'
import type { Selection } from './selection.ts'

/** A line, pipe or connector whose points can be taken hold of, with its points in the drawing. */
export interface EditedPath {
  readonly component: Component
  readonly field: string
  readonly points: readonly Point[]
  /** Its ends stick to components. */
  readonly ends: EndFields | undefined
  /** Which points have a handle: a route that finds its own way has its two ends only. */
  readonly handles: readonly number[]
  readonly canBend: boolean
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
  /** Takes a point out; two must stay. False: there was nothing to take. */
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
    return component && !isHeld(document, component) ? editedPath(component, catalog) : null
  }
  const chosenNow = (path: EditedPath | null): number | null =>
    chosen !== null && path && path.component.id === ownerId && path.handles.includes(chosen) ? chosen : null
  const choose = (index: number | null): void => {
    const path = pathNow()
    ownerId = path?.component.id ?? null
    chosen = path && index !== null && path.handles.includes(index) ? index : null
    for (const listener of listeners) listener()
  }
  const write = (path: EditedPath, points: readonly Point[], index: number | null): boolean => {
    const gesture = bus.gesture('points')
    const { ok } = gesture.update((tx) => writePath(tx, path, points))
    gesture.commit()
    choose(index)
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
      return write(path, path.points.map((point, i) => (i === index ? { x: point.x + dx, y: point.y + dy } : point)), index)
    },
    insert(part, at) {
      const path = pathNow()
      const [a, b] = [path?.points[part], path?.points[part + 1]]
      if (!path?.canBend || !a || !b || path.points.length >= mostPoints) return false
      return write(path, path.points.toSpliced(part + 1, 0, at ?? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }), part + 1)
    },
    remove(index) {
      const path = pathNow()
      const gone = index ?? chosenNow(path)
      if (!path?.canBend || gone === null || path.points.length <= 2 || !path.points[gone]) return false
      return write(path, path.points.toSpliced(gone, 1), Math.min(gone, path.points.length - 2))
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
  const canBend = !ends || (component.props[ends.routing] ?? type.fields[ends.routing]?.default) !== 'orthogonal'
  return { component, field, points, ends, canBend, handles: canBend ? [...points.keys()] : [0, points.length - 1] }
}

/** Writes a path's points and fits the component's box around them; `texts` are changed with them, an empty one goes. */
export function writePath(tx: Transaction, path: EditedPath, points: readonly Point[], texts: Readonly<Record<string, string>> = {}): void {
  const { box, shares } = fitPath(path.component, points)
  const props = { ...path.component.props, ...texts, [path.field]: shares }
  for (const name in texts) if (texts[name] === '') delete props[name]
  tx.patch(path.component.id, { ...box, props })
}
