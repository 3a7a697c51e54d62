import { ancestorsOf, descendantsOf, groupType, patched, recordProblem } from '../document/index.ts'
import { boundsOf, fitPath, intersects, pathOf, routeThrough, sharesOfPath, unionBoxes } from '../geometry/index.ts'
import { endAtAnchor, readAttachment, type EndFields } from './attachments.ts'
import { withCurveInside } from './fitCurveBounds.ts'
import { Overlay } from './overlay.ts'
import { rejectRecord } from './result.ts'
import type { Component, DrawingView, Id } from '../document/index.ts'
import type { ObstaclesIn, Point, RouteEnd } from '../geometry/index.ts'
import type { AttachmentIndex } from './attachmentIndex.ts'
import type { Obstacles } from './obstacles.ts'

/**
 * Brings every line whose anchors a transaction touched back onto them and finds its way anew; an end whose component is
 * gone becomes free where it was. Here, once, as with groups: no command thinks of lines. Lines that something was put
 * into the way of, or taken out of it, find theirs anew too, where these are few. Answers whether a line in a group was
 * changed, whose box is then to be fitted again.
 */
export function rerouteAttached(base: DrawingView, overlay: Overlay, index: AttachmentIndex): boolean {
  const touched = touchedLines(base, overlay, index)
  if (touched.size === 0 && !index.hasLines) return false
  const obstacles = index.obstacles.during(base, overlay)
  const passing = obstacles.passing()
  let isInGroup = false
  let routed = 0
  for (const id of new Set([...touched, ...passing])) {
    const line = overlay.get(id)
    const ends = line && index.endsOf(line)
    const fitting: Fitting = { base, overlay, index, obstacles: routed++ < avoidingAtMost ? obstacles : null, isCrowded: passing.has(id) }
    // A line in an instance of a symbol lies as the symbol has it.
    const fitted = ends && !ancestorsOf(overlay, line).some(({ link }) => link) && fittedLine(line, ends, fitting)
    if (!line || !fitted || fitted === line) continue
    const problem = recordProblem(fitted)
    if (problem) throw rejectRecord(problem)
    overlay.put(line, fitted)
    if (line.parent !== null) isInGroup = true
  }
  return isInGroup
}

/** So many lines of a transaction find their way around what is in it; the others run straight on, as a drag of hundreds must not wait for each. */
const avoidingAtMost = 100

interface Fitting {
  readonly base: DrawingView
  readonly overlay: Overlay
  readonly index: AttachmentIndex
  readonly obstacles: Obstacles | null
  /** Something near it has changed. */
  readonly isCrowded: boolean
}

function touchedLines(base: DrawingView, overlay: Overlay, index: AttachmentIndex): Set<Id> {
  const touched = new Set<Id>()
  for (const [before, after] of overlay.changes()) {
    if (before === after) continue
    const record = after ?? before
    if (!record) continue
    if (index.endsOf(record)) touched.add(record.id)
    else if (!before || !after || !isSamePlace(before, after)) {
      for (const line of index.linesAt(record.id)) touched.add(line)
      // A line of a group that sticks to that group hangs on its other members, and its box may stay the same.
      for (const group of record.parent === null ? [] : ancestorsOf(overlay, record)) for (const line of index.linesAt(group.id)) touched.add(line)
    }
  }
  // A gesture starts from a drawing that is not the one shown, which is the one that the index knows.
  if (base instanceof Overlay) for (const [, start] of base.changes()) if (start && index.endsOf(start)) touched.add(start.id)
  return touched
}

