import * as z from 'zod'
import { coordinateSchema, groupType, idSchema, getRoots, sizeSchema } from '../../document/index.ts'
import { normalAngle, resizeFrames } from '../../geometry/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { transformTargets, getOwnFrame, placeTarget } from '../transaction/transformTargets.ts'
import { reject } from '../base/result.ts'
import { idsSchema, rejectIfLocked, getTargets, withMembers } from '../transaction/targets.ts'
import type { Component, Id } from '../../document/index.ts'
import type { Frame } from '../../geometry/index.ts'
import type { Rejected } from '../base/result.ts'
import type { Transaction } from '../transaction/transaction.ts'

/** Maximum angle in degrees, positive or negative. Larger values are input errors. */
export const angleLimit = 1e6
/** Minimum side in px of a group, symbol or instance. Members of a group of size 0 could not be scaled back. */
export const minGroupSide = 1
export const angleSchema = z.number().min(-angleLimit).max(angleLimit)

/** Moves components by `dx`, `dy` in px; a group with its members. Rejected as a whole if any of them is locked. */
export const move = defineCommand(
  'move',
  z.strictObject({ ids: idsSchema, dx: coordinateSchema, dy: coordinateSchema }),
  (tx, args) => {
    const targets = getTargets(tx, args.ids)
    if (targets.refused) return targets.refused
    const roots = getRoots(tx.view, targets.components)
    const locked = rejectIfLocked(tx, withMembers(tx, roots))
    if (locked) return locked
    for (const leaf of roots.flatMap((root) => transformTargets(tx.view, root)))
      placeTarget(tx, leaf, { x: leaf.frame.x + args.dx, y: leaf.frame.y + args.dy })
    return { ok: true }
  },
)

/**
 * Sets position, size and angle of components. An instance uses the box of its symbol, measured along its own sides.
 * Members of groups and instances are scaled with them, to a minimum side of 1 px. Groups have no angle.
 */
export const setFrame = defineCommand(
  'set-frame',
  z.strictObject({
    frames: z
      .array(
        z.strictObject({
          id: idSchema,
          x: coordinateSchema,
          y: coordinateSchema,
          width: sizeSchema,
          height: sizeSchema,
          angleDeg: angleSchema.optional(),
        }),
      )
      .max(1_000_000),
  }),
  (tx, args) => setFrames(tx, new Map(args.frames.map(({ id, ...frame }) => [id, frame]))) ?? { ok: true },
)

/** Writes full or partial frames. Returns the rejection, or null on success. */
export function setFrames(tx: Transaction, frames: ReadonlyMap<Id, Partial<Frame>>): Rejected | null {
  const targets = getTargets(tx, [...frames.keys()])
  if (targets.refused) return targets.refused
  const locked = rejectIfLocked(tx, withMembers(tx, targets.components))
  if (locked) return locked
  const turned = targets.components.find(
    ({ id, type, link }) => type === groupType && !link && normalAngle(frames.get(id)?.angleDeg ?? 0) !== 0,
  )
  if (turned)
    return reject('command.arguments', [
      { path: turned.id, code: 'command.groupAngle', message: 'a group does not have an angle' },
    ])
  const groups = targets.components.filter(({ type, link }) => type === groupType && !link)
  for (const group of groups) scaleMembers(tx, group, { ...group, ...frames.get(group.id) })
  for (const { id, type, link } of targets.components) {
    const frame = frames.get(id)
    const own = tx.get(id)
    if (!frame || !own || (type === groupType && !link)) continue
    const sized = link ? { ...frame, ...limitToMinSize(link.place, frame) } : frame
    placeTarget(
      tx,
      { component: own, frame: getOwnFrame(own) },
      frame.angleDeg === undefined ? sized : { ...sized, angleDeg: normalAngle(frame.angleDeg) },
    )
  }
  return null
}

type Size = Pick<Frame, 'width' | 'height'>

/** Limits the given sides to the minimum size, unless the original side was already smaller. */
function limitToMinSize(from: Size, { width, height }: Partial<Size>): Partial<Size> {
  return {
    ...(width !== undefined && { width: Math.max(width, Math.min(from.width, minGroupSide)) }),
    ...(height !== undefined && { height: Math.max(height, Math.min(from.height, minGroupSide)) }),
  }
}

function scaleMembers(tx: Transaction, group: Component, to: Frame): void {
  const leaves = transformTargets(tx.view, group)
  const limited = { ...to, ...limitToMinSize(group, to) }
  for (const [i, { x, y, width, height }] of resizeFrames(
    leaves.map(({ frame }) => frame),
    group,
    limited,
  ).entries()) {
    const leaf = leaves[i]
    if (leaf) placeTarget(tx, leaf, { x, y, width, height })
  }
}
