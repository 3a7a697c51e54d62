import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { orderChanged } from '../../database/entities/entityPagination.ts'
import { insertRows } from '../../database/entities/entityRows.ts'
import { audit } from '../base/audit.ts'
import type { HookContext, CurrentRow, WrittenRow } from '../entities/index.ts'
import { createFault } from '../entities/validationErrors.ts'
import { newId } from '../entities/ids.ts'
import { getAuthorName } from '../entities/types.ts'
import { toText } from '../entities/values.ts'
import { getTable } from '../lighting/tables.ts'

/** Invalidates work order lists after the commit, because they may have been read before it. */
export function workOrderCreated({ action }: WrittenRow): void {
  if (action === 'submitOrder') orderChanged(getTable('workOrder'))
}

/** Returns the chosen work order, or creates one from the alarm. An open order of this alarm is not duplicated. */
export async function findOrCreateOrder(
  { tx, author, project }: HookContext,
  { id, values: alarm }: CurrentRow,
  input: EntityValues,
  nowMs: number,
): Promise<string> {
  const readStatus = async (order: string): Promise<string | undefined> =>
    (await sql<{ status: string }>`select status from lighting_work_order where id = ${order}`.execute(tx)).rows[0]
      ?.status
  const present = toText(alarm['workOrder'])
  if (present !== null && ((await readStatus(present)) ?? 'ended') !== 'ended')
    throw createStateError('An open work order already exists', '该告警已有未结束的工单')
  const chosen = toText(input['workOrder'])
  if (chosen !== null) {
    if ((await readStatus(chosen)) === 'ended')
      throw createStateError('The selected work order has ended', '所选工单已结束')
    return chosen
  }
  const table = getTable('workOrder')
  const order = newId()
  const empty = Object.fromEntries(
    Object.entries(table.entity.fields).map(([name, field]) => [name, field.default ?? null]),
  )
  const values: EntityValues = {
    ...empty,
    number: `WO-${new Date(nowMs).toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(3).toString('hex').toUpperCase()}`,
    level: input['urgency'] ?? 2,
    source: 'alarm',
    classification: 'repair',
    device: alarm['device'] ?? null,
    submitter: getAuthorName(author),
    content: toText(input['content']) ?? toBilingualText(toText(alarm['message']) ?? ''),
    status: 'waiting',
  }
  await insertRows(tx, table, [{ id: order, project, values }], { at: new Date(nowMs), by: getAuthorName(author) })
  await audit(tx, author, { object: `workOrder/${order}`, action: 'create', content: { project, alarm: id, values } })
  return order
}

/** Puts both languages on separate lines, because users continue the text in either. */
function toBilingualText(message: string): string {
  const { en, zh } = decodeLocalized(message)
  return en === zh ? en : `${zh}\n${en}`
}

const createStateError = (en: string, zh: string): ApiError =>
  new ApiError('entity.state', { problems: [createFault('', 'state', { en, zh })] })
