import { getAncestors, getDescendants, groupType, patchRecord, recordProblem } from '../../document/index.ts'
import {
  getBounds,
  fitPath,
  intersects,
  sharesToPath,
  routeThrough,
  pathToShares,
  unionBoxes,
} from '../../geometry/index.ts'
import { endAtAnchor, readAttachment, type EndFields } from '../base/attachments.ts'
import { withCurveInside } from './fitCurveBounds.ts'
import { Overlay } from '../base/overlay.ts'
import { rejectRecord } from '../base/result.ts'
import type { Component, DrawingView, Id } from '../../document/index.ts'
import type { ObstaclesIn, Point, RouteEnd } from '../../geometry/index.ts'
import type { AttachmentIndex } from './attachmentIndex.ts'
import type { Obstacles } from './obstacles.ts'

/**
 * Reroutes every line whose anchors a transaction changed. An end whose component was removed becomes free at its last
 * position. Lines near a changed obstacle are rerouted too, if they are few. Runs once per transaction; commands do not
 * handle lines. Returns true if a line inside a group changed, so that group boxes must be fitted again.
 */
export function rerouteAttached(base: DrawingView, overlay: Overlay, index: AttachmentIndex): boolean {
  const affectedLines = findTouchedLines(base, overlay, index)
  if (affectedLines.size === 0 && !index.hasLines) return false
  const obstacles = index.obstacles.during(base, overlay)
  const passing = obstacles.passing()
  let isInGroup = false
  let routed = 0
  for (const id of new Set([...affectedLines, ...passing])) {
    const line = overlay.get(id)
    const ends = line && index.getEnds(line)
    const lineFitting: Fitting = {
      base,
      overlay,
      index,
      obstacles: routed++ < maxAvoiding ? obstacles : null,
      isCrowded: passing.has(id),
    }
    // The symbol determines the shape of a line inside an instance.
    const fitted = ends && !getAncestors(overlay, line).some(({ link }) => link) && fitLine(line, ends, lineFitting)
    if (!line || !fitted || fitted === line) continue
    const problem = recordProblem(fitted)
    if (problem) throw rejectRecord(problem)
    overlay.put(line, fitted)
    if (line.parent !== null) isInGroup = true
  }
  return isInGroup
}

/**
 * Maximum number of lines per transaction that avoid obstacles. Further lines ignore them, to keep large drags fast.
 */
const maxAvoiding = 100

interface Fitting {
  readonly base: DrawingView
  readonly overlay: Overlay
  readonly index: AttachmentIndex
  readonly obstacles: Obstacles | null
  /** True if an obstacle near the line changed. */
  readonly isCrowded: boolean
}

function findTouchedLines(base: DrawingView, overlay: Overlay, index: AttachmentIndex): Set<Id> {
  const affectedLines = new Set<Id>()
  for (const [before, after] of overlay.changes()) {
    if (before === after) continue
    const record = after ?? before
    if (!record) continue
    if (index.getEnds(record)) affectedLines.add(record.id)
    else if (!before || !after || !isSamePlace(before, after)) {
      for (const line of index.linesAt(record.id)) affectedLines.add(line)
      // A line attached to its own group depends on the other members of the group, even if the group's box does not
      // change.
      for (const group of record.parent === null ? [] : getAncestors(overlay, record))
        for (const line of index.linesAt(group.id)) affectedLines.add(line)
    }
  }
  // During a gesture the base is an overlay of the indexed document, so its lines are included.
  if (base instanceof Overlay)
    for (const [, start] of base.changes()) if (start && index.getEnds(start)) affectedLines.add(start.id)
  return affectedLines
}

function fitLine(line: Component, ends: EndFields, lineFitting: Fitting): Component {
  const { base, overlay, index, isCrowded } = lineFitting
  const from = resolveEnd(line, ends.from, overlay, index)
  const to = resolveEnd(line, ends.to, overlay, index)
  const before = base.get(line.id)
  const isWritten = !before || before.props !== line.props
  if (before && !isWritten && !isCrowded && haveMovedTogether([before, line], [from, to], base)) return line
  const path = sharesToPath(line, getShares(line, ends.points, index))
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last) return line
  const isOrthogonal = index.getValue(line, ends.routing) === 'orthogonal'
  const free = (at: Point): RouteEnd => ({ at, side: null, box: null })
  const start = from.end ?? free(first)
  const finish = to.end ?? free(last)
  const isBound = from.end !== null || to.end !== null
  const isLost = from.isLost || to.isLost
  const currentPath = [start.at, ...path.slice(1, -1), finish.at]
  // A line without attachments, or one that lost its target, keeps its route if the route is still orthogonal.
  const staysAsItIs = (isLost || !isBound) && (!isWritten || isRightAngled(currentPath))
  const bends =
    ends.bends === undefined || !isOrthogonal ? [] : sharesToPath(line, getShares(line, ends.bends, index)).slice(1, -1)
  const newPath =
    isOrthogonal && !staysAsItIs
      ? routeThrough(start, finish, bends, getObstacles([from, to], lineFitting)).path
      : currentPath
  if (isSamePath(path, newPath) && !isLost) return line
  const upright = { ...line, angleDeg: 0, flipX: false, flipY: false }
  const { box, shares: fitted } = fitPath(upright, newPath)
  const props = { ...line.props, [ends.points]: fitted }
  if (ends.bends !== undefined && bends.length > 0)
    props[ends.bends] = pathToShares({ ...upright, ...box }, [start.at, ...bends, finish.at])
  if (from.isLost) delete props[ends.from]
  if (to.isLost) delete props[ends.to]
  return withCurveInside(patchRecord(line, { ...box, angleDeg: 0, flipX: false, flipY: false, props }), index.types)
}

