import * as z from 'zod'
import { defineCommand } from '../transaction/command.ts'
import { idsSchema, rejectIfRouteLocked, getTargets } from '../transaction/targets.ts'

/**
 * Removes the waypoints that were set by hand from connectors, which are then routed automatically. Other components
 * are ignored.
 */
export const resetRoute = defineCommand(
  'reset-route',
  z.strictObject({ ids: idsSchema }),
  (tx, { ids }, { catalog }) => {
    const targets = getTargets(tx, ids)
    if (targets.refused) return targets.refused
    const bent = targets.components.flatMap((line) => {
      const ends = catalog.get(line.type)?.ends
      return ends?.bends !== undefined && line.props[ends.bends] !== undefined
        ? [{ line, points: ends.points, bends: ends.bends }]
        : []
    })
    const refused = rejectIfRouteLocked(
      tx,
      bent.map(({ line }) => line),
    )
    if (refused) return refused
    for (const {
      line: { id, props },
      points,
      bends,
    } of bent) {
      const { [bends]: _, ...rest } = props
      const corners = props[points]
      // Keep only the two ends: otherwise an unattached line would keep its route.
      tx.patch(id, {
        props: Array.isArray(corners) ? { ...rest, [points]: [...corners.slice(0, 2), ...corners.slice(-2)] } : rest,
      })
    }
    return { ok: true }
  },
)
