import { randomUUID } from 'node:crypto'
import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Policy } from '../../../contract/access.ts'
import { hasPermission, canAccess } from '../../../contract/access.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { RecycledItem, RestoredItem } from '../../../contract/routes.ts'
import type { Db, Tables } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext, Session } from '../base/requestContext.ts'
import { systemContext } from '../base/requestContext.ts'
import type { Page } from '../base/pagination.ts'
import { likePattern, pageOffset } from '../base/pagination.ts'
import type { Clock } from '../base/scheduler.ts'
import { createPeriodicTask } from '../base/scheduler.ts'
import type { RecycledPart } from './rows.ts'
import { insertRows, removeRows } from './rows.ts'

const { retentionMs, purgeEveryMs: purgeIntervalMs, purgeBatchSize: purgedAtOnce } = limits.recycleBin

/** A kind of objects that are moved to the recycle bin on deletion. */
export interface RecycledKind {
  /** Name of the kind in the audit log. */
  readonly kind: string
  /** Policy of deletion, which also applies to listing, restoring and purging. */
  readonly policy: Policy
  /**
   * True if the object belongs to its owning project: restoring and purging require the role there, or a super
   * administrator if it has no owner.
   */
  readonly isOwned?: boolean
  /** Tables of the object, its own first. */
  readonly parts: readonly RecycledPart[]
  /** Adapts the object's row before restoring: makes its name unique and clears references to missing rows. */
  readonly prepare?: (tx: Db, row: string) => Promise<{ readonly row: string; readonly name?: string }>
  /** Called after a restore. */
  readonly onRestored?: () => void
  /** Deletes data that remains after the rows are gone. */
  readonly purge?: (tx: Db, objects: readonly string[]) => Promise<void>
}

export interface DeletedObject {
  readonly object: string
  readonly project: string | null
  readonly name: string
  readonly isPublic: boolean
  readonly creator: string | null
}

export interface RecycleFilter extends Page {
  readonly search?: string | undefined
  readonly kind?: string | undefined
  readonly project?: string | undefined
}

interface RecycleBinParts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
}

/**
 * Recycle bin. A deleted object is removed from its tables with all its rows, so that no query has to exclude it, and
 * stored as JSON for 30 days.
 */
