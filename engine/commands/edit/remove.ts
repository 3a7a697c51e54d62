import * as z from 'zod'
import { getRoots } from '../../document/index.ts'
import { defineCommand } from '../transaction/command.ts'
import { idsSchema, rejectIfLocked, getTargets, withMembers } from '../transaction/targets.ts'

/**
 * Deletes components, groups with their members, and groups that become empty. Rejected as a whole if one is locked.
 */
export const del = defineCommand('del', z.strictObject({ ids: idsSchema }), (tx, args) => {
  const targets = getTargets(tx, args.ids)
  if (targets.refused) return targets.refused
  const roots = getRoots(tx.view, targets.components)
  const locked = rejectIfLocked(tx, withMembers(tx, roots))
  if (locked) return locked
  for (const root of roots) tx.remove(root.id)
  return { ok: true }
})
