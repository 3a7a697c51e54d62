import { centreOf, rotatePoint, turnOf, type Handle } from '../geometry/index.ts'
import { frameOf } from './frames.ts'
import { resizeDrag } from './tools/resizeDrag.ts'
import { rotateDrag } from './tools/rotateDrag.ts'
import type { Drag, ToolContext, ToolPointer } from './tools/tool.ts'

/** What the handles do, by keys: as long as a key is held it is one drag, and one undo step. */
export interface HandleKeys {
  /** Moves the right (x) or the lower (y) side of the selection by pixels, along its own sides. False: nothing is selected, or it is locked. */
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

/** The drags of the pointer, driven by a pointer that the keys move: what they do and refuse is the same. */
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
      const frame = frameOf(context.selection.components())
      if (!frame) return false
      const step = begin(dx === 0 ? 's' : 'e', pointerAt(centreOf(frame)))
      if (!step) return false
      step.by += dx + dy
      const { cos, sin } = turnOf(frame.angleDeg)
      const { x, y } = step.from.world
      const way = step.kind === 'e' ? { x: cos * step.by, y: sin * step.by } : { x: -sin * step.by, y: cos * step.by }
      step.drag.move(pointerAt({ x: x + way.x, y: y + way.y }))
      return true
    },
    rotate(byDeg) {
      const frame = frameOf(context.selection.components())
      if (!frame) return false
      const pivot = centreOf(frame)
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

/** How far from the pivot the pointer of the keys goes round; any distance will do. */
const lever = 1000

/** Nothing snaps: a key's pixel is a pixel. */
function pointerAt(world: { readonly x: number; readonly y: number }): ToolPointer {
  return { world, screen: world, shift: false, alt: false, free: true }
}
