import { groupType, type Component, type Id } from '../../document/index.ts'
import { boundsOf, boxBetween, boxesWithout, intersects, type Box } from '../../geometry/index.ts'
import { intersectsBox, isTouchedBy, paintedBounds } from '../../stage/pathHitTest.ts'
import { pick } from '../selection.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/** Beyond this many the selection is told when the button is let go: until then their number says it, and every step stays short. */
const shownAtMost = 2000

/**
 * Selects what the dragged box touches, in whichever direction it is dragged (shift: besides what is selected).
 * Touching, because thin lines and pipes are hard to enclose. Locked and hidden components are passed over: a
 * locked background must not come along. Each step looks only at what the box has gained and lost, and counts by
 * geometry alone: a set of a hundred thousand ids takes longer to grow than a step may last. So it gathers a list, and a set
 * of those few that left again; when it is let go there is nothing to look for.
 */
export function marqueeDrag(context: ToolContext, from: ToolPointer): Drag {
  const { document, selection, selected, feedback, view, catalog } = context
  const before = selection.ids
  const kept = from.shift ? before : []
  const { scope } = selection
  /** The box around them, and whether any of them is a group, in which something may be locked. */
  let around = noBounds()
  let hasGroups = false
  /** Who was touched that is selected itself, each once; and who of them is no more. */
  let gained: Component[] = []
  let gainedIds: Id[] = []
  const lost = new Set<Id>()
  /** How many members are touched of the groups that are selected for them. */
  const members = new Map<Id, number>()
  let marquee: Box | null = null
  const forget = document.onChange(() => {
    marquee = null
    gained = []
    gainedIds = []
    around = noBounds()
    hasGroups = false
    lost.clear()
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
    if (id === component.id) {
      if (by < 0) lost.add(id)
      else if (lost.size === 0 || !lost.delete(id)) {
        gained.push(component)
        gainedIds.push(id)
        widen(around, component)
        hasGroups ||= component.type === groupType
      }
    } else if (id !== null) {
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
        if (other && isTouchedBy(component, other, catalog)) continue
        if (i > 0 && meetsAny(paintedBounds(component, catalog), places, i)) continue
        if (!intersectsBox(component, box, catalog)) count(component, by)
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
      const id = intersectsBox(component, box, catalog) ? null : pickedFor(component)
      if (id !== null) picked.add(id)
    }
    selection.set([...picked])
  }

  const takeGained = (): void => {
    if (lost.size === 0 && members.size === 0) {
      selection.take(gained, gainedIds)
      // One is its own frame, turned as it is; in an entered group a lock may be further up.
      if (gained.length > 1 && scope === null && !hasGroups) {
        const { left, top, right, bottom } = around
        selected.know({ x: left, y: top, width: right - left, height: bottom - top, angleDeg: 0 }, false)
      }
      return
    }
    const groups = [...members.keys()].flatMap((id) => document.get(id) ?? [])
    const all = [...gained.filter(({ id }) => !lost.has(id)), ...groups]
    selection.take(all, all.map(({ id }) => id))
  }

  let box = boxBetween(from.world, from.world)
  return {
    move(pointer) {
      box = boxBetween(from.world, pointer.world)
      step(box)
      const touched = gained.length - lost.size + members.size
      if (touched <= shownAtMost) choose(box)
      feedback.show({ marquee: box, label: touched > 0 ? { text: String(touched), at: pointer.world } : null })
    },
    finish() {
      forget()
      // The drawing has changed under it, or it adds to what was selected.
      if (!marquee || kept.length > 0) choose(box)
      else takeGained()
      feedback.clear()
    },
    cancel() {
      forget()
      selection.set(before)
      feedback.clear()
    },
  }
}

interface Bounds {
  left: number
  top: number
  right: number
  bottom: number
}

const noBounds = (): Bounds => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity })

/** Of a hundred thousand a box each would be seen: only what is turned gets one. */
function widen(bounds: Bounds, component: Component): void {
  const { x, y, width, height } = component.angleDeg === 0 ? component : boundsOf(component)
  if (x < bounds.left) bounds.left = x
  if (y < bounds.top) bounds.top = y
  if (x + width > bounds.right) bounds.right = x + width
  if (y + height > bounds.bottom) bounds.bottom = y + height
}

/** Whether a component with these bounds meets one of the first few places: there it was counted already. */
function meetsAny(bounds: Box, places: readonly Box[], before: number): boolean {
  for (let i = 0; i < before; i++) {
    const place = places[i]
    if (place && intersects(bounds, place)) return true
  }
  return false
}
