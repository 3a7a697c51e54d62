import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { charactersOf } from '../../../../contract/passwords.ts'
import type { Share } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'
import { faultAt, invalid } from '../../entities/validationErrors.ts'
import { hashPassword, findWeakness } from '../../base/passwords.ts'
import type { createShareCache } from './shareCache.ts'
import { linkKey } from './passwordAttempts.ts'

export interface ShareSettings {
  readonly password?: string | null | undefined
  readonly expiresAt?: number | null | undefined
}

interface ManageParts {
  readonly db: Db
  readonly mayShow: ReturnType<typeof createShareCache>['mayShow']
  /** Applies an end immediately. */
  readonly changed: (share: string) => void
}

const { perDrawing, longestMs, tries, triesMs } = limits.share
/** A page is recorded once a minute; without a record for this many milliseconds it is closed. */
const viewingMs = 2 * 60_000
/** Retention of ended links in milliseconds. The audit log keeps them longer. */
const endedKeptMs = 30 * 24 * 60 * 60_000
const idBytes = 16
/** Length that identifies a link in the audit log. The full id would open a link without a password. */
const markLength = 8

/** Short id of a link for the audit log. */
export const shareMark = (share: string): string => share.slice(0, markLength)

/** Manages the share links of drawings. Callers check access. */
export function createShareAdmin({ db, mayShow, changed }: ManageParts) {
  const list = async (drawing: string, only?: string): Promise<Share[]> => {
    const now = Date.now()
    let links = db.selectFrom('share').innerJoin('drawing', 'drawing.id', 'share.drawing')
      .select(['share.id', 'share.password', 'share.creator as maker', 'created_by', 'share.created_at', 'share.expires_at', 'drawing.project', 'drawing.is_public', 'drawing.creator'])
      .where('share.drawing', '=', drawing).where('share.revoked_at', 'is', null)
    if (only !== undefined) links = links.where('share.id', '=', only)
    const rows = await links.orderBy(sql`(share.expires_at is null or share.expires_at > ${new Date(now)})`, 'desc').orderBy('share.created_at', 'desc').orderBy('share.id').limit(perDrawing * 10).execute()
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const viewers = await db.selectFrom('share_session').select(['share', ({ fn }) => fn.countAll<string>().as('count')])
      .where('share', 'in', ids).where('expires_at', '>', new Date(now)).where('seen_at', '>', new Date(now - viewingMs)).groupBy('share').execute()
    const failures = await db.selectFrom('share_failure').select(['key', 'since']).where('key', 'in', ids.map(linkKey)).where('count', '>=', tries).where('since', '>', new Date(now - triesMs)).execute()
    const countOf = new Map(viewers.map(({ share, count }) => [share, Number(count)]))
    const sinceOf = new Map(failures.map(({ key, since }) => [key, since.getTime()]))
    return Promise.all(rows.map(async (row): Promise<Share> => {
      const expiresAt = row.expires_at?.getTime() ?? null
      const isOver = expiresAt !== null && expiresAt <= now
      const since = sinceOf.get(linkKey(row.id))
      return {
        id: row.id, hasPassword: row.password !== null, createdBy: row.created_by, createdAt: row.created_at.getTime(), expiresAt,
        state: isOver ? 'expired' : await mayShow(row.maker, row) ? 'valid' : 'stopped',
        viewers: isOver ? 0 : countOf.get(row.id) ?? 0, lockedUntil: since === undefined ? null : since + triesMs,
      }
    }))
  }

  const one = async (drawing: string, id: string): Promise<Share> => {
    const [found] = await list(drawing, id)
    if (!found) throw new ApiError('object.missing')
    return found
  }

  return {
    list: (drawing: string): Promise<Share[]> => list(drawing),

    async create(caller: RequestContext, drawing: string, { password, expiresAt }: Required<ShareSettings>): Promise<Share> {
      checkExpiry(expiresAt, Date.now())
      const { session } = caller
      const hash = await newHash(password)
      const id = randomBytes(idBytes).toString('hex')
      await db.transaction().execute(async (tx) => {
        // Lock the drawing, because its links are counted.
        if (!await tx.selectFrom('drawing').select('id').where('id', '=', drawing).forUpdate().executeTakeFirst()) throw new ApiError('object.missing')
        const now = new Date()
        await removeEnded(tx, now.getTime() - endedKeptMs)
        const live = await tx.selectFrom('share').select('id').where('drawing', '=', drawing).where('revoked_at', 'is', null)
          .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now)])).limit(perDrawing).execute()
        if (live.length >= perDrawing) throw new ApiError('share.many')
        await tx.insertInto('share').values({
          id, drawing, password: hash, creator: session.accountId, created_by: session.name, created_at: now, expires_at: typeof expiresAt === 'number' ? new Date(expiresAt) : null, revoked_at: null, revoked_by: null,
        }).execute()
        await audit(tx, caller, { object: `drawing/${drawing}`, action: 'share', content: { link: shareMark(id), hasPassword: hash !== null, expiresAt: expiresAt ?? null } })
      })
      return one(drawing, id)
    },

    async change(caller: RequestContext, drawing: string, id: string, { password, expiresAt }: ShareSettings): Promise<Share> {
      if (expiresAt !== undefined) checkExpiry(expiresAt, Date.now())
      const hash = await newHash(password)
      const set = {
        ...(password !== undefined && { password: hash }),
        ...(expiresAt !== undefined && { expires_at: expiresAt === null ? null : new Date(expiresAt) }),
      }
      await db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('share').select('id').where('id', '=', id).where('drawing', '=', drawing).where('revoked_at', 'is', null).forUpdate().executeTakeFirst()
        if (!row) throw new ApiError('object.missing')
        if (Object.keys(set).length > 0) await tx.updateTable('share').set(set).where('id', '=', id).execute()
        if (password !== undefined) {
          await tx.deleteFrom('share_session').where('share', '=', id).execute()
          await tx.deleteFrom('share_failure').where('key', '=', linkKey(id)).execute()
        }
        await audit(tx, caller, {
          object: `drawing/${drawing}`, action: 'share.change', content: { link: shareMark(id), ...(password !== undefined && { hasPassword: hash !== null }), ...(expiresAt !== undefined && { expiresAt }) },
        })
      })
      changed(id)
      return one(drawing, id)
    },

    async revoke(caller: RequestContext, drawing: string, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const revoked = await tx.updateTable('share').set({ revoked_at: new Date(), revoked_by: caller.session.name })
          .where('id', '=', id).where('drawing', '=', drawing).where('revoked_at', 'is', null).returning('id').executeTakeFirst()
        if (!revoked) throw new ApiError('object.missing')
        await tx.deleteFrom('share_session').where('share', '=', id).execute()
        await audit(tx, caller, { object: `drawing/${drawing}`, action: 'share.revoke', content: { link: shareMark(id) } })
      })
      changed(id)
    },
  }
}

/** Shared links are exposed to strangers, so their passwords follow the rules for accounts. */
async function newHash(password: string | null | undefined): Promise<string | null> {
  if (typeof password !== 'string') return null
  const { min } = limits.share.password
  if (charactersOf(password) < min) throw invalid(faultAt('password', 'short', { en: `At least ${min} characters`, zh: `至少 ${min} 个字符` }))
  const weakness = findWeakness(password, '')
  if (weakness) throw new ApiError('password.weak', { problems: [faultAt('password', 'weak', weakness)] })
  return hashPassword(password)
}

function checkExpiry(expiresAt: number | null | undefined, now: number): void {
  if (typeof expiresAt !== 'number' || (expiresAt > now && expiresAt <= now + longestMs)) return
  throw invalid(faultAt('expiresAt', 'range', { en: 'Must be in the future and within a year', zh: '应为未来一年之内的时间' }))
}

async function removeEnded(tx: Db, before: number): Promise<void> {
  const at = new Date(before)
  await tx.deleteFrom('share').where((is) => is.or([is('expires_at', '<', at), is('revoked_at', '<', at)])).execute()
}
