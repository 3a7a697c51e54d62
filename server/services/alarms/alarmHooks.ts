import type { EntityHooks } from '../entities/index.ts'
import { getAuthorName } from '../entities/types.ts'
import { findOrCreateOrder } from './workOrders.ts'

/** Hooks of alarm moves: acknowledgement, shelving and creation of a work order. */
export function createAlarmHooks(now: () => number): Pick<EntityHooks, 'beforeMove'> {
  return {
    beforeMove: async (context, present, move, values) => {
      const confirmed = { confirmedBy: getAuthorName(context.author), confirmedAt: now() }
      switch (move) {
        case 'confirm':
          return { ...confirmed, shelvedUntil: null }
        case 'shelve':
          return { shelvedUntil: now() + Number(values['minutes']) * 60_000 }
        case 'unshelve':
          return { shelvedUntil: null }
        case 'submitOrder': {
          const order = await findOrCreateOrder(context, present, values, now())
          const confirmation = present.values['confirmedBy'] === null ? confirmed : {}
          return { ...confirmation, shelvedUntil: null, workOrder: order }
        }
        default:
          return undefined
      }
    },
  }
}
