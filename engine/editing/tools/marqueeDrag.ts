import type { Id } from '../../document/index.ts'
import { boxBetween } from '../../geometry/index.ts'
import { pick } from '../selection.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/**
 * Selects what the dragged box touches, in whichever direction it is dragged (shift: besides what is selected).
 * Touching, because thin lines and pipes are hard to enclose. Locked and hidden components are passed over: a
 * locked background must not come along.
 */
export function marqueeDrag(context: ToolContext, from: ToolPointer): Drag {
  const { document, selection, feedback, view } = context
  const before = selection.ids
  const kept = from.shift ? before : []
  const { scope } = selection
  return {
    move(pointer) {
      const marquee = boxBetween(from.world, pointer.world)
      const touched = new Set<Id>(kept)
      for (const component of view.within(marquee)) {
        if (!component.visible || component.locked) continue
        const picked = pick(document, component, scope)
        if (!picked.left && !document.get(picked.id)?.locked) touched.add(picked.id)
      }
      selection.set([...touched])
      feedback.show({ marquee })
    },
    finish: () => feedback.clear(),
    cancel() {
      selection.set(before)
      feedback.clear()
    },
  }
}
