import type { Point } from '../../geometry/index.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Pans the view. In every tool the space bar and the middle button also pan. */
export function panTool(context: ToolContext): Tool {
  let last: Point | null = null
  return {
    cursor: 'grab',
    press(pointer) {
      last = pointer.screen
      context.feedback.show({ cursor: 'grabbing' })
    },
    move(pointer, pressed) {
      if (!pressed || !last) return
      context.view.camera.moveBy(pointer.screen.x - last.x, pointer.screen.y - last.y)
      last = pointer.screen
    },
    release() {
      last = null
      context.feedback.show({ cursor: 'grab' })
    },
    cancel() {
      const was = last !== null
      last = null
      return was
    },
  }
}
