import * as z from 'zod'
import { defineCommand } from './command.ts'
import { idsSchema, refusalIfLaid, targetsOf } from './targets.ts'

/** Takes the points out that were set by hand in connectors, which then find their own way again; what is none stays as it is. */
export const resetRoute = defineCommand('reset-route', z.strictObject({ ids: idsSchema }), (tx, { ids }, { catalog }) => {
  const targets = targetsOf(tx, ids)
  if (targets.refused) return targets.refused
  const bent = targets.components.flatMap((line) => {
    const ends = catalog.get(line.type)?.ends
    return ends?.bends !== undefined && line.props[ends.bends] !== undefined ? [{ line, points: ends.points, bends: ends.bends }] : []
  })
  const refused = refusalIfLaid(tx, bent.map(({ line }) => line))
  if (refused) return refused
  for (const { line: { id, props }, points, bends } of bent) {
    const { [bends]: _, ...rest } = props
    const corners = props[points]
    // From end to end: one that is bound to nothing would keep the way it has.
    tx.patch(id, { props: Array.isArray(corners) ? { ...rest, [points]: [...corners.slice(0, 2), ...corners.slice(-2)] } : rest })
  }
  return { ok: true }
})
