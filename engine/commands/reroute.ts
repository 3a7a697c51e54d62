import * as z from 'zod'
import { defineCommand } from './command.ts'
import { idsSchema, targetsOf } from './targets.ts'

/** Takes the points out that were set by hand in connectors, which then find their own way again; what is none stays as it is. */
export const resetRoute = defineCommand('reset-route', z.strictObject({ ids: idsSchema }), (tx, { ids }, { catalog }) => {
  const targets = targetsOf(tx, ids)
  if (targets.refused) return targets.refused
  for (const { id, type, props } of targets.components) {
    const ends = catalog.get(type)?.ends
    const points = ends && props[ends.points]
    if (ends?.bends === undefined || props[ends.bends] === undefined) continue
    const { [ends.bends]: _, ...rest } = props
    // From end to end: one that is bound to nothing would keep the way it has.
    tx.patch(id, { props: Array.isArray(points) ? { ...rest, [ends.points]: [...points.slice(0, 2), ...points.slice(-2)] } : rest })
  }
  return { ok: true }
})
