import { groupType, type Component, type Id } from '../../document/index.ts'
import { getBounds, boxBetween, boxesWithout, intersects, type Box } from '../../geometry/index.ts'
import { missesBox, touchesBox, getPaintedBounds } from '../../stage/pathHitTest.ts'
import { pick } from '../selection.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/**
 * Above this number of components the selection is updated only on release. Until then a count is shown, so that each
 * step stays fast.
 */
const maxLiveSelection = 2000

/**
 * Selects the components touched by the dragged box, in either direction; Shift adds to the selection. Touching is
 * enough, because thin lines are hard to enclose. Locked and hidden components are skipped.
 *
 * Each step inspects only the area gained and lost, and collects components in a list plus a small set of those lost
 * again, because a set of 100,000 ids grows too slowly for one step. No search is needed on release.
 */
export function marqueeDrag(context: ToolContext, from: ToolPointer): Drag {
  const { document, selection, selected, feedback, view, catalog } = context
  const before = selection.ids
  const baseSelection = from.shift ? before : []
  const { scope } = selection
  /** Bounding box of the gained components, and whether any is a group, which may contain locked members. */
  let around = noBounds()
  let hasGroups = false
  /** Components touched so far, without duplicates; `lost` holds those no longer touched. */
  let gained: Component[] = []
  let gainedIds: Id[] = []
  const lost = new Set<Id>()
  /** Number of touched members per selected group. */
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

  /** The id selected for a component: itself or its group; null if it is skipped. */
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
      const hits = (members.get(id) ?? 0) + by
      if (hits > 0) members.set(id, hits)
      else members.delete(id)
    }
  }
  /** Counts components that intersect `box` but not `other`, searching only the parts of `box` outside `other`. */
  const countChanged = (box: Box, other: Box | null, by: 1 | -1): void => {
    const places = other ? boxesWithout(box, other) : [box]
    for (const [i, place] of places.entries()) {
      for (const component of view.within(place)) {
        if (other && touchesBox(component, other, catalog)) continue
        if (i > 0 && meetsAny(getPaintedBounds(component, catalog), places, i)) continue
        if (!missesBox(component, box, catalog)) count(component, by)
      }
    }
  }
  const step = (now: Box): void => {
    countChanged(now, marquee, 1)
    if (marquee) countChanged(marquee, now, -1)
    marquee = now
  }
  const choose = (box: Box): void => {
    const picked = new Set<Id>(baseSelection)
    for (const component of view.within(box)) {
      const id = missesBox(component, box, catalog) ? null : pickedFor(component)
      if (id !== null) picked.add(id)
    }
    selection.set([...picked])
  }

  const takeGained = (): void => {
    if (lost.size === 0 && members.size === 0) {
      selection.replace(gained, gainedIds)
      // A single component has its own, possibly rotated frame; in an entered group an ancestor may be locked.
      if (gained.length > 1 && scope === null && !hasGroups) {
        const { left, top, right, bottom } = around
        selected.prime({ x: left, y: top, width: right - left, height: bottom - top, angleDeg: 0 }, false)
      }
      return
    }
    const groups = [...members.keys()].flatMap((id) => document.get(id) ?? [])
    const all = [...gained.filter(({ id }) => !lost.has(id)), ...groups]
    selection.replace(
      all,
      all.map(({ id }) => id),
    )
  }

  let box = boxBetween(from.world, from.world)
  return {
    move(pointer) {
      box = boxBetween(from.world, pointer.world)
      step(box)
      const hits = gained.length - lost.size + members.size
      if (hits <= maxLiveSelection) choose(box)
      feedback.show({ marquee: box, label: hits > 0 ? { text: String(hits), at: pointer.world } : null })
    },
    finish() {
      forget()
      // The drawing changed during the drag, or the marquee adds to the selection.
      if (!marquee || baseSelection.length > 0) choose(box)
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

/**
 * Computes bounds only for rotated components; a box object for each of 100,000 components would be noticeably slow.
 */
function widen(bounds: Bounds, component: Component): void {
  const { x, y, width, height } = component.angleDeg === 0 ? component : getBounds(component)
  if (x < bounds.left) bounds.left = x
  if (y < bounds.top) bounds.top = y
  if (x + width > bounds.right) bounds.right = x + width
  if (y + height > bounds.bottom) bounds.bottom = y + height
}

/** Whether the bounds intersect one of the first `before` places, where the component was already counted. */
function meetsAny(bounds: Box, places: readonly Box[], before: number): boolean {
  for (let i = 0; i < before; i++) {
    const place = places[i]
    if (place && intersects(bounds, place)) return true
  }
  return false
}
