import { randomUUID } from 'node:crypto'
import type { Parsed } from '@mimic/engine/schema'
import type { ExpressionBuilder } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { routes } from '../../../contract/routes.ts'
import type { LibraryEntry, WholeLibraryEntry } from '../../../contract/routes.ts'
import type { Db, Tables } from '../../database/index.ts'
import type { Workers } from '../../workerPool/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext, Session } from '../base/requestContext.ts'
import type { Page } from '../base/pagination.ts'
import { likePattern, pageOffset } from '../base/pagination.ts'
import { SerializedResponse } from '../base/serializedAnswer.ts'
import type { RecycleBin } from '../recycleBin/index.ts'
import type { Thumbnails } from '../thumbnails/index.ts'
import { type CheckedDefinition, DefinitionInBody } from './libraryDefinition.ts'

export interface LibraryFilter extends Page {
  readonly search?: string | undefined
  readonly type?: string | undefined
  readonly ids?: readonly string[] | undefined
}

interface EntryDetails {
  readonly name: string
  readonly type: string
  readonly isPublic: boolean
}

/**
 * Component library: symbols shared by all drawings. Each is validated by the engine's reader. Private entries of other
 * users are reported as missing.
 */
export function createLibrary(
  db: Db,
  thumbnails: Thumbnails,
  bin: Pick<RecycleBin, 'register' | 'add'>,
  workers: Workers,
) {
  bin.register({
    kind: 'library',
    policy: routes['library.remove'].policy,
    parts: [{ table: 'library_entry', column: 'id' }],
  })
  const selectVisible = (session: Session) => db.selectFrom('library_entry').where(createVisibilityCondition(session))

  const check = async (definition: unknown): Promise<CheckedDefinition> =>
    unwrap(
      definition instanceof DefinitionInBody ? definition.checked : await workers.run('checkDefinition', definition, 0),
    )

  return {
    async list(
      { session }: RequestContext,
      { search, type, ids, ...page }: LibraryFilter,
    ): Promise<{ rows: LibraryEntry[]; total: number; types: string[] }> {
      let rows = selectVisible(session)
      if (search) rows = rows.where(likePattern('name', search))
      if (type !== undefined) rows = rows.where('type', '=', type)
      if (ids) rows = rows.where('id', 'in', ids)
      const [{ total }, found, types] = await Promise.all([
        rows.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        rows
          .select(entryColumns)
          .orderBy('updated_at', 'desc')
          .orderBy('id')
          .limit(page.pageSize)
          .offset(pageOffset(page))
          .execute(),
        selectVisible(session).select('type').distinct().orderBy('type').limit(limits.library.types).execute(),
      ])
      return {
        total: Number(total),
        rows: found.map((row) => toEntry(row, session)),
        types: types.map((row) => row.type),
      }
    },

    async read({ session }: RequestContext, id: string): Promise<SerializedResponse<WholeLibraryEntry>> {
      const row = await selectVisible(session)
        .select([...entryColumns, 'body'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      const definition = unwrap(await workers.run('prepareDefinition', row.body, row.body.length))
      return new SerializedResponse<WholeLibraryEntry>(toEntry(row, session), { definition })
    },

    async create(
      caller: RequestContext,
      { definition, ...details }: EntryDetails & { readonly definition: unknown },
    ): Promise<LibraryEntry> {
      const { session } = caller
      const parts = toStoredParts(await check(definition), session.name)
      const row = {
        id: randomUUID(),
        ...toColumns(details),
        revision: 1,
        ...parts,
        creator: session.accountId,
        created_by: session.name,
        created_at: parts.updated_at,
      }
      await db.transaction().execute(async (tx) => {
        await tx.insertInto('library_entry').values(row).execute()
        await audit(tx, caller, {
          object: `library/${row.id}`,
          action: 'create',
          content: { ...details, hash: row.hash },
        })
      })
      return toEntry(row, session)
    },

    /** Throws if someone saved since `revision`. */
    async save(caller: RequestContext, id: string, revision: number, definition: unknown): Promise<LibraryEntry> {
      const parts = toStoredParts(await check(definition), caller.session.name)
      return db.transaction().execute(async (tx) => {
        const before = await tx
          .selectFrom('library_entry')
          .select([...entryColumns, 'hash'])
          .where(createVisibilityCondition(caller.session))
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new ApiError('object.missing')
        if (before.revision !== revision) {
          throw new ApiError('library.conflict', {
            detail: { revision: before.revision, updatedBy: before.updated_by, updatedAt: before.updated_at.getTime() },
          })
        }
        const row = { ...parts, revision: revision + 1 }
        await tx.updateTable('library_entry').set(row).where('id', '=', id).execute()
        await audit(tx, caller, {
          object: `library/${id}`,
          action: 'save',
          content: { revision: row.revision, before: before.hash, after: row.hash },
        })
        return toEntry({ ...before, ...row }, caller.session)
      })
    },

    /** Every writer may rename and categorize entries; only the creator and super administrators may hide them. */
    async describe(
      caller: RequestContext,
      id: string,
      details: { readonly [Key in keyof EntryDetails]?: EntryDetails[Key] | undefined },
    ): Promise<LibraryEntry> {
      const { session } = caller
      return db.transaction().execute(async (tx) => {
        const before = await tx
          .selectFrom('library_entry')
          .select(entryColumns)
          .where(createVisibilityCondition(session))
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new ApiError('object.missing')
        const { name = before.name, type = before.type, isPublic = before.is_public } = details
        if (!isPublic && before.is_public && before.creator !== session.accountId && session.role !== 'super')
          throw new ApiError('access.denied')
        const columns = toColumns({ name, type, isPublic })
        await tx.updateTable('library_entry').set(columns).where('id', '=', id).execute()
        await audit(tx, caller, { object: `library/${id}`, action: 'describe', content: { name, type, isPublic } })
        return toEntry({ ...before, ...columns }, session)
      })
    },

    /** Moves to the recycle bin. */
    async remove(caller: RequestContext, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const found = await tx
          .selectFrom('library_entry')
          .select(['name', 'hash', 'revision', 'is_public', 'creator'])
          .where(createVisibilityCondition(caller.session))
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!found) throw new ApiError('object.missing')
        const { is_public: isPublic, creator, ...removed } = found
        await bin.add(tx, caller.session, 'library', [
          { object: id, project: null, name: removed.name, isPublic, creator },
        ])
        await audit(tx, caller, { object: `library/${id}`, action: 'remove', content: removed })
      })
    },

    async thumbnail({ session }: RequestContext, id: string): Promise<string> {
      const row = await selectVisible(session).select(['body', 'hash']).where('id', '=', id).executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      const { body, hash } = row
      return await thumbnails.getStoredThumbnail(`library ${hash}`, async () =>
        unwrap(await workers.run('prepareDefinitionThumbnail', body, body.length)),
      )
    },
  }
}

