import * as z from 'zod'
import { rootsOf } from '../document/index.ts'
import { defineCommand } from './command.ts'
import { idsSchema, refusalIfLocked, targetsOf, withMembers } from './targets.ts'

/**
 * Deletes components, groups with their members, and groups that become empty. Rejected as a whole if one is locked.
 */
export const del = defineCommand('del', z.strictObject({ ids: idsSchema }), (tx, args) => {
  const targets = targetsOf(tx, args.ids)
  if (targets.refused) return targets.refused
  const roots = rootsOf(tx.view, targets.components)
  const locked = refusalIfLocked(tx, withMembers(tx, roots))
  if (locked) return locked
  for (const root of roots) tx.remove(root.id)
  return { ok: true }
})
