import * as z from 'zod'
import { defineCommand } from '../transaction/command.ts'
import { idsSchema, getTargets, withMembers } from '../transaction/targets.ts'

/** Locks components: they and the members of locked groups cannot be moved, resized, rotated or deleted. */
export const lock = defineCommand('lock', z.strictObject({ ids: idsSchema }), (tx, { ids }) => {
  const targets = getTargets(tx, ids)
  if (targets.refused) return targets.refused
  for (const { id } of targets.components) tx.patch(id, { locked: true })
  return { ok: true }
})

/** Unlocks components, groups with all their members. */
export const unlock = defineCommand('unlock', z.strictObject({ ids: idsSchema }), (tx, { ids }) => {
  const targets = getTargets(tx, ids)
  if (targets.refused) return targets.refused
  for (const { id } of withMembers(tx, targets.components)) tx.patch(id, { locked: false })
  return { ok: true }
})
