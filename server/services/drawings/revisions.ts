import { sql } from 'kysely'
import { ApiError } from '../../../contract/errors.ts'
import type { DrawingRevision } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import type { Page } from '../base/pagination.ts'
import { pageOffset } from '../base/pagination.ts'
import type { Workers } from '../../workerPool/index.ts'
import { hashText } from './hash.ts'
import type { Chain, PackedRevision } from './revisionContent.ts'
import { createTextCache } from './textCache.ts'

/** A drawing row as saved. */
export interface SavedRow {
  readonly revision: number
  readonly body: string
  readonly hash: string
  readonly name: string
  readonly components: number
  readonly width: number
  readonly height: number
  readonly updated_at: Date
  readonly updated_by: string
}

/** Metadata of a revision. */
export interface RevisionDetails {
  /** Account that saves; null: the server. */
  readonly author: string | null
  readonly note?: string | undefined
  readonly restoredFrom?: number | undefined
}

/** Data of a save, computed before its transaction. */
export interface PreparedRevision {
  /** Hash of the drawing the delta is based on. */
  readonly before: string
  readonly packed: PackedRevision
  /** The current revision, if it is not stored as a revision yet because an older version saved it. */
  readonly unstored?: { readonly row: SavedRow; readonly packed: PackedRevision }
}

/**
 * Stores revisions of drawings. A revision is written in the transaction of its save as a delta to the previous one,
 * with regular full copies to keep reading cheap. Callers check access.
 */
