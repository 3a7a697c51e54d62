import { ancestorsOf, patched, recordProblem } from '../document/index.ts'
import { fitPath, pathOf, routeOrthogonal } from '../geometry/index.ts'
import { endAtAnchor, readAttachment, type EndFields } from './attachments.ts'
import { Overlay } from './overlay.ts'
import { Refusal } from './result.ts'
import type { Component, DrawingView, Id } from '../document/index.ts'
import type { Point, RouteEnd } from '../geometry/index.ts'
import type { AttachmentIndex } from './attachmentIndex.ts'

/**
 * Brings every line whose anchors a transaction touched back onto them and finds its way anew; an end whose component is
 * gone becomes free where it was. Here, once, as with groups: no command thinks of lines. Answers whether a line in a
 * group was changed, whose box is then to be fitted again.
 */
export function fitAttached(base: DrawingView, overlay: Overlay, index: AttachmentIndex): boolean {
  let isInGroup = false
  for (const id of touchedLines(base, overlay, index)) {
    const line = overlay.get(id)
    const ends = line && index.endsOf(line)
    // A line in an instance of a symbol lies as the symbol has it.
    const fitted = ends && !ancestorsOf(overlay, line).some(({ link }) => link) && fittedLine(line, ends, base, overlay, index)
    if (!line || !fitted || fitted === line) continue
    const problem = recordProblem(fitted)
    if (problem) throw new Refusal('command.limit', problem.message, problem.path)
    overlay.put(line, fitted)
    if (line.parent !== null) isInGroup = true
  }
  return isInGroup
}

function touchedLines(base: DrawingView, overlay: Overlay, index: AttachmentIndex): Set<Id> {
  const touched = new Set<Id>()
  for (const [before, after] of overlay.changes()) {
    if (before === after) continue
    const record = after ?? before
    if (!record) continue
    if (index.endsOf(record)) touched.add(record.id)
    else if (!before || !after || !isSamePlace(before, after)) for (const line of index.linesAt(record.id)) touched.add(line)
  }
  // A gesture starts from a drawing that is not the one shown, which is the one that the index knows.
  if (base instanceof Overlay) for (const [, start] of base.changes()) if (start && index.endsOf(start)) touched.add(start.id)
  return touched
}

function fittedLine(line: Component, ends: EndFields, base: DrawingView, overlay: Overlay, index: AttachmentIndex): Component {
  const from = attachedEnd(line, ends.from, overlay, index)
  const to = attachedEnd(line, ends.to, overlay, index)
  const before = base.get(line.id)
  if (before && before.props === line.props && haveMovedTogether([before, line], [from, to], base)) return line
  const shares = index.valueOf(line, ends.points)
  const path = pathOf(line, Array.isArray(shares) ? shares : [])
  const [first, last] = [path[0], path.at(-1)]
  if (!first || !last) return line
  const isOrthogonal = index.valueOf(line, ends.routing) === 'orthogonal'
  const isWritten = !before || before.props !== line.props
  const free = (at: Point): RouteEnd => ({ at, side: null, box: null })
  const start = from.end ?? free(first)
  const finish = to.end ?? free(last)
  const isBound = from.end !== null || to.end !== null
  const isLost = from.isLost || to.isLost
  const kept = [start.at, ...path.slice(1, -1), finish.at]
  // What was let go of, or is bound to nothing, keeps its way as long as that has right angles.
  const staysAsItIs = (isLost || !isBound) && (!isWritten || isRightAngled(kept))
  const way = isOrthogonal && !staysAsItIs ? routeOrthogonal(start, finish) : kept
  if (isSameWay(path, way) && !isLost) return line
  const upright = { ...line, angleDeg: 0, flipX: false, flipY: false }
  const { box, shares: fitted } = fitPath(upright, way)
  const props = { ...line.props, [ends.points]: fitted }
  if (from.isLost) delete props[ends.from]
  if (to.isLost) delete props[ends.to]
  return patched(line, { ...box, angleDeg: 0, flipX: false, flipY: false, props })
}

interface AttachedEnd {
  /** Null: the end is free. */
  readonly end: RouteEnd | null
  readonly target: Component | null
  /** What it stuck to is gone. */
  readonly isLost: boolean
}

/** A line does not stick to another line, nor to a group that it is in: each would wait for the other. */
function attachedEnd(line: Component, field: string, overlay: Overlay, index: AttachmentIndex): AttachedEnd {
  const held = readAttachment(line.props[field])
  const target = held && overlay.get(held.id)
  if (!held || !target) return { end: null, target: null, isLost: held !== null }
  const isBarred = index.endsOf(target) !== undefined || ancestorsOf(overlay, line).some((group) => group.id === target.id)
  return isBarred ? { end: null, target: null, isLost: false } : { end: endAtAnchor(target, held.anchor), target, isLost: false }
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
