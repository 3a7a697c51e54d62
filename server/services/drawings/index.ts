import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { newDrawing } from '@mimic/engine/document'
import type { Parsed } from '@mimic/engine/schema'
import { ApiError } from '../../../contract/errors.ts'
import { routes } from '../../../contract/routes.ts'
import type {
  DrawingDescription,
  DrawingRevision,
  DrawingSummary,
  ListedDrawing,
  SavedDrawing,
  ServedFile,
  StoredDrawing,
  StoredRevision,
} from '../../../contract/routes.ts'
import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tables } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext, Session } from '../base/requestContext.ts'
import { systemContext } from '../base/requestContext.ts'
import type { Page } from '../base/pagination.ts'
import { likePattern, pageOffset } from '../base/pagination.ts'
import type { RecycleBin } from '../recycleBin/index.ts'
import type { Thumbnails } from '../thumbnails/index.ts'
import { SerializedResponse } from '../base/serializedAnswer.ts'
import type { Workers } from '../../workerPool/index.ts'
import type { CheckedDrawing, ViewDrawing } from './checkDrawing.ts'
import { currentVersionPrefix } from './checkDrawing.ts'
import { DrawingInBody } from './drawingInBody.ts'
import { createRevisions } from './revisions.ts'

export interface DrawingFilter extends Page {
  /** Projects visible to the caller; undefined: all. */
  readonly projects: readonly string[] | undefined
  readonly project?: string | undefined
  readonly search?: string | undefined
  /** Only drawings starred by the caller. */
  readonly isStarred?: boolean | undefined
}

/** A drawing with the properties that control read access. */
export interface DrawingReaders {
  readonly id: string
  readonly project: string
  readonly isPublic: boolean
  /** Account that created the drawing; null for a sample. */
  readonly creator: string | null
}

/** Notifications about drawings, sent after the change is stored. */
export interface DrawingListener {
  readonly onSaved: (drawing: DrawingReaders & { readonly revision: number }) => void
  /** The drawing was deleted or made private. `drawing` is its state before. */
  readonly onHidden: (drawing: DrawingReaders) => void
}

/**
 * Stores drawings. Each is validated by the engine's reader and stored as the engine writes it. Private drawings of
 * other users are reported as missing.
 */
