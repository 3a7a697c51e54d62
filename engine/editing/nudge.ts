import { isEffectivelyLocked } from '../commands/index.ts'
import type { CommandBus, Gesture } from '../commands/index.ts'
import type { DrawingDocument } from '../document/index.ts'
import { getMembers } from './members.ts'
import type { Selection } from './selection.ts'

/** Movement of the selection with the arrow keys. `by` takes drawing pixels and adds to the running movement. */
export interface Nudge {
  by(dx: number, dy: number): void
  /** Commits the movement as one undo step when the key is released. */
  end(): void
}

/** Moves the unlocked components of the selection with the arrow keys. Holding a key is one gesture. */
export function createNudge(document: DrawingDocument, bus: Pick<CommandBus, 'gesture'>, selection: Selection): Nudge {
  let running: {
    readonly gesture: Gesture
    dx: number
    dy: number
    readonly components: ReturnType<typeof getMembers>
  } | null = null
  return {
    by(dx, dy) {
      if (!running) {
        const components = getMembers(
          document,
          selection.components().filter((component) => !isEffectivelyLocked(document, component)),
        )
        if (!components.length) return
        running = { gesture: bus.gesture('move'), dx: 0, dy: 0, components }
      }
      running.dx += dx
      running.dy += dy
      const { gesture, components, dx: x, dy: y } = running
      gesture.update((tx) => {
        for (const component of components) tx.patch(component.id, { x: component.x + x, y: component.y + y })
      })
    },
    end() {
      running?.gesture.commit()
      running = null
    },
  }
}
