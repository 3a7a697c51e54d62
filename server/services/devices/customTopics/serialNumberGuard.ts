import { sql } from 'kysely'
import { getEntity } from '../../../../contract/entities.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { entityTable, sqlName } from '../../../database/entities/entityColumns.ts'
import { duplicateErrors } from '../../entities/validationErrors.ts'
import type { HookContext } from '../../entities/hooks.ts'

const table = entityTable(getEntity('device'), (text) => text)

/**
 * Rejects a serial number used in another project, because a topic contains nothing but the serial number. The error is
 * the same as for a duplicate, and does not reveal the project. Duplicates within a project are rejected by the
 * declaration.
 */
export async function checkSerial(
  { tx, project }: Pick<HookContext, 'tx' | 'project'>,
  { serial }: EntityValues,
): Promise<void> {
  if (typeof serial !== 'string') return
  // Serialize writers: transactions in two projects do not see each other's uncommitted rows.
  await sql`select pg_advisory_xact_lock(hashtext('serial numbers'))`.execute(tx)
  // Check project by project to use the index on project and serial; there may be a million rows.
  const { rows } = await sql`select p.id from project p where p.id <> ${project}
    and exists (select from ${sqlName(table.name)} d where d.project = p.id and d.serial = ${serial}) limit 1`.execute(
    tx,
  )
  if (rows.length > 0) throw new ApiError('entity.taken', { problems: duplicateErrors(table.entity, ['serial']) })
}
