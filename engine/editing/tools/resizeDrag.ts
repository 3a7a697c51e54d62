import { isEffectivelyLocked, transformTargets, placeTarget } from '../../commands/index.ts'
import {
  handleDirection,
  resizeFrame,
  resizeFrames,
  snapValue,
  type Guide,
  type Handle,
  type Point,
} from '../../geometry/index.ts'
import { getSelectionFrame, roundFrame } from '../frames.ts'
import { getMembers } from '../members.ts'
import { formatSize } from './place.ts'
import { snapTargets } from './snapTargets.ts'
import { onDragEnd } from './dragLifecycle.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/**
 * Drags a handle of the selection's frame. A single component or symbol instance is resized along its own axes; several
 * components or a group are scaled with their bounding box. Returns undefined if part of the selection is locked.
 */
export function resizeDrag(context: ToolContext, from: ToolPointer, handle: Handle): Drag | undefined {
  const { document, selection, feedback, bus } = context
  const roots = selection.components()
  const frame = getSelectionFrame(roots)
  if (!frame || roots.some((component) => isEffectivelyLocked(document, component))) return undefined
  const leaves = roots.flatMap((root) => transformTargets(document, root))
  const starts = leaves.map((leaf) => leaf.frame)
  const isOwnFrame = roots.length === 1 && leaves[0]?.component === roots[0]
  const { neighbours, rules } = snapTargets(
    context,
    new Set(getMembers(document, roots).map((component) => component.id)),
  )
  const side = handleDirection(handle)
  const edge = { x: side.x < 0 ? frame.x : frame.x + frame.width, y: side.y < 0 ? frame.y : frame.y + frame.height }
  const gesture = bus.gesture('resize')

  /** The drag distance with the moved edges snapped to whole pixels or to other components. */
  const snapped = (pointer: ToolPointer): { by: Point; guides: Guide[] } => {
    const by = { x: pointer.world.x - from.world.x, y: pointer.world.y - from.world.y }
    if (pointer.free || pointer.shift || frame.angleDeg !== 0) return { by, guides: [] }
    const target = { x: Math.round(edge.x + by.x), y: Math.round(edge.y + by.y) }
    const values = {
      x: side.x === 0 ? null : snapValue(target.x, neighbours.lines.x, rules),
      y: side.y === 0 ? null : snapValue(target.y, neighbours.lines.y, rules),
    }
    return {
      by: { x: (values.x?.value ?? target.x) - edge.x, y: (values.y?.value ?? target.y) - edge.y },
      guides: [
        ...(values.x?.isGuide ? [{ axis: 'x' as const, at: values.x.value }] : []),
        ...(values.y?.isGuide ? [{ axis: 'y' as const, at: values.y.value }] : []),
      ],
    }
  }

  return {
    move(pointer) {
      const { by, guides } = snapped(pointer)
      const next = roundFrame(resizeFrame(frame, handle, by, { keepRatio: pointer.shift, fromCentre: pointer.alt }))
      const frames = isOwnFrame ? [next] : resizeFrames(starts, frame, next)
      gesture.update((tx) => {
        for (const [index, leaf] of leaves.entries()) {
          const stretched = frames[index]
          if (!stretched) continue
          const { x, y, width, height } = roundFrame(stretched)
          placeTarget(tx, leaf, { x, y, width, height })
        }
      })
      feedback.show({ guides, label: { text: formatSize(next), at: pointer.world } })
    },
    ...onDragEnd(gesture, feedback),
  }
}
