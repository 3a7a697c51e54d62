import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import { audit } from '../base/audit.ts'
import type { HookContext } from '../entities/index.ts'
import { faultAt } from '../entities/validationErrors.ts'
import { nameOf } from '../entities/types.ts'
import { textOf } from '../entities/values.ts'
import type { Directory, FacilityKind } from './facilityIndex.ts'
import { tableOf } from './tables.ts'

/**
 * Asks before a binding is replaced by another: the strategy of an area or a tunnel, the area of a lamp. What had none is bound
 * without a question, and so is what is freed.
 */
export function confirmRebind(context: HookContext, fields: readonly string[], before: EntityValues, after: EntityValues, title: string): void {
  if (context.overwrite) return
  for (const field of fields) {
    const present = textOf(before[field])
    const next = textOf(after[field])
    const declared = context.entity.fields[field]
    if (present === null || next === null || present === next || !declared) continue
    const words = { en: `${declared.words.en}: ${title} is bound to another already`, zh: `${declared.words.zh}：${title}已绑定其他项` }
    throw new ApiError('entity.bound', { problems: [faultAt(field, 'bound', words)], detail: { field, chosen: next, holder: present, holderTitle: title, count: 1 } })
  }
}

/**
 * A device of the plant speaks for one facility. Who binds it a second time is asked, and takes it over: the other one loses it
 * in the same transaction. The import of many asks nobody, and its sheet names no device twice.
 */
export async function claimDevice(context: HookContext, id: string | undefined, values: EntityValues, directory: Directory, takenOver: (kind: FacilityKind, id: string) => void): Promise<void> {
  const device = textOf(values['device'])
  if (device === null) return
  const { tx, author, project, overwrite, entity, onceKept } = context
  const holder = directory.of(project, device)
  if (!holder || holder.id === id) return
  const table = tableOf(holder.kind)
  // What memory says is asked again, for the row may have gone in a write that is not told yet.
  const { rows: [still] } = await sql<{ id: string }>`select id from ${sql.table(table.name)} where id = ${holder.id} and device = ${device} for update`.execute(tx)
  if (!still) return
  if (!overwrite) throw boundDevice(entity, device, holder.title, holder.id)
  await sql`update ${sql.table(table.name)} set device = null, revision = revision + 1, updated_at = ${new Date()}, updated_by = ${nameOf(author)} where id = ${holder.id}`.execute(tx)
  await audit(tx, author, { object: `${holder.kind}/${holder.id}`, action: 'release', content: { field: 'device', device } })
  onceKept(() => takenOver(holder.kind, holder.id))
}

function boundDevice(entity: Entity, device: string, title: string, holder: string): ApiError {
  const words = { en: `${entity.fields['device']?.words.en ?? 'Device'}: bound to ${title} already`, zh: `${entity.fields['device']?.words.zh ?? '设备'}：已绑定到${title}` }
  return new ApiError('entity.bound', { problems: [faultAt('device', 'bound', words)], detail: { field: 'device', chosen: device, holder, holderTitle: title, count: 1 } })
}
