import { isEffectivelyLocked } from '../../commands/index.ts'
import { makeId, type Component, type Id } from '../../document/index.ts'
import { getBounds, snapMove, unionBoxes, type Point } from '../../geometry/index.ts'
import { createCopies, getMembers } from '../members.ts'
import { onDragEnd } from './dragLifecycle.ts'
import { snapTargets } from './snapTargets.ts'
import type { Drag, ToolContext, ToolPointer } from './tool.ts'

/**
 * Moves the unlocked selected components, or copies of them with Alt. Each step starts from the original records, so
 * errors do not accumulate; the drag is one undo step. Returns undefined if everything selected is locked.
 */
export function moveDrag(context: ToolContext, from: ToolPointer): Drag | undefined {
  const { document, selection, feedback, bus } = context
  const originals = selection.ids
  const roots = selection.components().filter((component) => !isEffectivelyLocked(document, component))
  const box = unionBoxes(roots.map(getBounds))
  if (!box) return undefined
  const copying = from.alt
  const moved = copying ? createCopies(document, context.catalog, roots, makeId) : getMembers(document, roots)
  const { neighbours, rules } = snapTargets(context, new Set(moved.map((component) => component.id)))
  const gesture = bus.gesture(copying ? 'copy' : 'move')

  const shiftFor = (pointer: ToolPointer): Point => {
    const targetShift = straight(
      { x: pointer.world.x - from.world.x, y: pointer.world.y - from.world.y },
      pointer.shift,
    )
    const target = { ...box, x: Math.round(box.x + targetShift.x), y: Math.round(box.y + targetShift.y) }
    const snap = pointer.free ? nothing : snapMove(target, neighbours, rules)
    const stays = { x: pointer.shift && targetShift.x === 0, y: pointer.shift && targetShift.y === 0 }
    const by = {
      x: stays.x ? 0 : target.x + snap.dx - box.x,
      y: stays.y ? 0 : target.y + snap.dy - box.y,
    }
    feedback.show({
      guides: snap.guides.filter((guide) => !stays[guide.axis]),
      gaps: snap.gaps.filter((gap) => !stays[gap.axis]),
      label: { text: `${Math.round(by.x)}, ${Math.round(by.y)}`, at: pointer.world },
    })
    return by
  }

  return {
    move(pointer) {
      const by = shiftFor(pointer)
      gesture.update((tx) => {
        for (const component of moved) {
          const place = { x: component.x + by.x, y: component.y + by.y }
          if (copying) tx.add({ ...component, ...place })
          else tx.patch(component.id, place)
        }
      })
      if (copying) selection.set(rootIds(moved, roots.length).filter((id) => document.get(id)))
    },
    ...onDragEnd(
      gesture,
      feedback,
      () => selection.set(originals),
      () => {
        if (selection.ids.length === 0) selection.set(originals)
      },
    ),
  }
}

const nothing = { dx: 0, dy: 0, guides: [], gaps: [] } as const

/** Copies are ordered roots first. */
function rootIds(copies: readonly Component[], count: number): Id[] {
  return copies.slice(0, count).map((component) => component.id)
}

function straight(shift: Point, constrained: boolean): Point {
  if (!constrained) return shift
  return Math.abs(shift.x) >= Math.abs(shift.y) ? { x: shift.x, y: 0 } : { x: 0, y: shift.y }
}