export function createDrawings(
  db: Db,
  thumbnails: Thumbnails,
  { onSaved, onHidden }: DrawingListener,
  bin: Pick<RecycleBin, 'register' | 'add'>,
  workers: Workers,
) {
  const revisions = createRevisions(db, workers)
  bin.register({
    kind: 'drawing',
    policy: routes['drawing.remove'].policy,
    purge: (tx, drawings) => revisions.remove(tx, drawings),
    parts: [
      { table: 'drawing', column: 'id' },
      { table: 'drawing_star', column: 'drawing', needs: { column: 'account', table: 'account' } },
      { table: 'component_password', column: 'drawing' },
      { table: 'share', column: 'drawing', needs: { column: 'creator', table: 'account' } },
    ],
  })

  /** The name of a new drawing is part of its text, so a drawing from a large body was already validated with it. */
  const check = async (drawing: unknown, name?: string): Promise<CheckedDrawing> =>
    unwrap(
      drawing instanceof DrawingInBody
        ? drawing.checked
        : await workers.run('checkDrawing', { drawing, name }, typeof drawing === 'string' ? drawing.length : 0),
    )

  const prepareForView = async (body: string): Promise<ViewDrawing> =>
    unwrap(await workers.run('showDrawing', body, body.length))

  /**
   * Returns true if a newer version saved the drawing. Text of this version is recognized by its prefix without reading
   * it.
   */
  const isNewer = async (tx: Db, id: string): Promise<boolean> => {
    const { start } = await tx
      .selectFrom('drawing')
      .select(sql<string>`left(body, ${currentVersionPrefix.length})`.as('start'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (start === currentVersionPrefix) return false
    const { body } = await tx.selectFrom('drawing').select('body').where('id', '=', id).executeTakeFirstOrThrow()
    return workers.run('isNewerDrawing', body, body.length)
  }

  /** Throws if someone saved since `revision`, or if a newer version saved the drawing. */
  const save = async (
    caller: RequestContext,
    id: string,
    revision: number,
    drawing: unknown,
    details: { readonly note?: string | undefined; readonly restoredFrom?: number },
  ): Promise<SavedDrawing> => {
    const { session } = caller
    const { warnings, ...checked } = await check(drawing)
    const row = toRow(checked, revision + 1, session.name)
    const prepared = await revisions.prepare(id, revision, row.body)
    const { saved, creator } = await db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('drawing')
        .select([
          'project',
          'revision',
          'hash',
          'updated_at',
          'updated_by',
          'description',
          'cover_mark',
          'floor',
          'is_public',
          'creator',
        ])
        .where(createVisibilityCondition(session))
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!before) throw new ApiError('object.missing')
      if (before.revision !== revision) {
        throw new ApiError('drawing.conflict', {
          detail: { revision: before.revision, updatedBy: before.updated_by, updatedAt: before.updated_at.getTime() },
        })
      }
      if (await isNewer(tx, id)) throw new ApiError('drawing.newer')
      await revisions.store(tx, id, before.project, before, row, { author: session.accountId, ...details }, prepared)
      await tx.updateTable('drawing').set(row).where('id', '=', id).execute()
      const { restoredFrom } = details
      await audit(tx, caller, {
        object: `drawing/${id}`,
        action: restoredFrom === undefined ? 'save' : 'restore',
        content: {
          revision: row.revision,
          ...(restoredFrom !== undefined && { restoredFrom }),
          before: before.hash,
          after: row.hash,
        },
      })
      return { saved: { ...toSummary({ id, ...before, ...row }), warnings }, creator: before.creator }
    })
    onSaved({ id, revision: saved.revision, project: saved.project, isPublic: saved.isPublic, creator })
    return saved
  }

  return {
    async findProject(id: string): Promise<string | undefined> {
      return (await db.selectFrom('drawing').select('project').where('id', '=', id).executeTakeFirst())?.project
    },

    /** Throws `object.missing` for a private drawing of another user. */
    async checkVisible({ session }: Pick<RequestContext, 'session'>, id: string): Promise<void> {
      if (
        !(await db
          .selectFrom('drawing')
          .select('id')
          .where(createVisibilityCondition(session))
          .where('id', '=', id)
          .executeTakeFirst())
      )
        throw new ApiError('object.missing')
    },

    async list({ session }: RequestContext, filter: DrawingFilter): Promise<{ rows: ListedDrawing[]; total: number }> {
      let rows = db.selectFrom('drawing').where(createVisibilityCondition(session))
      if (filter.projects) rows = rows.where('project', 'in', filter.projects.length > 0 ? filter.projects : [''])
      if (filter.project !== undefined) rows = rows.where('project', '=', filter.project)
      if (filter.search) rows = rows.where(likePattern('name', filter.search))
      if (filter.isStarred) rows = rows.where(createStarCondition(session))
      const [{ total }, page] = await Promise.all([
        rows.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        rows
          .select([...summaryColumns, createStarCondition(session).as('is_starred')])
          .orderBy('updated_at', 'desc')
          .orderBy('id')
          .limit(filter.pageSize)
          .offset(pageOffset(filter))
          .execute(),
      ])
      return { total: Number(total), rows: page.map((row) => ({ ...toSummary(row), isStarred: row.is_starred })) }
    },

    async read({ session }: RequestContext, id: string): Promise<SerializedResponse<StoredDrawing>> {
      const row = await db
        .selectFrom('drawing')
        .select([...summaryColumns, 'body'])
        .where(createVisibilityCondition(session))
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      const { drawing, text } = await prepareForView(row.body)
      return new SerializedResponse<StoredDrawing>(
        { ...toSummary(row), ...(text !== undefined && { text }) },
        { drawing },
      )
    },

    async create(
      caller: RequestContext,
      {
        project,
        name,
        drawing,
        ...description
      }: { project: string; name: string; drawing?: unknown } & DrawingDescription,
    ): Promise<SavedDrawing> {
      const { warnings, ...checked } = await check(drawing === undefined ? newDrawing(name) : drawing, name)
      const details = { description: '', floor: null, cover_mark: null, is_public: true, ...toColumns(description) }
      const row = { id: randomUUID(), project, ...toRow(checked, 1, caller.session.name), ...details }
      const packed = await revisions.prepareFirst(row.body)
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('drawing')
          .values({ ...row, creator: caller.session.accountId, created_at: row.updated_at })
          .execute()
        await revisions.storeFirst(tx, row.id, project, row, packed, { author: caller.session.accountId })
        await audit(tx, caller, {
          object: `drawing/${row.id}`,
          action: 'create',
          content: { project, ...(row.is_public ? { name } : { isPublic: false }), hash: row.hash },
        })
      })
      return { ...toSummary(row), warnings }
    },

    save: (
      caller: RequestContext,
      id: string,
      revision: number,
      drawing: unknown,
      note?: string,
    ): Promise<SavedDrawing> => save(caller, id, revision, drawing, { note }),

    async revisions(
      { session }: RequestContext,
      id: string,
      page: Page,
    ): Promise<{ rows: DrawingRevision[]; total: number }> {
      await this.checkVisible({ session }, id)
      return revisions.list(id, page)
    },

    async readRevision(
      { session }: RequestContext,
      id: string,
      revision: number,
    ): Promise<SerializedResponse<StoredRevision>> {
      const row = await db
        .selectFrom('drawing')
        .select('project')
        .where(createVisibilityCondition(session))
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      const found = await revisions.read(id, revision)
      const { drawing, text } = await prepareForView(found.text)
      return new SerializedResponse<StoredRevision>(
        { ...found.revision, project: row.project, ...(text !== undefined && { text }) },
        { drawing },
      )
    },

    async revisionFile({ session }: RequestContext, id: string, revision: number): Promise<ServedFile> {
      await this.checkVisible({ session }, id)
      const {
        revision: { name },
        text,
      } = await revisions.read(id, revision)
      const bytes = Buffer.from(text)
      return {
        name: `${name} (${revision}).json`,
        type: 'application/json',
        bytes: bytes.length,
        content: Readable.from([bytes]),
      }
    },

    async revisionThumbnail({ session }: RequestContext, id: string, revision: number): Promise<string> {
      await this.checkVisible({ session }, id)
      const { text, hash } = await revisions.read(id, revision)
      return await thumbnails.getStoredThumbnail(`drawing ${hash}`, text)
    },

    /** Every account that may save can edit the note of any revision; the audit log records the author. */
    async setRevisionNote(
      caller: RequestContext,
      id: string,
      revision: number,
      note: string,
    ): Promise<DrawingRevision> {
      await this.checkVisible(caller, id)
      await db.transaction().execute(async (tx) => {
        await revisions.setNote(tx, id, revision, note)
        await audit(tx, caller, { object: `drawing/${id}`, action: 'note', content: { revision } })
      })
      return (await revisions.read(id, revision)).revision
    },

    /** Saves the content of an old revision as a new revision. */
    async restoreRevision(
      caller: RequestContext,
      id: string,
      revision: number,
      restoredFrom: number,
    ): Promise<SavedDrawing> {
      await this.checkVisible(caller, id)
      const { text } = await revisions.read(id, restoredFrom)
      return save(caller, id, revision, text, { restoredFrom })
    },

    /**
     * Changes properties stored outside the drawing. Revision, time and author of the last save stay the same, so open
     * editors see no conflict.
     */
    async describe(caller: RequestContext, id: string, details: DrawingDescription): Promise<DrawingSummary> {
      const columns = toColumns(details)
      const { summary, hidden } = await db.transaction().execute(async (tx) => {
        const { session } = caller
        const before = await tx
          .selectFrom('drawing')
          .select([...summaryColumns, 'creator'])
          .where(createVisibilityCondition(session))
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!before) throw new ApiError('object.missing')
        // Only the creator and super administrators may hide a drawing.
        if (
          columns.is_public === false &&
          before.is_public &&
          before.creator !== session.accountId &&
          session.role !== 'super'
        )
          throw new ApiError('access.denied')
        const after = { ...before, ...columns }
        if (Object.keys(columns).length > 0) await tx.updateTable('drawing').set(columns).where('id', '=', id).execute()
        const { description, floor, cover_mark: cover, is_public: isPublic } = after
        await audit(tx, caller, {
          object: `drawing/${id}`,
          action: 'describe',
          content: isPublic ? { description, floor, cover, isPublic } : { isPublic },
        })
        const { project, creator } = before
        return {
          summary: toSummary(after),
          hidden: before.is_public && !isPublic ? { id, project, isPublic: true, creator } : undefined,
        }
      })
      if (hidden) onHidden(hidden)
      return summary
    },

    /** Stars are per account and do not change the drawing. */
    async star({ session }: RequestContext, id: string, isStarred: boolean): Promise<void> {
      const star = { account: session.accountId, drawing: id }
      if (!isStarred) {
        await db.deleteFrom('drawing_star').where('account', '=', star.account).where('drawing', '=', id).execute()
        return
      }
      await this.checkVisible({ session }, id)
      await db
        .insertInto('drawing_star')
        .values(star)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async cover({ session }: RequestContext, id: string): Promise<string | null> {
      const row = await db
        .selectFrom('drawing')
        .select('cover')
        .where(createVisibilityCondition(session))
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      return row.cover
    },

    /** Moves to the recycle bin. */
    async remove(caller: RequestContext, id: string): Promise<void> {
      const hidden = await db.transaction().execute(async (tx) => {
        const found = await tx
          .selectFrom('drawing')
          .select(['name', 'hash', 'revision', 'project', 'is_public', 'creator'])
          .where(createVisibilityCondition(caller.session))
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!found) throw new ApiError('object.missing')
        const { project, is_public: isPublic, creator, ...removed } = found
        await bin.add(tx, caller.session, 'drawing', [{ object: id, project, name: removed.name, isPublic, creator }])
        await audit(tx, caller, { object: `drawing/${id}`, action: 'remove', content: removed })
        return { id, project, isPublic, creator }
      })
      onHidden(hidden)
    },

    async thumbnail({ session }: RequestContext, id: string): Promise<string> {
      const row = await db
        .selectFrom('drawing')
        .select(['body', 'hash'])
        .where(createVisibilityCondition(session))
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      return await thumbnails.getStoredThumbnail(`drawing ${row.hash}`, row.body)
    },

    /**
     * Installs a sample under a fixed id, so that samples can refer to each other. An existing drawing is left
     * unchanged.
     */
    async install(id: string, project: string, drawing: unknown): Promise<void> {
      const { warnings: _warnings, ...checked } = await check(drawing)
      const row = toRow(checked, 1, systemContext.name)
      const packed = await revisions.prepareFirst(row.body)
      await db.transaction().execute(async (tx) => {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('drawing')
          .values({ id, project, ...row, created_at: row.updated_at })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows) return
        await revisions.storeFirst(tx, id, project, row, packed, { author: null })
        await audit(tx, systemContext, {
          object: `drawing/${id}`,
          action: 'create',
          content: { project, sample: true, hash: row.hash },
        })
      })
    },
  }
}

