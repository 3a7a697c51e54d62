import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { displayPrefix, parsePageToken } from '../../../../contract/displays.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Display } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import type { ActiveShare } from './shareCache.ts'

interface DisplayParts {
  readonly db: Db
  /** Applies a revocation immediately. */
  readonly onChanged: (id: string) => void
}

export interface NewDisplay {
  readonly name: string
  readonly drawings: readonly string[]
  readonly mayOperate: boolean
}

/** A wall display permitted to send commands of its drawing. */
export interface OperatingDisplay {
  readonly id: string
  readonly name: string
  readonly drawing: string
  readonly project: string
}

const tokenBytes = 32
const lastUsedUpdateMs = 60_000
const maxListed = 1000

/**
 * Manages wall displays and their tokens. A token is valid until revoked, even if the account that created it is
 * deleted.
 */
export function createDisplays({ db, onChanged: changed }: DisplayParts) {
  const list = async (displayId?: string): Promise<Display[]> => {
    const all = db.selectFrom('display').selectAll().orderBy('created_at', 'desc').limit(maxListed)
    const rows = await (displayId === undefined ? all : all.where('id', '=', displayId)).execute()
    const ids = [...new Set(rows.flatMap((row) => parseList(row.drawings)))]
    const names = new Map(
      ids.length === 0
        ? []
        : (await db.selectFrom('drawing').select(['id', 'name']).where('id', 'in', ids).execute()).map(
            ({ id, name }) => [id, name],
          ),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      drawings: parseList(row.drawings).map((id) => ({ id, name: names.get(id) ?? id })),
      mayOperate: row.may_operate,
      createdBy: row.created_by,
      createdAt: row.created_at.getTime(),
      lastUsedAt: row.last_used_at?.getTime() ?? null,
      revokedAt: row.revoked_at?.getTime() ?? null,
      revokedBy: row.revoked_by,
    }))
  }

  /** Finds the valid display of a page token, if it may show the token's drawing. */
  const find = async (pageToken: string) => {
    const page = parsePageToken(pageToken)
    if (!page) return undefined
    const row = await db
      .selectFrom('display')
      .select(['id', 'name', 'drawings', 'may_operate', 'last_used_at'])
      .where('hash', '=', hashToken(page.token))
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!row || !parseList(row.drawings).includes(page.drawing)) return undefined
    const drawing = await db
      .selectFrom('drawing')
      .select(['id', 'revision', 'project'])
      .where('id', '=', page.drawing)
      .executeTakeFirst()
    return drawing && { row, drawing }
  }

  return {
    list: () => list(),

    async create(
      caller: RequestContext,
      { name, drawings, mayOperate }: NewDisplay,
    ): Promise<Display & { token: string }> {
      const token = `${displayPrefix}${randomBytes(tokenBytes).toString('base64url')}`
      const ids = [...new Set(drawings)]
      const id = randomUUID()
      await db.transaction().execute(async (tx) => {
        const found = new Set(
          (await tx.selectFrom('drawing').select('id').where('id', 'in', ids).execute()).map((row) => row.id),
        )
        const problems = ids.flatMap((drawing, index) =>
          found.has(drawing) ? [] : [{ path: `drawings.${index}`, code: 'missing', message: 'unknown drawing' }],
        )
        if (problems.length > 0) throw new ApiError('input.invalid', { problems })
        const valid = await tx
          .selectFrom('display')
          .select('id')
          .where('revoked_at', 'is', null)
          .limit(limits.display.valid)
          .execute()
        if (valid.length >= limits.display.valid) throw new ApiError('token.many')
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('display')
          .values({
            id,
            hash: hashToken(token),
            name,
            drawings: JSON.stringify(ids),
            may_operate: mayOperate,
            created_by: caller.session.name,
            created_at: new Date(),
            last_used_at: null,
            revoked_at: null,
            revoked_by: null,
          })
          .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
          .executeTakeFirstOrThrow()
        if (!numInsertedOrUpdatedRows)
          throw new ApiError('token.taken', {
            problems: [{ path: 'name', code: 'taken', message: 'name already in use' }],
          })
        await audit(tx, caller, {
          object: `display/${id}`,
          action: 'create',
          content: { name, drawings: ids, mayOperate },
        })
      })
      const [created] = await list(id)
      if (!created) throw new ApiError('object.missing')
      return { ...created, token }
    },

    async change(caller: RequestContext, id: string, { mayOperate }: Pick<NewDisplay, 'mayOperate'>): Promise<Display> {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('display')
          .select(['name', 'may_operate'])
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new ApiError('object.missing')
        if (row.may_operate === mayOperate) return
        await tx.updateTable('display').set({ may_operate: mayOperate }).where('id', '=', id).execute()
        await audit(tx, caller, {
          object: `display/${id}`,
          action: 'update',
          content: { name: row.name, mayOperate: { before: row.may_operate, after: mayOperate } },
        })
      })
      changed(id)
      const [display] = await list(id)
      if (!display) throw new ApiError('object.missing')
      return display
    },

    async revoke(caller: RequestContext, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('display')
          .select(['name', 'revoked_at'])
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new ApiError('object.missing')
        if (row.revoked_at !== null) return
        await tx
          .updateTable('display')
          .set({ revoked_at: new Date(), revoked_by: caller.session.name })
          .where('id', '=', id)
          .execute()
        await audit(tx, caller, { object: `display/${id}`, action: 'revoke', content: { name: row.name } })
      })
      changed(id)
    },

    /**
     * Returns the share of a page token; undefined if the display is revoked or unknown, or does not include this
     * drawing.
     */
    async findShare(pageToken: string): Promise<ActiveShare | undefined> {
      const found = await find(pageToken)
      if (!found) return undefined
      const { row, drawing } = found
      if (Date.now() - (row.last_used_at?.getTime() ?? 0) > lastUsedUpdateMs)
        await db.updateTable('display').set({ last_used_at: new Date() }).where('id', '=', row.id).execute()
      return {
        id: row.id,
        password: null,
        expiresAt: null,
        drawing: drawing.id,
        revision: drawing.revision,
        project: drawing.project,
        seesPoints: true,
        seesPast: true,
        mayOperate: row.may_operate,
      }
    },

    /**
     * Reads the database for each command, so that revocation applies at once. Throws if the display may not operate.
     */
    async findOperating(pageToken: string): Promise<OperatingDisplay> {
      const found = await find(pageToken)
      if (!found) throw new ApiError('share.ended')
      const {
        row: { id, name, may_operate: mayOperate },
        drawing,
      } = found
      if (!mayOperate) throw new ApiError('access.denied')
      return { id, name, drawing: drawing.id, project: drawing.project }
    },
  }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

function parseList(json: string): string[] {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}
