import { isHeld } from '../../commands/index.ts'
import { groupType } from '../../document/index.ts'
import { angleTo, centreOf, normalAngle, rotateFrames, snapAngle } from '../../geometry/index.ts'
import { frameOf, rounded } from '../frames.ts'
import { membersOf } from '../members.ts'
import { endsOf } from './endsOf.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

const freeStepDeg = 1
const shiftStepDeg = 15

/** Turns the selection about the centre of its frame by the knob, by whole degrees; shift keeps to every 15. */
export function rotateDrag(context: ToolContext, from: ToolPointer): Drag | undefined {
  const { document, selection, feedback, bus } = context
  const roots = selection.components()
  const frame = frameOf(roots)
  if (!frame || roots.some((component) => isHeld(document, component))) return undefined
  const members = membersOf(document, roots)
  const pivot = centreOf(frame)
  const startDeg = angleTo(pivot, from.world)
  const gesture = bus.gesture('rotate')

  return {
    move(pointer) {
      const turned = normalAngle(frame.angleDeg + angleTo(pivot, pointer.world) - startDeg)
      const angleDeg = snapAngle(turned, pointer.shift ? shiftStepDeg : freeStepDeg)
      const frames = rotateFrames(members, pivot, angleDeg - frame.angleDeg)
      gesture.update((tx) => {
        for (const [index, member] of members.entries()) {
          const next = frames[index]
          if (!next) continue
          const { x, y, angleDeg: memberDeg } = rounded(next)
          // A group has no angle of its own: its members turn, its box is fitted around them.
          if (member.type !== groupType) tx.patch(member.id, { x, y, angleDeg: memberDeg })
        }
      })
      feedback.show({ label: { text: `${angleDeg}°`, at: pointer.world } })
    },
    ...endsOf(gesture, feedback),
  }
}