export type Library = ReturnType<typeof createLibrary>

/** Rows visible to the session: public and own ones; all for super administrators. */
function createVisibilityCondition({ accountId, role }: Session) {
  return (build: ExpressionBuilder<Tables, 'library_entry'>) =>
    role === 'super'
      ? build.eb(build.lit(1), '=', 1)
      : build.or([build.eb('is_public', '=', true), build.eb('creator', '=', accountId)])
}

/** Returns the value. Throws `library.invalid` with the problems. */
function unwrap<T>({ problems, value }: Parsed<T>): T {
  if (problems) throw new ApiError('library.invalid', { problems })
  return value
}

const entryColumns = [
  'id',
  'name',
  'type',
  'is_public',
  'revision',
  'components',
  'params',
  'width',
  'height',
  'creator',
  'created_by',
  'created_at',
  'updated_at',
  'updated_by',
] as const

interface EntryRow extends Omit<
  LibraryEntry,
  'isPublic' | 'isOwn' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy'
> {
  readonly is_public: boolean
  readonly creator: string
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
  readonly updated_by: string
}

const toEntry = (row: EntryRow, { accountId }: Session): LibraryEntry => ({
  id: row.id,
  name: row.name,
  type: row.type,
  isPublic: row.is_public,
  revision: row.revision,
  components: row.components,
  params: row.params,
  width: row.width,
  height: row.height,
  createdAt: row.created_at.getTime(),
  createdBy: row.created_by,
  updatedAt: row.updated_at.getTime(),
  updatedBy: row.updated_by,
  isOwn: row.creator === accountId,
})

const toColumns = ({ name, type, isPublic }: EntryDetails) => ({
  name: name.trim(),
  type: type.trim(),
  is_public: isPublic,
})

/** Columns derived from a symbol definition. */
const toStoredParts = (checked: CheckedDefinition, by: string) => ({
  ...checked,
  updated_at: new Date(),
  updated_by: by,
})
