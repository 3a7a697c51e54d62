import type { Row } from '../../../../contract/entity/define.ts'
import type { EntityValues } from '../../../../contract/entity/field.ts'
import { readValues } from '../../../../contract/entity/read.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { type NewRow, updateRows } from '../../../database/entities/entityRows.ts'
import { checkAuthor, checkOwner } from '../owner.ts'
import type { Author, ChangeRequest, NewEntityRow } from '../types.ts'
import { getSecrets } from './auditContent.ts'
import { createChanging } from './change.ts'
import { createInserting } from './insert.ts'
import { createMoving } from './move.ts'
import { createRemoving } from './remove.ts'
import { createTransactions, type WritingParts } from './transaction.ts'

/** Write operations of an entity service. Each write runs with its checks and audit entry in one transaction. */
export function createWriting(parts: WritingParts) {
  const { table } = parts
  const { entity } = table
  const transactions = createTransactions(parts)
  const { write, notify, lockRows, readRow } = transactions
  const inserting = createInserting(parts, transactions)
  const { prepare, insert } = inserting
  const { change, serializeFlagWrites } = createChanging(parts, transactions, inserting)
  const removeRows = createRemoving(parts, transactions)

  return {
    prepare,
    insert,
    notify,

    async create(author: Author, { project = '', values: input, overwrite = false }: NewEntityRow): Promise<Row> {
      const read = readValues(entity, input, 'create')
      if (read.problems) throw new ApiError('input.invalid', { problems: read.problems })
      return write(async (tx, effects) => {
        const row = await prepare(tx, author, project, read.values, effects, overwrite)
        await insert(tx, author, [row], effects, overwrite)
        return readRow(tx, row.id, author)
      })
    },

    /** Throws `entity.conflict` if someone wrote since `revision`. */
    update: (author: Author, id: string, revision: number, request: ChangeRequest): Promise<Row> =>
      write(async (tx, effects) => {
        await serializeFlagWrites(tx, request)
        const row = (await lockRows(tx, [id], author)).get(id)
        if (!row) throw new ApiError('object.missing')
        checkOwner(entity, author, entity.roles.write, row.creator, row.values)
        checkAuthor(entity, author, row.project, row.creator)
        if (row.revision !== revision)
          throw new ApiError('entity.conflict', {
            detail: { revision: row.revision, updatedBy: row.updatedBy, updatedAt: row.updatedAt },
          })
        await change(tx, author, [row], request, effects)
        return readRow(tx, id, author)
      }),

    updateMany: (author: Author, ids: readonly string[], request: ChangeRequest): Promise<{ changed: number }> =>
      write(async (tx, effects) => {
        await serializeFlagWrites(tx, request)
        return {
          changed: await change(
            tx,
            author,
            [...(await lockRows(tx, [...new Set(ids)], author)).values()],
            request,
            effects,
          ),
        }
      }),

    remove: (author: Author, id: string): Promise<void> =>
      write((tx, effects) => removeRows(tx, author, [id], effects)),

    removeMany: (author: Author, ids: readonly string[]): Promise<{ removed: number }> =>
      write(async (tx, effects) => {
        await removeRows(tx, author, [...new Set(ids)], effects)
        return { removed: effects.written.length }
      }),

    /** Throws if the move is not allowed in the row's current state. */
    move: createMoving(parts, transactions),

    async add(
      author: Author,
      rows: readonly { readonly project?: string; readonly values: EntityValues }[],
      { isAudited = false } = {},
    ): Promise<readonly string[]> {
      return write(async (tx, effects) => {
        const newRows: NewRow[] = []
        const alongside = rows.map(({ values }) => values)
        for (const { project = '', values } of rows)
          newRows.push(await prepare(tx, author, project, values, effects, true, alongside))
        await insert(tx, author, newRows, effects, true, isAudited)
        return newRows.map(({ id }) => id)
      })
    },

    async set(id: string, record: EntityValues | ((present: EntityValues) => EntityValues | null)): Promise<void> {
      await write(async (tx) => {
        const row = (await lockRows(tx, [id], undefined)).get(id)
        if (!row) throw new ApiError('object.missing')
        const values = typeof record === 'function' ? record(row.values) : record
        if (values === null) return
        await updateRows(
          tx,
          table,
          Object.keys(values),
          [{ id, after: { ...row.values, ...values }, secrets: getSecrets(table, values) }],
          { at: new Date(), by: '' },
          false,
        )
      })
    },
  }
}