export function createRecycleBin({ db, clock, log }: RecycleBinParts) {
  const kinds = new Map<string, RecycledKind>()
  const getKind = (name: string): RecycledKind => {
    const kind = kinds.get(name)
    if (!kind) throw new Error(`${name} is not a recyclable entity`)
    return kind
  }
  const getCutoff = (): Date => new Date(clock.now() - retentionMs)

  const purgeItems = async (
    tx: Db,
    items: readonly { readonly kind: string; readonly object: string }[],
  ): Promise<void> => {
    for (const kind of new Set(items.map((item) => item.kind)))
      await kinds.get(kind)?.purge?.(
        tx,
        items.filter((item) => item.kind === kind).map(({ object }) => object),
      )
  }

  /** Permanently deletes objects older than 30 days and returns their number. */
  const purge = async (): Promise<number> => {
    for (let count = 0; ;) {
      const purged = await db.transaction().execute(async (tx) => {
        const items = await tx
          .deleteFrom('recycled_item')
          .where('id', 'in', (build) =>
            build
              .selectFrom('recycled_item')
              .select('id')
              .where('deleted_at', '<=', getCutoff())
              .orderBy('deleted_at')
              .limit(purgedAtOnce)
              .forUpdate(),
          )
          .returning(['kind', 'object'])
          .execute()
        await purgeItems(tx, items)
        for (const { kind, object } of items)
          await audit(tx, systemContext, { object: `${kind}/${object}`, action: 'purge' })
        return items.length
      })
      count += purged
      if (purged < purgedAtOnce) return count
    }
  }

  const readItem = async (tx: Db, { session }: RequestContext, id: string) => {
    const item = await tx
      .selectFrom('recycled_item')
      .select(['kind', 'object', 'name'])
      .where(createVisibilityCondition(session, [...kinds.values()]))
      .where('deleted_at', '>', getCutoff())
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!item) throw new ApiError('object.missing')
    return item
  }

  return {
    register(kind: RecycledKind): void {
      kinds.set(kind.kind, kind)
    },

    /**
     * Moves deleted objects from their tables into the bin, in the transaction of the deletion. Callers check
     * permissions.
     */
    async add(
      tx: Db,
      author: { readonly name: string },
      name: string,
      deleted: readonly DeletedObject[],
    ): Promise<void> {
      const objects = deleted.map(({ object }) => object)
      const rowsByObject = new Map(objects.map((object): [string, string[]] => [object, []]))
      // Delete referencing rows before the object's own row.
      for (const part of getKind(name).parts.toReversed()) {
        for (const [object, rows] of await removeRows(tx, part, objects))
          rowsByObject.get(object)?.push(`${JSON.stringify(part.table)}:[${rows.join(',')}]`)
      }
      for (const { object, project, name: title, isPublic, creator } of deleted) {
        await tx
          .insertInto('recycled_item')
          .values({
            id: randomUUID(),
            kind: name,
            object,
            project,
            name: title,
            is_public: isPublic,
            creator,
            rows: `{${rowsByObject.get(object)?.join(',') ?? ''}}`,
            deleted_at: new Date(clock.now()),
            deleted_by: author.name,
          })
          .execute()
      }
    },

    async list(
      { session }: RequestContext,
      { search, kind, project, ...page }: RecycleFilter,
    ): Promise<{ rows: RecycledItem[]; total: number }> {
      let items = db
        .selectFrom('recycled_item')
        .where(createVisibilityCondition(session, [...kinds.values()]))
        .where('deleted_at', '>', getCutoff())
      if (search) items = items.where(likePattern('name', search))
      if (kind !== undefined) items = items.where('kind', '=', kind)
      if (project !== undefined) items = items.where('project', '=', project)
      const [{ total }, rows] = await Promise.all([
        items.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
        items
          .select(['id', 'kind', 'object', 'project', 'name', 'deleted_at', 'deleted_by'])
          .orderBy('deleted_at', 'desc')
          .orderBy('id')
          .limit(page.pageSize)
          .offset(pageOffset(page))
          .execute(),
      ])
      return {
        total: Number(total),
        rows: rows.map(({ deleted_at, deleted_by, ...row }) => ({
          ...row,
          deletedAt: deleted_at.getTime(),
          deletedBy: deleted_by,
          expiresAt: deleted_at.getTime() + retentionMs,
        })),
      }
    },

    /** Restores an object under its id, so that references to it work again. */
    async restore(caller: RequestContext, id: string): Promise<RestoredItem> {
      const restored = await db.transaction().execute(async (tx) => {
        const item = await readItem(tx, caller, id)
        const kind = getKind(item.kind)
        let { name } = item
        for (const [at, part] of kind.parts.entries()) {
          const {
            rows: [stored],
          } = await sql<{
            rows: string | null
          }>`select (rows -> ${part.table})::text as rows from recycled_item where id = ${id}`.execute(tx)
          if (!stored?.rows) continue
          const prepared = at === 0 ? await kind.prepare?.(tx, stored.rows) : undefined
          name = prepared?.name ?? name
          await insertRows(tx, part, prepared?.row ?? stored.rows)
        }
        await tx.deleteFrom('recycled_item').where('id', '=', id).execute()
        await audit(tx, caller, { object: `${item.kind}/${item.object}`, action: 'restore' })
        return { kind: item.kind, object: item.object, name, isRenamed: name !== item.name }
      })
      getKind(restored.kind).onRestored?.()
      return restored
    },

    /** Permanently deletes one object. */
    async remove(caller: RequestContext, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const item = await readItem(tx, caller, id)
        await tx.deleteFrom('recycled_item').where('id', '=', id).execute()
        await purgeItems(tx, [item])
        await audit(tx, caller, { object: `${item.kind}/${item.object}`, action: 'purge' })
      })
    },

    purge,

    /** Purges now and once an hour. Returns a function that stops it. */
    start(): () => Promise<void> {
      let dueAt = -Infinity
      const task = createPeriodicTask({
        name: 'recycleBin',
        clock,
        log,
        round: async () => {
          if (clock.now() < dueAt) return dueAt
          const count = await purge()
          if (count > 0) log.info('permanently deleted expired objects of the recycle bin', { count })
          dueAt = clock.now() + purgeIntervalMs
          return dueAt
        },
      })
      task.poke()
      return () => task.stop()
    },
  }
}

export type RecycleBin = ReturnType<typeof createRecycleBin>

/** Condition for objects the session may delete, in its projects; private ones only for their creator. */
function createVisibilityCondition(session: Session, kinds: readonly RecycledKind[]) {
  return (build: ExpressionBuilder<Tables, 'recycled_item'>) => {
    const allowed = kinds
      .filter(({ policy }) => policy.permission === undefined || hasPermission(session.permissions, policy.permission))
      .flatMap(({ kind, policy, isOwned }) => {
        const isKind = build('kind', '=', kind)
        if (policy.scope !== 'project' && !isOwned) return policy.roles.includes(session.role) ? [isKind] : []
        if (session.role === 'super') return [isKind]
        const projects = session.projects.filter(({ id }) => canAccess(session, policy, id)).map(({ id }) => id)
        const projectConditions = projects.length > 0 ? [build.and([isKind, build('project', 'in', projects)])] : []
        // A private object without a project belongs to its creator.
        return isOwned
          ? [
              ...projectConditions,
              build.and([
                isKind,
                build('project', 'is', null),
                build('is_public', '=', false),
                build('creator', '=', session.accountId),
              ]),
            ]
          : projectConditions
      })
    const isOwn =
      session.role === 'super'
        ? build.lit(true)
        : build.or([build('is_public', '=', true), build('creator', '=', session.accountId)])
    return build.and([build.or(allowed), isOwn])
  }
}
