import type { Component, Id } from '../../document/index.ts'
import { boxBetween, boxesWithout, type Box } from '../../geometry/index.ts'
import { isPassedBy, isTouched } from '../../stage/paths.ts'
import { pick } from '../selection.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/** Beyond this many the selection is told when the button is let go: until then their number says it, and every step stays short. */
const shownAtMost = 2000

/**
 * Selects what the dragged box touches, in whichever direction it is dragged (shift: besides what is selected).
 * Touching, because thin lines and pipes are hard to enclose. Locked and hidden components are passed over: a
 * locked background must not come along. Each step looks only at what the box has gained and lost.
 */
export function marqueeDrag(context: ToolContext, from: ToolPointer): Drag {
  const { document, selection, feedback, view, catalog } = context
  const before = selection.ids
  const kept = from.shift ? before : []
  const { scope } = selection
  const touched = new Set<Id>()
  /** What is selected for what is touched: a group for its members, as long as one of them is. */
  const picked = new Map<Id, number>()
  let marquee: Box | null = null

  const pickedFor = (component: Component): Id | null => {
    if (!component.visible || component.locked) return null
    const { id, left } = pick(document, component, scope)
    return left || document.get(id)?.locked ? null : id
  }
  const count = (component: Component, by: 1 | -1): void => {
    const id = pickedFor(component)
    if (id === null) return
    const members = (picked.get(id) ?? 0) + by
    if (members > 0) picked.set(id, members)
    else picked.delete(id)
  }
  const step = (now: Box): void => {
    for (const gained of marquee ? boxesWithout(now, marquee) : [now]) {
      for (const component of view.within(gained)) {
        if (touched.has(component.id) || isPassedBy(component, now, catalog)) continue
        touched.add(component.id)
        count(component, 1)
      }
    }
    for (const lost of marquee ? boxesWithout(marquee, now) : []) {
      for (const component of view.within(lost)) {
        if (isTouched(component, now, catalog) || !touched.delete(component.id)) continue
        count(component, -1)
      }
    }
    marquee = now
  }
  const choose = (): void => selection.set(kept.length > 0 ? [...kept, ...picked.keys()] : [...picked.keys()])

  return {
    move(pointer) {
      step(boxBetween(from.world, pointer.world))
      if (picked.size <= shownAtMost) choose()
      feedback.show({ marquee, label: picked.size > 0 ? { text: String(picked.size), at: pointer.world } : null })
    },
    finish() {
      choose()
      feedback.clear()
    },
    cancel() {
      selection.set(before)
      feedback.clear()
    },
  }
}