export function createRevisions(db: Db, workers: Workers) {
  const texts = createTextCache()

  const pack = (revision: number, text: string, chain?: Chain): Promise<PackedRevision> =>
    workers.run('packRevision', { revision, text, chain }, text.length + (chain?.text.length ?? 0))

  /** Text of the current revision, if it matches the hash. */
  const readCurrentText = async (from: Db, id: string, hash: string): Promise<string | undefined> => {
    const cached = texts.get(hash)
    if (cached !== undefined) return cached
    const row = await from.selectFrom('drawing').select('body').where('id', '=', id).executeTakeFirst()
    return row && hashText(row.body) === hash ? row.body : undefined
  }

  const insert = async (
    tx: Db,
    drawing: string,
    project: string,
    row: SavedRow,
    packed: PackedRevision,
    { author, note = '', restoredFrom }: RevisionDetails,
  ): Promise<void> => {
    await tx
      .insertInto('drawing_revision')
      .values({
        drawing,
        revision: row.revision,
        project,
        form: packed.form,
        base: packed.base,
        content: Buffer.from(packed.content),
        chain_bytes: packed.chainBytes,
        hash: row.hash,
        bytes: Buffer.byteLength(row.body),
        name: row.name,
        components: row.components,
        width: row.width,
        height: row.height,
        saved_at: row.updated_at,
        saved_by: row.updated_by,
        author,
        note: note.trim(),
        restored_from: restoredFrom ?? null,
        files: JSON.stringify(packed.files),
      })
      .execute()
  }

  const prepare = async (
    from: Db,
    id: string,
    revision: number,
    text: string,
  ): Promise<PreparedRevision | undefined> => {
    const present = await from
      .selectFrom('drawing')
      .leftJoinLateral(
        (build) =>
          build
            .selectFrom('drawing_revision')
            .select(['revision as tip', 'base', 'chain_bytes', 'hash as tip_hash'])
            .whereRef('drawing_revision.drawing', '=', 'drawing.id')
            .orderBy('revision', 'desc')
            .limit(1)
            .as('newest'),
        (join) => join.onTrue(),
      )
      .leftJoin('drawing_revision as full', (join) =>
        join.onRef('full.drawing', '=', 'drawing.id').onRef('full.revision', '=', 'newest.base'),
      )
      .select([
        'drawing.revision',
        'drawing.hash',
        'newest.tip',
        'newest.tip_hash',
        'newest.base',
        'newest.chain_bytes',
        sql<number | null>`octet_length("full".content)`.as('full_bytes'),
      ])
      .where('drawing.id', '=', id)
      .executeTakeFirst()
    // Saved or deleted meanwhile; the transaction reports it.
    if (!present || present.revision !== revision) return undefined
    const { base, chain_bytes: chainBytes, full_bytes: fullBytes, hash } = present
    if (
      present.tip !== revision ||
      present.tip_hash !== hash ||
      base === null ||
      chainBytes === null ||
      fullBytes === null
    ) {
      const row = await from
        .selectFrom('drawing')
        .select(['revision', 'body', 'hash', 'name', 'components', 'width', 'height', 'updated_at', 'updated_by'])
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row || row.revision !== revision) return undefined
      const unstored = await pack(revision, row.body)
      const chain = { base: unstored.base, fullBytes: unstored.content.length, chainBytes: 0, text: row.body }
      return {
        before: hash,
        packed: await pack(revision + 1, text, chain),
        unstored: { row: { ...row, hash: hashText(row.body) }, packed: unstored },
      }
    }
    const before = await readCurrentText(from, id, hash)
    return {
      before: hash,
      packed: await pack(
        revision + 1,
        text,
        before === undefined ? undefined : { base, fullBytes, chainBytes, text: before },
      ),
    }
  }

  return {
    /** Prepares a save. Call it before the transaction, to keep that short. */
    prepare: (id: string, revision: number, text: string): Promise<PreparedRevision | undefined> =>
      prepare(db, id, revision, text),

    /** Stores a revision in the transaction of its save. `before`: the locked drawing being replaced. */
    async store(
      tx: Db,
      id: string,
      project: string,
      before: { readonly revision: number; readonly hash: string },
      row: SavedRow,
      details: RevisionDetails,
      prepared: PreparedRevision | undefined,
    ): Promise<void> {
      const upToDate = prepared?.before === before.hash ? prepared : await prepare(tx, id, before.revision, row.body)
      if (!upToDate) throw new Error('the drawing changed while it was locked')
      if (upToDate.unstored) {
        // Existing rows with these numbers belong to another history, for example from before a restored backup.
        await tx
          .deleteFrom('drawing_revision')
          .where('drawing', '=', id)
          .where('revision', '>=', before.revision)
          .execute()
        await insert(tx, id, project, upToDate.unstored.row, upToDate.unstored.packed, { author: null })
      }
      await insert(tx, id, project, row, upToDate.packed, details)
      texts.add(row.hash, row.body)
    },

    /** Prepares the first revision of a new drawing. */
    prepareFirst: (text: string): Promise<PackedRevision> => pack(1, text),

    /** Stores the first revision in the transaction that creates the drawing. */
    async storeFirst(
      tx: Db,
      id: string,
      project: string,
      row: SavedRow,
      packed: PackedRevision,
      details: RevisionDetails,
    ): Promise<void> {
      await insert(tx, id, project, row, packed, details)
    },

    async list(drawing: string, page: Page): Promise<{ rows: DrawingRevision[]; total: number }> {
      const all = db.selectFrom('drawing_revision').where('drawing', '=', drawing)
      const [{ total }, rows] = await Promise.all([
        all.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        all.select(listedColumns).orderBy('revision', 'desc').limit(page.pageSize).offset(pageOffset(page)).execute(),
      ])
      return { total: Number(total), rows: rows.map(toRevision) }
    },

    /** Returns a revision with its exact original text. */
    async read(drawing: string, revision: number): Promise<{ revision: DrawingRevision; text: string; hash: string }> {
      const row = await db
        .selectFrom('drawing_revision')
        .select([...listedColumns, 'base', 'hash'])
        .where('drawing', '=', drawing)
        .where('revision', '=', revision)
        .executeTakeFirst()
      if (!row) throw new ApiError('object.missing')
      const cached = texts.get(row.hash)
      if (cached !== undefined) return { revision: toRevision(row), text: cached, hash: row.hash }
      const chain = await db
        .selectFrom('drawing_revision')
        .select(['form', 'content'])
        .where('drawing', '=', drawing)
        .where('revision', '>=', row.base)
        .where('revision', '<=', revision)
        .orderBy('revision')
        .execute()
      const { text, hash } = await workers.run('unpackRevision', chain, row.bytes)
      if (hash !== row.hash) throw new Error(`revision ${revision} of drawing ${drawing} is damaged in the database`)
      texts.add(row.hash, text)
      return { revision: toRevision(row), text, hash: row.hash }
    },

    async setNote(tx: Db, drawing: string, revision: number, note: string): Promise<void> {
      const changed = await tx
        .updateTable('drawing_revision')
        .set({ note: note.trim() })
        .where('drawing', '=', drawing)
        .where('revision', '=', revision)
        .returning('revision')
        .executeTakeFirst()
      if (!changed) throw new ApiError('object.missing')
    },

    /** Removes the revisions of permanently deleted drawings. */
    async remove(tx: Db, drawings: readonly string[]): Promise<void> {
      await tx.deleteFrom('drawing_revision').where('drawing', 'in', drawings).execute()
    },
  }
}

const listedColumns = [
  'revision',
  'name',
  'components',
  'width',
  'height',
  'bytes',
  'saved_at',
  'saved_by',
  'note',
  'restored_from',
] as const

type ListedRow = Pick<DrawingRevision, 'revision' | 'name' | 'components' | 'width' | 'height' | 'bytes' | 'note'> & {
  readonly saved_at: Date
  readonly saved_by: string
  readonly restored_from: number | null
}

const toRevision = ({
  revision,
  name,
  components,
  width,
  height,
  bytes,
  saved_at,
  saved_by,
  note,
  restored_from,
}: ListedRow): DrawingRevision => ({
  revision,
  name,
  components,
  width,
  height,
  bytes,
  savedAt: saved_at.getTime(),
  savedBy: saved_by,
  note,
  restoredFrom: restored_from,
})
