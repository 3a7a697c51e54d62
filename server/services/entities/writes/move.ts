import { sql } from 'kysely'
import type { Row } from '../../../../contract/entity/define.ts'
import type { EntityValue } from '../../../../contract/entity/field.ts'
import { getRequiredRole } from '../../../../contract/entity/owner.ts'
import { canTransition, readFields } from '../../../../contract/entity/read.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { updateRows } from '../../../database/entities/entityRows.ts'
import { audit } from '../../base/audit.ts'
import { checkDictionaries } from '../dictionaries.ts'
import { checkOwner } from '../owner.ts'
import { checkReferences } from '../references.ts'
import { type Author, getAuthorName } from '../types.ts'
import { createFault } from '../validationErrors.ts'
import { getSecrets, maskSecrets } from './auditContent.ts'
import type { WriteTransactions, WritingParts } from './transaction.ts'

/** Returns the function that moves a row to another state of its lifecycle. */
export function createMoving(
  { table, hooks, tables, getService }: WritingParts,
  { createContext, lockRows, readRow, write }: WriteTransactions,
) {
  const { entity } = table
  const { lifecycle } = entity
  return (author: Author, id: string, name: string, input: unknown): Promise<Row> =>
    write(async (tx, effects) => {
      const move = lifecycle && Object.hasOwn(lifecycle.moves, name) ? lifecycle.moves[name] : undefined
      if (!lifecycle || !move) throw new ApiError('object.missing')
      const row = (await lockRows(tx, [id], author)).get(id)
      if (!row) throw new ApiError('object.missing')
      checkOwner(entity, author, getRequiredRole(entity, name), row.creator, row.values)
      const from = row.values[lifecycle.field]
      if (!canTransition(move, from, row.values))
        throw createStateError(from ?? null, lifecycle, move.words, row.updatedBy)
      const read = readFields(move.fields ?? {}, input)
      if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
      await checkReferences(tx, author, move.fields ?? {}, [{ project: row.project, values: read.values }], getService)
      await checkDictionaries(tx, tables, move.fields ?? {}, [{ values: read.values, before: row.values }])
      const more =
        (await hooks.beforeMove?.(
          createContext(tx, author, row.project, effects),
          { id, values: row.values },
          name,
          read.values,
        )) ?? {}
      const to =
        move.pendingState !== undefined && more[lifecycle.field] === move.pendingState ? move.pendingState : move.to
      const written = {
        ...Object.fromEntries(Object.entries(read.values).filter(([field]) => Object.hasOwn(entity.fields, field))),
        ...more,
        [lifecycle.field]: to,
      }
      const after = { ...row.values, ...written }
      await updateRows(tx, table, Object.keys(written), [{ id, after, secrets: getSecrets(table, written) }], {
        at: new Date(),
        by: getAuthorName(author),
      })
      const mask = maskSecrets(move.fields ?? {}, read.values)
      await sql`insert into entity_event (entity, row_id, at, who, move, "from", "to", "values") values
      (${entity.name}, ${id}, ${new Date()}, ${getAuthorName(author)}, ${name}, ${JSON.stringify(from)}::jsonb, ${JSON.stringify(to)}::jsonb, ${JSON.stringify(mask)}::jsonb)`.execute(
        tx,
      )
      await audit(tx, author, { object: `${entity.name}/${id}`, action: name, content: { from, to, values: mask } })
      effects.written.push({ author, entity, action: name, id, project: row.project, before: row.values, after })
      return readRow(tx, id, author)
    })
}

/** Error for a concurrent state change, with the new state and its author. */
function createStateError(
  record: EntityValue,
  {
    states,
  }: {
    readonly states: readonly {
      readonly value: string | number
      readonly words: { readonly en: string; readonly zh: string }
    }[]
  },
  move: { readonly en: string; readonly zh: string },
  by: string,
): ApiError {
  const state = typeof record === 'string' || typeof record === 'number' ? record : ''
  const present = states.find(({ value }) => value === state)?.words ?? { en: String(state), zh: String(state) }
  return new ApiError('entity.state', {
    problems: [
      createFault('', 'state', {
        en: `${move.en}: not allowed in state ${present.en} (last change: ${by})`,
        zh: `${move.zh}：当前状态为“${present.zh}”（最近由 ${by} 修改），无法执行`,
      }),
    ],
    detail: { state, by },
  })
}
