import { isEffectivelyLocked, transformTargets, placeTarget } from '../../commands/index.ts'
import { angleTo, getCentre, normalAngle, rotateFrames, snapAngle } from '../../geometry/index.ts'
import { getSelectionFrame, roundFrame } from '../frames.ts'
import { onDragEnd } from './dragLifecycle.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

const freeStepDeg = 1
const shiftStepDeg = 15

/**
 * Rotates the selection about the centre of its frame in steps of 1°, with Shift 15°. Returns undefined if nothing is
 * selected or part of the selection is locked.
 */
export function rotateDrag(context: ToolContext, from: ToolPointer): Drag | undefined {
  const { document, selection, feedback, bus } = context
  const roots = selection.components()
  const frame = getSelectionFrame(roots)
  if (!frame || roots.some((component) => isEffectivelyLocked(document, component))) return undefined
  // Groups have no angle: their members are rotated and the group's box is fitted to them.
  const leaves = roots.flatMap((root) => transformTargets(document, root))
  const starts = leaves.map((leaf) => leaf.frame)
  const pivot = getCentre(frame)
  const startDeg = angleTo(pivot, from.world)
  const gesture = bus.gesture('rotate')

  return {
    move(pointer) {
      const turned = normalAngle(frame.angleDeg + angleTo(pivot, pointer.world) - startDeg)
      const angleDeg = snapAngle(turned, pointer.shift ? shiftStepDeg : freeStepDeg)
      const frames = rotateFrames(starts, pivot, angleDeg - frame.angleDeg)
      gesture.update((tx) => {
        for (const [index, leaf] of leaves.entries()) {
          const next = frames[index]
          if (!next) continue
          const { x, y, angleDeg: leafDeg } = roundFrame(next)
          placeTarget(tx, leaf, { x, y, angleDeg: leafDeg })
        }
      })
      feedback.show({ label: { text: `${angleDeg}°`, at: pointer.world } })
    },
    ...onDragEnd(gesture, feedback),
  }
}
