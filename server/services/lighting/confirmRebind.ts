import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { audit } from '../base/audit.ts'
import type { HookContext } from '../entities/index.ts'
import { createFault } from '../entities/validationErrors.ts'
import { getAuthorName } from '../entities/types.ts'
import { toText } from '../entities/values.ts'
import type { FacilityIndex, FacilityKind } from './facilityIndex.ts'
import { getTable } from './tables.ts'

/**
 * Throws unless the user confirmed replacing an existing binding, such as the strategy of an area or the area of a
 * lamp. Adding or removing a binding needs no confirmation.
 */
export function confirmRebind(
  context: HookContext,
  fields: readonly string[],
  before: EntityValues,
  after: EntityValues,
  title: string,
): void {
  if (context.overwrite) return
  for (const field of fields) {
    const present = toText(before[field])
    const next = toText(after[field])
    const declared = context.entity.fields[field]
    if (present === null || next === null || present === next || !declared) continue
    const words = {
      en: `${declared.words.en}: ${title} is already bound elsewhere`,
      zh: `${declared.words.zh}：${title}已绑定其他项`,
    }
    throw new ApiError('entity.bound', {
      problems: [createFault(field, 'bound', words)],
      detail: { field, chosen: next, holder: present, holderTitle: title, count: 1 },
    })
  }
}

/**
 * Ensures that a telemetry device belongs to one facility. With confirmation, the other facility loses the device in
 * the same transaction. Imports need no confirmation, because their sheets name each device once.
 */
export async function claimDevice(
  context: HookContext,
  id: string | undefined,
  values: EntityValues,
  facilities: FacilityIndex,
  onTakenOver: (kind: FacilityKind, id: string) => void,
): Promise<void> {
  const device = toText(values['device'])
  if (device === null) return
  const { tx, author, project, overwrite, entity, afterCommit } = context
  const holder = facilities.findByDevice(project, device)
  if (!holder || holder.id === id) return
  const table = getTable(holder.kind)
  // Check the database as well: the row may have been changed by a write not yet reflected in memory.
  const {
    rows: [stillBound],
  } = await sql<{
    id: string
  }>`select id from ${sql.table(table.name)} where id = ${holder.id} and device = ${device} for update`.execute(tx)
  if (!stillBound) return
  if (!overwrite) throw createBoundError(entity, device, holder.title, holder.id)
  await sql`update ${sql.table(table.name)} set device = null, revision = revision + 1, updated_at = ${new Date()}, updated_by = ${getAuthorName(author)} where id = ${holder.id}`.execute(
    tx,
  )
  await audit(tx, author, {
    object: `${holder.kind}/${holder.id}`,
    action: 'release',
    content: { field: 'device', device },
  })
  afterCommit(() => onTakenOver(holder.kind, holder.id))
}

function createBoundError(entity: Entity, device: string, title: string, holder: string): ApiError {
  const words = {
    en: `${entity.fields['device']?.words.en ?? 'Device'}: already bound to ${title}`,
    zh: `${entity.fields['device']?.words.zh ?? '设备'}：已绑定到${title}`,
  }
  return new ApiError('entity.bound', {
    problems: [createFault('device', 'bound', words)],
    detail: { field: 'device', chosen: device, holder, holderTitle: title, count: 1 },
  })
}