function fittedLine(line: Component, ends: EndFields, fitting: Fitting): Component {
  const { base, overlay, index, isCrowded } = fitting
  const from = attachedEnd(line, ends.from, overlay, index)
  const to = attachedEnd(line, ends.to, overlay, index)
  const before = base.get(line.id)
  const isWritten = !before || before.props !== line.props
  if (before && !isWritten && !isCrowded && haveMovedTogether([before, line], [from, to], base)) return line
  const path = pathOf(line, sharesOf(line, ends.points, index))
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last) return line
  const isOrthogonal = index.valueOf(line, ends.routing) === 'orthogonal'
  const free = (at: Point): RouteEnd => ({ at, side: null, box: null })
  const start = from.end ?? free(first)
  const finish = to.end ?? free(last)
  const isBound = from.end !== null || to.end !== null
  const isLost = from.isLost || to.isLost
  const kept = [start.at, ...path.slice(1, -1), finish.at]
  // What was let go of, or is bound to nothing, keeps its way as long as that has right angles.
  const staysAsItIs = (isLost || !isBound) && (!isWritten || isRightAngled(kept))
  const bends = ends.bends === undefined || !isOrthogonal ? [] : pathOf(line, sharesOf(line, ends.bends, index)).slice(1, -1)
  const way = isOrthogonal && !staysAsItIs ? routeThrough(start, finish, bends, aroundOf([from, to], fitting)).way : kept
  if (isSameWay(path, way) && !isLost) return line
  const upright = { ...line, angleDeg: 0, flipX: false, flipY: false }
  const { box, shares: fitted } = fitPath(upright, way)
  const props = { ...line.props, [ends.points]: fitted }
  if (ends.bends !== undefined && bends.length > 0) props[ends.bends] = sharesOfPath({ ...upright, ...box }, [start.at, ...bends, finish.at])
  if (from.isLost) delete props[ends.from]
  if (to.isLost) delete props[ends.to]
  return withCurveInside(patched(line, { ...box, angleDeg: 0, flipX: false, flipY: false, props }), index.types)
}

function sharesOf(line: Component, field: string, index: AttachmentIndex): readonly number[] {
  const shares = index.valueOf(line, field)
  return Array.isArray(shares) ? shares : []
}

/** What the line gets around: not what its ends are on, nor what lies upon that and belongs together with it. */
function aroundOf(ends: readonly AttachedEnd[], { overlay, obstacles }: Fitting): ObstaclesIn {
  if (!obstacles) return () => []
  const targets = ends.flatMap(({ target }) => (target ? [{ id: target.id, box: boundsOf(target), root: rootOf(target, overlay) }] : []))
  return (area) => obstacles.boxesIn(area, (component) => targets.some(({ id, box, root }) =>
    component.id === id || ((component.parent === root || rootOf(component, overlay) === root) && intersects(boundsOf(component), box))))
}

/** The outermost group around a component, or itself. */
function rootOf(component: Component, overlay: Overlay): Id {
  return component.parent === null ? component.id : ancestorsOf(overlay, component).at(-1)?.id ?? component.id
}

interface AttachedEnd {
  /** Null: the end is free. */
  readonly end: RouteEnd | null
  readonly target: Component | null
  /** What it stuck to is gone. */
  readonly isLost: boolean
}

/** A line does not stick to another line: each would wait for the other. To a group that it is in, as the rest of that group lies. */
function attachedEnd(line: Component, field: string, overlay: Overlay, index: AttachmentIndex): AttachedEnd {
  const held = readAttachment(line.props[field])
  const target = held && overlay.get(held.id)
  if (!held || !target) return { end: null, target: null, isLost: held !== null }
  const isOwnGroup = target.type === groupType && ancestorsOf(overlay, line).some((group) => group.id === target.id)
  const box = isOwnGroup ? boxWithoutLines(target, overlay, index) : null
  if (index.endsOf(target) !== undefined || (isOwnGroup && !box)) return { end: null, target: null, isLost: false }
  if (!box) return { end: endAtAnchor(target, held.anchor), target, isLost: false }
  const placed = patched(target, { ...box, angleDeg: 0 })
  const { at, side } = endAtAnchor(placed, held.anchor)
  // It comes from within, and through the group's box.
  return { end: { at, side: side && opposite[side], box: null }, target: placed, isLost: false }
}

const opposite = { n: 's', s: 'n', e: 'w', w: 'e' } as const

function boxWithoutLines(group: Component, overlay: Overlay, index: AttachmentIndex): ReturnType<typeof unionBoxes> {
  return unionBoxes(descendantsOf(overlay, group.id).filter((member) => member.type !== groupType && !index.endsOf(member)).map(boundsOf))
}

/** Whether a line and all that it sticks to went the same way, so that it lies right already: half a plant is moved at once. */
function haveMovedTogether([before, after]: readonly [Component, Component], ends: readonly AttachedEnd[], base: DrawingView): boolean {
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
  return a.width === b.width && a.height === b.height && a.angleDeg === b.angleDeg && a.flipX === b.flipX && a.flipY === b.flipY
}

const isSamePlace = (a: Component, b: Component): boolean => a.x === b.x && a.y === b.y && isSameShape(a, b)

function isSameWay(a: readonly Point[], b: readonly Point[]): boolean {
  return a.length === b.length && a.every((point, i) => near(point.x, b[i]?.x ?? NaN) && near(point.y, b[i]?.y ?? NaN))
}

const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.001
