import { getCentre, rotatePoint, getRotation, type Handle } from '../geometry/index.ts'
import { getSelectionFrame } from './frames.ts'
import { resizeDrag } from './tools/resizeDrag.ts'
import { rotateDrag } from './tools/rotateDrag.ts'
import type { Drag, ToolContext, ToolPointer } from './tools/tool.ts'

/** Keyboard control of the handles. Holding a key is one drag and one undo step. */
export interface HandleKeys {
  /**
   * Moves the right (`dx`) or bottom (`dy`) side of the selection by drawing pixels along its own axes. Returns false
   * if nothing is selected or the selection is locked.
   */
  resize(dx: number, dy: number): boolean
  rotate(byDeg: number): boolean
  end(): void
}

interface Running {
  readonly kind: Handle | 'rotate'
  readonly drag: Drag
  readonly from: ToolPointer
  by: number
}

/** Runs the pointer drags with a simulated pointer, so keyboard and pointer follow the same rules. */
export function createHandleKeys(context: ToolContext): HandleKeys {
  let running: Running | null = null

  const end = (): void => {
    running?.drag.finish()
    running = null
  }
  const begin = (kind: Handle | 'rotate', from: ToolPointer): Running | null => {
    if (running?.kind === kind) return running
    end()
    const drag = kind === 'rotate' ? rotateDrag(context, from) : resizeDrag(context, from, kind)
    running = drag ? { kind, drag, from, by: 0 } : null
    return running
  }

  return {
    resize(dx, dy) {
      const frame = getSelectionFrame(context.selection.components())
      if (!frame) return false
      const step = begin(dx === 0 ? 's' : 'e', pointerAt(getCentre(frame)))
      if (!step) return false
      step.by += dx + dy
      const { cos, sin } = getRotation(frame.angleDeg)
      const { x, y } = step.from.world
      const direction =
        step.kind === 'e' ? { x: cos * step.by, y: sin * step.by } : { x: -sin * step.by, y: cos * step.by }
      step.drag.move(pointerAt({ x: x + direction.x, y: y + direction.y }))
      return true
    },
    rotate(byDeg) {
      const frame = getSelectionFrame(context.selection.components())
      if (!frame) return false
      const pivot = getCentre(frame)
      const step = begin('rotate', pointerAt({ x: pivot.x, y: pivot.y - lever }))
      if (!step) return false
      step.by += byDeg
      const { x, y } = step.from.world
      step.drag.move(pointerAt(rotatePoint({ x, y }, { x, y: y + lever }, step.by)))
      return true
    },
    end,
  }
}

/** Distance of the simulated pointer from the pivot; any value works. */
const lever = 1000

/** Snapping is off, so that one key press is exactly one step. */
function pointerAt(world: { readonly x: number; readonly y: number }): ToolPointer {
  return { world, screen: world, shift: false, alt: false, free: true }
}
