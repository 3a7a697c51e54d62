import * as z from 'zod'
import { idSchema, getRoots } from '../../document/index.ts'
import { alignBoxes, alignments, distributeBoxes, resizeTo, snapToGrid, unionBoxes } from '../../geometry/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { setFrames } from './frame.ts'
import { getOwnFrame, placeTarget } from '../transaction/transformTargets.ts'
import { getMovables, rejectIfFewer } from '../transaction/movables.ts'
import { idsSchema, getTargets } from '../transaction/targets.ts'
import type { Box, Shift } from '../../geometry/index.ts'
import type { Movable } from '../transaction/movables.ts'
import type { Transaction } from '../transaction/transaction.ts'

export const axisSchema = z.enum(['horizontal', 'vertical'])

/**
 * Aligns one edge or middle of components to their common bounding box, or to the page. Uses exact bounds of rotated
 * components.
 */
export const align = defineCommand(
  'align',
  z.strictObject({ ids: idsSchema, side: z.enum(alignments), to: z.enum(['selection', 'layer']).optional() }),
  (tx, { ids, side, to = 'selection' }) => {
    const { refused, movables } = getMovables(tx, ids, to === 'layer' ? 1 : 2)
    if (refused) return refused
    const { width, height } = tx.view.layer
    const within = to === 'layer' ? { x: 0, y: 0, width, height } : unionBoxes(movables.map(({ box }) => box))
    const shifts = alignBoxes(movables, side, within)
    // Sums are rounded. A second pass makes the edges exactly equal; otherwise the inspector would show different
    // values.
    const rest = alignBoxes(
      movables.map(({ id, box }, i) => ({ id, box: shiftBox(box, shifts[i]) })),
      side,
      within,
    )
    shift(tx, movables, shifts, rest)
    return { ok: true }
  },
)

/** Makes the gaps between neighbours equal, using exact bounds. The two outermost components do not move. */
export const distribute = defineCommand(
  'distribute',
  z.strictObject({ ids: idsSchema, axis: axisSchema }),
  (tx, { ids, axis }) => {
    const { refused, movables } = getMovables(tx, ids, 3)
    if (refused) return refused
    shift(tx, movables, distributeBoxes(movables, axis === 'horizontal' ? 'x' : 'y'))
    return { ok: true }
  },
)

/**
 * Resizes components to the width, height or both of `reference` (default: the first id). Compares unrotated sides, as
 * shown in the inspector, and keeps each component's own top-left corner. The reference may be locked.
 */
export const sameSize = defineCommand(
  'same-size',
  z.strictObject({ ids: idsSchema, which: z.enum(['width', 'height', 'both']), reference: idSchema.optional() }),
  (tx, { ids, which, reference }) => {
    const targets = getTargets(tx, reference === undefined ? ids : [reference, ...ids])
    if (targets.refused) return targets.refused
    const [first, ...others] = getRoots(tx.view, targets.components)
    const tooFew = rejectIfFewer(first ? [first, ...others] : [], 2)
    if (tooFew || !first) return tooFew ?? { ok: true }
    return (
      setFrames(
        tx,
        new Map(
          others.map((other) => [
            other.id,
            resizeTo(getOwnFrame(other), {
              width: which === 'height' ? getOwnFrame(other).width : getOwnFrame(first).width,
              height: which === 'width' ? getOwnFrame(other).height : getOwnFrame(first).height,
            }),
          ]),
        ),
      ) ?? { ok: true }
    )
  },
)

/** Moves the top-left corner of each component's bounds to the nearest grid point. `step` is the grid spacing in px. */
export const snapToGridCommand = defineCommand(
  'snap-to-grid',
  z.strictObject({ ids: idsSchema, step: z.number().min(0.01).max(10_000) }),
  (tx, { ids, step }) => {
    const { refused, movables } = getMovables(tx, ids)
    if (refused) return refused
    shift(
      tx,
      movables,
      movables.map(({ id, box }) => ({ id, dx: snapToGrid(box.x, step) - box.x, dy: snapToGrid(box.y, step) - box.y })),
    )
    return { ok: true }
  },
)

/** Moves each component by its shifts from all plans, applied in order. */
function shift(tx: Transaction, movables: readonly Movable[], ...plans: readonly (readonly Shift[])[]): void {
  const steps = plans.map((plan) => new Map(plan.map((each) => [each.id, each])))
  for (const { id, leaves } of movables) {
    for (const leaf of leaves) {
      let { x, y } = leaf.frame
      for (const step of steps) {
        x += step.get(id)?.dx ?? 0
        y += step.get(id)?.dy ?? 0
      }
      placeTarget(tx, leaf, { x, y })
    }
  }
}

function shiftBox(box: Box, by: Shift | undefined): Box {
  return { ...box, x: box.x + (by?.dx ?? 0), y: box.y + (by?.dy ?? 0) }
}