export type Drawings = ReturnType<typeof createDrawings>

/** Returns the value, or throws the validation problems. */
function unwrap<T>({ problems, value }: Parsed<T>): T {
  if (problems) throw new ApiError('drawing.invalid', { problems })
  return value
}

const summaryColumns = [
  'id',
  'project',
  'name',
  'revision',
  'components',
  'width',
  'height',
  'updated_at',
  'updated_by',
  'description',
  'cover_mark',
  'floor',
  'is_public',
] as const

interface SummaryRow extends Omit<DrawingSummary, 'updatedAt' | 'updatedBy' | 'cover' | 'isPublic'> {
  readonly is_public: boolean
  readonly cover_mark: string | null
  readonly updated_at: Date
  readonly updated_by: string
}

const toSummary = ({
  id,
  project,
  name,
  revision,
  components,
  width,
  height,
  updated_at,
  updated_by,
  description,
  cover_mark,
  floor,
  is_public,
}: SummaryRow): DrawingSummary => ({
  id,
  project,
  name,
  revision,
  components,
  width,
  height,
  updatedAt: updated_at.getTime(),
  updatedBy: updated_by,
  description,
  cover: cover_mark,
  floor,
  isPublic: is_public,
})

/** Rows visible to the session: public and own ones; all for super administrators. */
function createVisibilityCondition({ accountId, role }: Session) {
  return (build: ExpressionBuilder<Tables, 'drawing'>) =>
    role === 'super'
      ? build.eb(build.lit(1), '=', 1)
      : build.or([build.eb('is_public', '=', true), build.eb('creator', '=', accountId)])
}

const createStarCondition = ({ accountId }: Session) =>
  sql<boolean>`exists (select 1 from drawing_star where drawing_star.drawing = drawing.id and drawing_star.account = ${accountId})`

/** Columns of the given properties; omitted ones stay unchanged. */
function toColumns({ description, floor, cover, isPublic }: DrawingDescription) {
  return {
    ...(isPublic !== undefined && { is_public: isPublic }),
    ...(description !== undefined && { description: description.trim() }),
    ...(floor !== undefined && { floor }),
    ...(cover !== undefined && {
      cover,
      cover_mark: cover === null ? null : createHash('sha256').update(cover).digest('hex').slice(0, 16),
    }),
  }
}

const toRow = (checked: Omit<CheckedDrawing, 'warnings'>, revision: number, by: string) => ({
  ...checked,
  revision,
  updated_at: new Date(),
  updated_by: by,
})
