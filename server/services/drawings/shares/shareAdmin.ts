import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { countCharacters } from '../../../../contract/passwords.ts'
import type { Share } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import { hashPassword, findWeakness } from '../../base/passwords.ts'
import type { createShareCache } from './shareCache.ts'
import { toLinkKey } from './passwordAttempts.ts'

export interface ShareSettings {
  readonly password?: string | null | undefined
  readonly expiresAt?: number | null | undefined
}

interface ShareAdminParts {
  readonly db: Db
  readonly mayShow: ReturnType<typeof createShareCache>['findSharer']
  /** Applies an end immediately. */
  readonly onChanged: (share: string) => void
}

const { perDrawing, maxMs, tries: maxAttempts, triesMs: attemptsMs } = limits.share
/** A page is recorded once a minute; without a record for this many milliseconds it is closed. */
const viewingMs = 2 * 60_000
/** Retention of ended links in milliseconds. The audit log keeps them longer. */
const endedRetentionMs = 30 * 24 * 60 * 60_000
const idBytes = 16
/** Length that identifies a link in the audit log. The full id would open a link without a password. */
const markLength = 8

/** Short id of a link for the audit log. */
export const shareMark = (share: string): string => share.slice(0, markLength)

/** Manages the share links of drawings. Callers check access. */
export function createShareAdmin({ db, mayShow: findSharer, onChanged: changed }: ShareAdminParts) {
  const list = async (drawing: string, shareId?: string): Promise<Share[]> => {
    const now = Date.now()
    let links = db
      .selectFrom('share')
      .innerJoin('drawing', 'drawing.id', 'share.drawing')
      .select([
        'share.id',
        'share.password',
        'share.creator as maker',
        'created_by',
        'share.created_at',
        'share.expires_at',
        'drawing.project',
        'drawing.is_public',
        'drawing.creator',
      ])
      .where('share.drawing', '=', drawing)
      .where('share.revoked_at', 'is', null)
    if (shareId !== undefined) links = links.where('share.id', '=', shareId)
    const rows = await links
      .orderBy(sql`(share.expires_at is null or share.expires_at > ${new Date(now)})`, 'desc')
      .orderBy('share.created_at', 'desc')
      .orderBy('share.id')
      .limit(perDrawing * 10)
      .execute()
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const viewers = await db
      .selectFrom('share_session')
      .select(['share', ({ fn }) => fn.countAll<string>().as('count')])
      .where('share', 'in', ids)
      .where('expires_at', '>', new Date(now))
      .where('seen_at', '>', new Date(now - viewingMs))
      .groupBy('share')
      .execute()
    const failures = await db
      .selectFrom('share_failure')
      .select(['key', 'since'])
      .where('key', 'in', ids.map(toLinkKey))
      .where('count', '>=', maxAttempts)
      .where('since', '>', new Date(now - attemptsMs))
      .execute()
    const countByShare = new Map(viewers.map(({ share, count }) => [share, Number(count)]))
    const lockedSinceByKey = new Map(failures.map(({ key, since }) => [key, since.getTime()]))
    return Promise.all(
      rows.map(async (row): Promise<Share> => {
        const expiresAt = row.expires_at?.getTime() ?? null
        const isExpired = expiresAt !== null && expiresAt <= now
        const since = lockedSinceByKey.get(toLinkKey(row.id))
        return {
          id: row.id,
          hasPassword: row.password !== null,
          createdBy: row.created_by,
          createdAt: row.created_at.getTime(),
          expiresAt,
          state: isExpired ? 'expired' : (await findSharer(row.maker, row)) ? 'valid' : 'stopped',
          viewers: isExpired ? 0 : (countByShare.get(row.id) ?? 0),
          lockedUntil: since === undefined ? null : since + attemptsMs,
        }
      }),
    )
  }

  const readOne = async (drawing: string, id: string): Promise<Share> => {
    const [found] = await list(drawing, id)
    if (!found) throw new ApiError('object.missing')
    return found
  }

  return {
    list: (drawing: string): Promise<Share[]> => list(drawing),

    async create(
      caller: RequestContext,
      drawing: string,
      { password, expiresAt }: Required<ShareSettings>,
    ): Promise<Share> {
      checkExpiry(expiresAt, Date.now())
      const { session } = caller
      const hash = await newHash(password)
      const id = randomBytes(idBytes).toString('hex')
      await db.transaction().execute(async (tx) => {
        // Lock the drawing, because its links are counted.
        if (!(await tx.selectFrom('drawing').select('id').where('id', '=', drawing).forUpdate().executeTakeFirst()))
          throw new ApiError('object.missing')
        const now = new Date()
        await removeEnded(tx, now.getTime() - endedRetentionMs)
        const live = await tx
          .selectFrom('share')
          .select('id')
          .where('drawing', '=', drawing)
          .where('revoked_at', 'is', null)
          .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)]))
          .limit(perDrawing)
          .execute()
        if (live.length >= perDrawing) throw new ApiError('share.many')
        await tx
          .insertInto('share')
          .values({
            id,
            drawing,
            password: hash,
            creator: session.accountId,
            created_by: session.name,
            created_at: now,
            expires_at: typeof expiresAt === 'number' ? new Date(expiresAt) : null,
            revoked_at: null,
            revoked_by: null,
          })
          .execute()
        await audit(tx, caller, {
          object: `drawing/${drawing}`,
          action: 'share',
          content: { link: shareMark(id), hasPassword: hash !== null, expiresAt: expiresAt ?? null },
        })
      })
      return readOne(drawing, id)
    },

    async change(
      caller: RequestContext,
      drawing: string,
      id: string,
      { password, expiresAt }: ShareSettings,
    ): Promise<Share> {
      if (expiresAt !== undefined) checkExpiry(expiresAt, Date.now())
      const hash = await newHash(password)
      const set = {
        ...(password !== undefined && { password: hash }),
        ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
      }
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('share')
          .select('id')
          .where('id', '=', id)
          .where('drawing', '=', drawing)
          .where('revoked_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw new ApiError('object.missing')
        if (Object.keys(set).length > 0) await tx.updateTable('share').set(set).where('id', '=', id).execute()
        if (password !== undefined) {
          await tx.deleteFrom('share_session').where('share', '=', id).execute()
          await tx.deleteFrom('share_failure').where('key', '=', toLinkKey(id)).execute()
        }
        await audit(tx, caller, {
          object: `drawing/${drawing}`,
          action: 'share.change',
          content: {
            link: shareMark(id),
            ...(password !== undefined && { hasPassword: hash !== null }),
            ...(expiresAt !== undefined && { expiresAt }),
          },
        })
      })
      changed(id)
      return readOne(drawing, id)
    },

    async revoke(caller: RequestContext, drawing: string, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const revoked = await tx
          .updateTable('share')
          .set({ revoked_at: new Date(), revoked_by: caller.session.name })
          .where('id', '=', id)
          .where('drawing', '=', drawing)
          .where('revoked_at', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (!revoked) throw new ApiError('object.missing')
        await tx.deleteFrom('share_session').where('share', '=', id).execute()
        await audit(tx, caller, {
          object: `drawing/${drawing}`,
          action: 'share.revoke',
          content: { link: shareMark(id) },
        })
      })
      changed(id)
    },
  }
}

/** Shared links are exposed to strangers, so their passwords follow the rules for accounts. */
async function newHash(password: string | null | undefined): Promise<string | null> {
  if (typeof password !== 'string') return null
  const { min } = limits.share.password
  if (countCharacters(password) < min)
    throw createInvalidInputError(
      createFault('password', 'short', { en: `At least ${min} characters`, zh: `至少 ${min} 个字符` }),
    )
  const weakness = findWeakness(password, '')
  if (weakness) throw new ApiError('password.weak', { problems: [createFault('password', 'weak', weakness)] })
  return hashPassword(password)
}

function checkExpiry(expiresAt: number | null | undefined, now: number): void {
  if (typeof expiresAt !== 'number' || (expiresAt > now && expiresAt <= now + maxMs)) return
  throw createInvalidInputError(
    createFault('expiresAt', 'range', { en: 'Must be in the future and within a year', zh: '应为未来一年之内的时间' }),
  )
}

async function removeEnded(tx: Db, before: number): Promise<void> {
  const at = new Date(before)
  await tx
    .deleteFrom('share')
    .where((is) => is.or([is('expires_at', '<', at), is('revoked_at', '<', at)]))
    .execute()
}
