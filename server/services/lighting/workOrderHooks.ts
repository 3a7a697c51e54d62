import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { orderChanged } from '../../database/entityPagination.ts'
import { insertRows } from '../../database/entityRows.ts'
import { audit } from '../base/audit.ts'
import type { EntityHooks, HookContext, Present, Written } from '../entities/index.ts'
import { faultAt } from '../entities/validationErrors.ts'
import { newId } from '../entities/ids.ts'
import { nameOf } from '../entities/types.ts'
import { textOf } from '../entities/values.ts'
import { tableOf } from './tables.ts'

/** Hooks of work orders: record the author and time of each step, and reject changes after the end. */
export function orderHooks(now: () => number): EntityHooks {
  return {
    beforeCreate: ({ author }, { submitter }) => (textOf(submitter) === null ? { submitter: nameOf(author) } : undefined),
    beforeRemove: (_context, { values }) => {
      if (values['status'] === 'dispatched' || values['status'] === 'processed') throw notNow('Work is in progress: terminate or accept it first', '工单正在处理，请先终止或验收')
    },
    beforeMove: (_context, { values }, move): EntityValues | undefined => {
      switch (move) {
        case 'dispatch': return { dispatchedAt: now(), receivedAt: null, processedAt: null }
        case 'receive':
          if (values['receivedAt'] !== null) throw notNow('Already received', '该工单已接单')
          return { receivedAt: now() }
        // Completing an order implies receiving it.
        case 'complete': return { processedAt: now(), ...(values['receivedAt'] === null ? { receivedAt: now() } : {}) }
        case 'resubmit': return { handler: null, handlerPhone: null, dispatchedAt: null, receivedAt: null, processedAt: null }
        default: return undefined
      }
    },
  }
}

/** Hooks of alarm moves: acknowledgement, shelving and creation of a work order. */
export function alarmHooks(now: () => number): Pick<EntityHooks, 'beforeMove'> {
  return {
    beforeMove: async (context, present, move, values) => {
      const confirmed = { confirmedBy: nameOf(context.author), confirmedAt: now() }
      switch (move) {
        case 'confirm': return { ...confirmed, shelvedUntil: null }
        case 'shelve': return { shelvedUntil: now() + Number(values['minutes']) * 60_000 }
        case 'unshelve': return { shelvedUntil: null }
        case 'submitOrder': {
          const order = await orderFor(context, present, values, now())
          const seen = present.values['confirmedBy'] === null ? confirmed : {}
          return { ...seen, shelvedUntil: null, workOrder: order }
        }
        default: return undefined
      }
    },
  }
}

/** Invalidates work order lists after the commit, because they may have been read before it. */
export function workOrderCreated({ action }: Written): void {
  if (action === 'submitOrder') orderChanged(tableOf('workOrder'))
}

/** Returns the chosen work order, or creates one from the alarm. An open order of this alarm is not duplicated. */
async function orderFor({ tx, author, project }: HookContext, { id, values: alarm }: Present, given: EntityValues, nowMs: number): Promise<string> {
  const stateOf = async (order: string): Promise<string | undefined> =>
    (await sql<{ status: string }>`select status from lighting_work_order where id = ${order}`.execute(tx)).rows[0]?.status
  const present = textOf(alarm['workOrder'])
  if (present !== null && (await stateOf(present) ?? 'ended') !== 'ended') throw notNow('An open work order already exists', '该告警已有未结束的工单')
  const chosen = textOf(given['workOrder'])
  if (chosen !== null) {
    if (await stateOf(chosen) === 'ended') throw notNow('The selected work order has ended', '所选工单已结束')
    return chosen
  }
  const table = tableOf('workOrder')
  const order = newId()
  const empty = Object.fromEntries(Object.entries(table.entity.fields).map(([name, field]) => [name, field.default ?? null]))
  const values: EntityValues = {
    ...empty, number: `WO-${new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(3).toString('hex').toUpperCase()}`,
    level: given['urgency'] ?? 2, source: 'alarm', classification: 'repair', device: alarm['device'] ?? null, submitter: nameOf(author), content: textOf(given['content']) ?? inBoth(textOf(alarm['message']) ?? ''), status: 'waiting',
  }
  await insertRows(tx, table, [{ id: order, project, values }], { at: new Date(nowMs), by: nameOf(author) })
  await audit(tx, author, { object: `workOrder/${order}`, action: 'create', content: { project, alarm: id, values } })
  return order
}

/** Puts both languages on separate lines, because users continue the text in either. */
function inBoth(message: string): string {
  const { en, zh } = decodeLocalized(message)
  return en === zh ? en : `${zh}\n${en}`
}

const notNow = (en: string, zh: string): ApiError => new ApiError('entity.state', { problems: [faultAt('', 'state', { en, zh })] })
