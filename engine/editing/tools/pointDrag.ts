import type { Point } from '../../geometry/index.ts'
import { countHandlesBefore, getHandlePoints, writePath, type EditedPath } from '../pathPoints.ts'
import { findEnd, getAttachmentText } from './lineEnds.ts'
import { snapPoint, snapTargets } from './snapTargets.ts'
import { onDragEnd } from './dragLifecycle.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/**
 * Drags a point of a path, or with `isNew` a new point of a segment. Snaps to the surroundings and to the path's other
 * points; Shift snaps to 45° steps from the neighbouring point. Ends of connectors snap to anchors instead.
 */
export function pointDrag(context: ToolContext, path: EditedPath, index: number, isNew: boolean): Drag {
  const { feedback, bus } = context
  const at = isNew ? countHandlesBefore(path, index - 1) : path.handles.indexOf(index)
  const start = isNew
    ? getHandlePoints(path).toSpliced(at, 0, path.points[index - 1] ?? { x: 0, y: 0 })
    : getHandlePoints(path)
  const others = isNew ? path.points : path.points.filter((_, i) => i !== index)
  const around = snapTargets(context, new Set([path.component.id]))
  const neighbour = start[at - 1] ?? start[at + 1]
  const isEnd = at === 0 || at === start.length - 1
  const gesture = bus.gesture('points')

  const bend = (pointer: ToolPointer): Point => {
    const straight = pointer.shift && neighbour
    const snapped = pointer.free || straight ? null : snapPoint(pointer.world, around, others)
    feedback.show({ guides: snapped?.guides ?? [] })
    return straight ? inEighths(neighbour, pointer.world) : (snapped?.at ?? pointer.world)
  }

  return {
    move(pointer) {
      let props: Record<string, string> = {}
      let to: Point
      if (path.ends && isEnd) {
        const found = findEnd(context, pointer, path.component.id, around)
        to = found.at
        props = { [at === 0 ? path.ends.from : path.ends.to]: getAttachmentText(found) }
        feedback.show({ anchors: { points: found.anchors, met: found.attachment ? found.at : null } })
      } else {
        to = bend(pointer)
      }
      gesture.update((tx) => writePath(tx, path, start.with(at, to), props))
      feedback.show({ label: { text: `${Math.round(to.x)}, ${Math.round(to.y)}`, at: pointer.world } })
    },
    ...onDragEnd(gesture, feedback),
  }
}

/** Projects a point onto the nearest of eight directions from another point. */
function inEighths(from: Point, to: Point): Point {
  const angle = (Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4)) * Math.PI) / 4
  const along = (to.x - from.x) * Math.cos(angle) + (to.y - from.y) * Math.sin(angle)
  return { x: Math.round(from.x + along * Math.cos(angle)), y: Math.round(from.y + along * Math.sin(angle)) }
}
