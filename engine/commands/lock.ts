import * as z from 'zod'
import { defineCommand } from './command.ts'
import { idsSchema, targetsOf, withMembers } from './targets.ts'

/** Holds components: they are not moved, resized, turned or deleted until they are unlocked; nor are the members of a locked group. */
export const lock = defineCommand('lock', z.strictObject({ ids: idsSchema }), (tx, { ids }) => {
  const targets = targetsOf(tx, ids)
  if (targets.refused) return targets.refused
  for (const { id } of targets.components) tx.patch(id, { locked: true })
  return { ok: true }
})

/** Frees components, a group with all its members: afterwards it can be moved. */
export const unlock = defineCommand('unlock', z.strictObject({ ids: idsSchema }), (tx, { ids }) => {
  const targets = targetsOf(tx, ids)
  if (targets.refused) return targets.refused
  for (const { id } of withMembers(tx, targets.components)) tx.patch(id, { locked: false })
  return { ok: true }
})