function getShares(line: Component, field: string, index: AttachmentIndex): readonly number[] {
  const shares = index.getValue(line, field)
  return Array.isArray(shares) ? shares : []
}

/**
 * Returns the obstacles for a line, without the components it is attached to and components of the same group that
 * overlap them.
 */
function getObstacles(ends: readonly AttachedEnd[], { overlay, obstacles }: Fitting): ObstaclesIn {
  if (!obstacles) return () => []
  const targets = ends.flatMap(({ target }) =>
    target ? [{ id: target.id, box: getBounds(target), root: findRoot(target, overlay) }] : [],
  )
  return (area) =>
    obstacles.boxesIn(area, (component) =>
      targets.some(
        ({ id, box, root }) =>
          component.id === id ||
          ((component.parent === root || findRoot(component, overlay) === root) &&
            intersects(getBounds(component), box)),
      ),
    )
}

/** Returns the outermost group around a component, or the component itself. */
function findRoot(component: Component, overlay: Overlay): Id {
  return component.parent === null ? component.id : (getAncestors(overlay, component).at(-1)?.id ?? component.id)
}

interface AttachedEnd {
  /** Null if the end is free. */
  readonly end: RouteEnd | null
  readonly target: Component | null
  /** True if the component that the end was attached to no longer exists. */
  readonly isLost: boolean
}

/**
 * Resolves the attachment of one end. Lines cannot be attached to other lines, because the two would depend on each
 * other. For a line attached to its own group, the box of the group's other members is used.
 */
function resolveEnd(line: Component, field: string, overlay: Overlay, index: AttachmentIndex): AttachedEnd {
  const attachment = readAttachment(line.props[field])
  const target = attachment && overlay.get(attachment.id)
  if (!attachment || !target) return { end: null, target: null, isLost: attachment !== null }
  const isOwnGroup = target.type === groupType && getAncestors(overlay, line).some((group) => group.id === target.id)
  const box = isOwnGroup ? boxWithoutLines(target, overlay, index) : null
  if (index.getEnds(target) !== undefined || (isOwnGroup && !box)) return { end: null, target: null, isLost: false }
  if (!box) return { end: endAtAnchor(target, attachment.anchor), target, isLost: false }
  const placed = patchRecord(target, { ...box, angleDeg: 0 })
  const { at, side } = endAtAnchor(placed, attachment.anchor)
  // The line starts inside the group and crosses its box.
  return { end: { at, side: side && opposite[side], box: null }, target: placed, isLost: false }
}

const opposite = { n: 's', s: 'n', e: 'w', w: 'e' } as const

function boxWithoutLines(group: Component, overlay: Overlay, index: AttachmentIndex): ReturnType<typeof unionBoxes> {
  return unionBoxes(
    getDescendants(overlay, group.id)
      .filter((member) => member.type !== groupType && !index.getEnds(member))
      .map(getBounds),
  )
}

/**
 * Returns true if the line and all its targets moved by the same offset, so that the line needs no new route, for
 * example when half of a drawing is moved.
 */
function haveMovedTogether(
  [before, after]: readonly [Component, Component],
  ends: readonly AttachedEnd[],
  base: DrawingView,
): boolean {
  const dx = after.x - before.x
  const dy = after.y - before.y
  if (!isSameShape(before, after) || ends.some((end) => end.isLost)) return false
  return ends.every(({ target }) => {
    if (!target) return true
    const was = base.get(target.id)
    return was !== undefined && isSameShape(was, target) && near(target.x - was.x, dx) && near(target.y - was.y, dy)
  })
}

function isRightAngled(path: readonly Point[]): boolean {
  return path.every((point, i) => {
    const before = path[i - 1]
    return !before || near(before.x, point.x) || near(before.y, point.y)
  })
}

function isSameShape(a: Component, b: Component): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.angleDeg === b.angleDeg &&
    a.flipX === b.flipX &&
    a.flipY === b.flipY
  )
}

const isSamePlace = (a: Component, b: Component): boolean => a.x === b.x && a.y === b.y && isSameShape(a, b)

function isSamePath(a: readonly Point[], b: readonly Point[]): boolean {
  return a.length === b.length && a.every((point, i) => near(point.x, b[i]?.x ?? NaN) && near(point.y, b[i]?.y ?? NaN))
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.001
