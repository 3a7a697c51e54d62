import type { Component, Id } from '../../document/index.ts'
import { boundsOf, boxBetween, boxesWithout, intersects, type Box } from '../../geometry/index.ts'
import { isPassedBy, isTouched } from '../../stage/paths.ts'
import { pick } from '../selection.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/** Beyond this many the selection is told when the button is let go: until then their number says it, and every step stays short. */
const shownAtMost = 2000

/**
 * Selects what the dragged box touches, in whichever direction it is dragged (shift: besides what is selected).
 * Touching, because thin lines and pipes are hard to enclose. Locked and hidden components are passed over: a
 * locked background must not come along. Each step looks only at what the box has gained and lost, and counts by
 * geometry alone: a set of a hundred thousand ids takes longer to grow than a step may last.
 */
export function marqueeDrag(context: ToolContext, from: ToolPointer): Drag {
  const { document, selection, feedback, view, catalog } = context
  const before = selection.ids
  const kept = from.shift ? before : []
  const { scope } = selection
  /** How many are touched that are selected themselves. */
  let loose = 0
  /** How many members are touched of the groups that are selected for them. */
  const members = new Map<Id, number>()
  let marquee: Box | null = null
  const forget = document.onChange(() => {
    marquee = null
    loose = 0
    members.clear()
  })

  /** What is selected for a component: its group, as long as one of its members is touched; null: nothing. */
  const pickedFor = (component: Component): Id | null => {
    if (!component.visible || component.locked) return null
    if (component.parent === scope) return component.id
    const { id, left } = pick(document, component, scope)
    return left || document.get(id)?.locked ? null : id
  }
  const count = (component: Component, by: 1 | -1): void => {
    const id = pickedFor(component)
    if (id === component.id) loose += by
    else if (id !== null) {
      const touched = (members.get(id) ?? 0) + by
      if (touched > 0) members.set(id, touched)
      else members.delete(id)
    }
  }
  /** Counts who is touched by one box and not by the other: who meets one of the places that only the first covers. */
  const countChanged = (box: Box, other: Box | null, by: 1 | -1): void => {
    const places = other ? boxesWithout(box, other) : [box]
    for (const [i, place] of places.entries()) {
      for (const component of view.within(place)) {
        if (other && isTouched(component, other, catalog)) continue
        if (i > 0 && meetsAny(component, places, i)) continue
        if (!isPassedBy(component, box, catalog)) count(component, by)
      }
    }
  }
  const step = (now: Box): void => {
    countChanged(now, marquee, 1)
    if (marquee) countChanged(marquee, now, -1)
    marquee = now
  }
  const choose = (box: Box): void => {
    const picked = new Set<Id>(kept)
    for (const component of view.within(box)) {
      const id = isPassedBy(component, box, catalog) ? null : pickedFor(component)
      if (id !== null) picked.add(id)
    }
    selection.set([...picked])
  }

  let box = boxBetween(from.world, from.world)
  return {
    move(pointer) {
      box = boxBetween(from.world, pointer.world)
      step(box)
      const touched = loose + members.size
      if (touched <= shownAtMost) choose(box)
      feedback.show({ marquee: box, label: touched > 0 ? { text: String(touched), at: pointer.world } : null })
    },
    finish() {
      forget()
      choose(box)
      feedback.clear()
    },
    cancel() {
      forget()
      selection.set(before)
      feedback.clear()
    },
  }
}

/** Whether a component meets one of the first few places: there it was counted already. */
function meetsAny(component: Component, places: readonly Box[], before: number): boolean {
  const bounds = boundsOf(component)
  for (let i = 0; i < before; i++) {
    const place = places[i]
    if (place && intersects(bounds, place)) return true
  }
  return false
}
