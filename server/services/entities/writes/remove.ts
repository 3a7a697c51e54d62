import type { Entity } from '../../../../contract/entity/define.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { orderChanged } from '../../../database/entities/entityPagination.ts'
import { deleteRows, titleText } from '../../../database/entities/entityRows.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import { checkAuthor, checkOwner } from '../owner.ts'
import { clearReferences } from '../references.ts'
import { type Author, getAuthorName } from '../types.ts'
import { maskValues } from './auditContent.ts'
import type { PendingEffects, WriteTransactions, WritingParts } from './transaction.ts'

/** Returns the function that removes rows, or moves them to the recycle bin, within the transaction of the caller. */
export function createRemoving(
  { table, hooks, tables, bin }: WritingParts,
  { createContext, lockRows }: WriteTransactions,
) {
  const { entity } = table
  return async (tx: Db, author: Author, ids: readonly string[], effects: PendingEffects): Promise<void> => {
    const rows = await lockRows(tx, ids, author)
    for (const { project, creator, values } of rows.values()) {
      checkOwner(entity, author, entity.roles.remove, creator, values)
      checkAuthor(entity, author, project, creator)
    }
    for (const { id, project, values } of rows.values())
      await hooks.beforeRemove?.(createContext(tx, author, project, effects), { id, values })
    await clearReferences(tx, author, tables, entity, ids)
    if (entity.recycles) {
      await bin.add(
        tx,
        { name: getAuthorName(author) },
        entity.name,
        [...rows.values()].map(({ id, project, creator, values }) => ({
          object: id,
          project: getOwner(entity, values) ?? (project === '' ? null : project),
          name: titleText(values[entity.title] ?? null, id),
          isPublic: entity.privacy === undefined || values[entity.privacy] !== false,
          creator,
        })),
      )
      orderChanged(table)
    } else await deleteRows(tx, table, ids)
    for (const { id, project, values } of rows.values()) {
      await audit(tx, author, {
        object: `${entity.name}/${id}`,
        action: 'remove',
        content: { ...(project === '' ? {} : { project }), values: maskValues(table, values) },
      })
      effects.written.push({ author, entity, action: 'remove', id, project, before: values })
    }
  }
}

/** Owning project of a row shared by all projects. */
function getOwner({ owner }: Entity, values: EntityValues): string | undefined {
  const id = owner === undefined ? null : values[owner]
  return typeof id === 'string' ? id : undefined
}
