import { sql } from 'kysely'
import type { Entity } from '../../../contract/entity/define.ts'
import type { EntityValues, Words } from '../../../contract/entity/field.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { EntityTable, StoredRow } from '../../database/entities/entityColumns.ts'
import { creatorColumn, entityTable, sqlName } from '../../database/entities/entityColumns.ts'
import type { Condition } from '../../database/entities/entityLists.ts'
import type { Db } from '../../database/index.ts'
import type { RequestContext, Session } from '../base/requestContext.ts'
import { createFault, createInvalidInputError } from './validationErrors.ts'
import type { Author } from './types.ts'

/**
 * Condition for rows visible to a reader of an entity with private rows; undefined: all. The server itself sees
 * everything.
 */
export function visibilityCondition(table: EntityTable, reader: Author | undefined): Condition | undefined {
  const flag = getPrivacyFlag(table)
  const session = getSession(reader)
  if (!flag || !session || session.role === 'super') return undefined
  return sql<boolean>`(coalesce(${sqlName(flag.name)}, ${flag.isDefault}) or ${sqlName(creatorColumn)} = ${session.accountId})`
}

/** Returns true if the reader may see a row. */
export function isVisible(table: EntityTable, row: StoredRow, reader: Author | undefined): boolean {
  const flag = getPrivacyFlag(table)
  const session = getSession(reader)
  if (!flag || !session || session.role === 'super') return true
  return (row[flag.name] ?? flag.isDefault) === true || row[creatorColumn] === session.accountId
}

/** Throws unless the creator or a super administrator makes a row private; others would lose access to it. */
export function checkPrivacyChange(
  { entity }: EntityTable,
  author: Author,
  creator: string | null,
  before: EntityValues,
  after: EntityValues,
): void {
  const session = getSession(author)
  if (entity.privacy === undefined || !session || session.role === 'super' || creator === session.accountId) return
  if (before[entity.privacy] === true && after[entity.privacy] === false) throw new ApiError('access.denied')
}

/**
 * Rejects files of other users in rows that may be private: otherwise a user could read another user's file or hide it
 * from everyone. Existing files stay.
 */
export async function checkFiles(
  tx: Db,
  { entity }: EntityTable,
  author: Author,
  rows: readonly { readonly before?: EntityValues; readonly after: EntityValues }[],
): Promise<void> {
  const session = getSession(author)
  if (entity.privacy === undefined || !session || session.role === 'super') return
  const added = rows.flatMap(({ before, after }) => {
    const previousIds = new Set((before ? listFiles(entity, before) : []).map(({ id }) => id))
    return listFiles(entity, after).filter(({ id }) => !previousIds.has(id))
  })
  if (added.length === 0) return
  const {
    rows: [other],
  } = await sql<{
    id: string
  }>`select id from stored_file where id = any(${added.map(({ id }) => id)}::text[]) and uploader <> ${session.accountId} limit 1`.execute(
    tx,
  )
  const found = other && added.find(({ id }) => id === other.id)
  if (found)
    throw createInvalidInputError(
      createFault(found.field, 'missing', {
        en: `${found.words.en}: upload the file yourself`,
        zh: `${found.words.zh}：请自行上传文件`,
      }),
    )
}

/** Returns the files that occur in private rows of other users and in no row visible to the session. */
export async function findHiddenFiles(
  db: Db,
  entities: readonly Entity[],
  session: Session,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>()
  if (session.role === 'super' || ids.length === 0) return hidden
  const visible = new Set<string>()
  for (const entity of entities) {
    if (entity.privacy === undefined) continue
    const table = entityTable(entity, (text) => text)
    const condition = visibilityCondition(table, { session, address: '', request: '', client: '' })
    for (const { field, name } of table.columns) {
      if (entity.fields[field]?.kind !== 'files' || !condition) continue
      const containsFile = sql.join(
        ids.map((id) => sql`${sqlName(name)} @> ${JSON.stringify([{ id }])}::jsonb`),
        sql` or `,
      )
      const { rows } = await sql<{ id: string; isShown: boolean }>`
        select file->>'id' as id, bool_or(${condition}) as "isShown" from ${sqlName(table.name)}, jsonb_array_elements(${sqlName(name)}) as file where (${containsFile}) group by 1`.execute(
        db,
      )
      for (const { id, isShown: isVisibleRow } of rows) (isVisibleRow ? visible : hidden).add(id)
    }
  }
  for (const id of visible) hidden.delete(id)
  return hidden
}

/** Account that creates a row, if the author is a user. */
export const getCreator = (author: Author): string | undefined => getSession(author)?.accountId

const getSession = (reader: Author | undefined): Session | undefined =>
  reader && isCaller(reader) ? reader.session : undefined
const isCaller = (reader: Author): reader is RequestContext => 'session' in reader

function getPrivacyFlag(table: EntityTable): { readonly name: string; readonly isDefault: boolean } | undefined {
  const { privacy, fields } = table.entity
  if (privacy === undefined) return undefined
  return { name: table.column(privacy).name, isDefault: fields[privacy]?.default === true }
}

const listFiles = (
  entity: Entity,
  values: EntityValues,
): { readonly field: string; readonly id: string; readonly words: Words }[] =>
  Object.entries(entity.fields).flatMap(([field, { kind, words }]) => {
    const value = values[field]
    return kind === 'files' && Array.isArray(value)
      ? value.flatMap((file) =>
          typeof file === 'object' && 'id' in file && typeof file['id'] === 'string'
            ? [{ field, id: file['id'], words }]
            : [],
        )
      : []
  })
