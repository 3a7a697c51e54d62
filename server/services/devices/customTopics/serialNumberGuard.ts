import { sql } from 'kysely'
import { entityOf } from '../../../../contract/entities.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { entityTable, named } from '../../../database/entityColumns.ts'
import { duplicateErrors } from '../../entities/validationErrors.ts'
import type { HookContext } from '../../entities/hooks.ts'

const table = entityTable(entityOf('device'), (text) => text)

/**
 * A serial number is a device's own wherever it stands, for a topic names nothing else: one that a row of another project has is
 * refused like a taken one, and whose it is stays untold. Within a project the declaration refuses it.
 */
export async function checkSerial({ tx, project }: Pick<HookContext, 'tx' | 'project'>, { serial }: EntityValues): Promise<void> {
  if (typeof serial !== 'string') return
  // Two writers in two projects do not see each other's rows before they are kept, so they take turns.
  await sql`select pg_advisory_xact_lock(hashtext('serial numbers'))`.execute(tx)
  // Project by project, as the rows' own index goes: there may be a million of them.
  const { rows } = await sql`select p.id from project p where p.id <> ${project}
    and exists (select from ${named(table.name)} d where d.project = p.id and d.serial = ${serial}) limit 1`.execute(tx)
  if (rows.length > 0) throw new ApiError('entity.taken', { problems: duplicateErrors(table.entity, ['serial']) })
}
