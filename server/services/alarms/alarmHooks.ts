import { getUrgency } from '../../../contract/alarms/alarm.ts'
import type { EntityHooks } from '../entities/index.ts'
import { getAuthorName } from '../entities/types.ts'
import { findOrCreateOrder } from './workOrders.ts'

/** Hooks of alarm moves: acknowledgement, shelving and creation of a work order. */
export function createAlarmHooks(now: () => number): Pick<EntityHooks, 'beforeMove'> {
  return {
    beforeMove: async (context, present, move, values) => {
      const toUrgency = (status: string): number => getUrgency({ ...present.values, status })
      const confirmed = { confirmedBy: getAuthorName(context.author), confirmedAt: now() }
      switch (move) {
        case 'confirm':
          return { ...confirmed, shelvedUntil: null, urgency: toUrgency('confirmed') }
        case 'shelve':
          return { shelvedUntil: now() + Number(values['minutes']) * 60_000, urgency: toUrgency('shelved') }
        case 'unshelve':
          return { shelvedUntil: null, urgency: toUrgency('unconfirmed') }
        case 'submitOrder': {
          const order = await findOrCreateOrder(context, present, values, now())
          const confirmation = present.values['confirmedBy'] === null ? confirmed : {}
          return { ...confirmation, shelvedUntil: null, workOrder: order, urgency: toUrgency('confirmed') }
        }
        default:
          return undefined
      }
    },
  }
}
