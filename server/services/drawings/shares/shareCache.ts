import { canCall } from '../../../../contract/access.ts'
import { limits } from '../../../../contract/limits.ts'
import { routes } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'

/** A valid share link. */
export interface ActiveShare {
  readonly id: string
  readonly password: string | null
  readonly expiresAt: number | null
  readonly drawing: string
  readonly revision: number
  readonly project: string
  /** Permissions of the creator for the drawing's points, which limit the link. */
  readonly seesPoints: boolean
  readonly seesPast: boolean
  /** True for a display that may send commands; never for a link. */
  readonly mayOperate: boolean
}

type Look = (share: string, now: number) => Promise<ActiveShare | undefined>

const standingsKept = 1000
/**
 * Format of ids created by `shareAdmin.ts`. Other text is rejected without a query, because PostgreSQL rejects some
 * characters.
 */
const idPattern = /^[0-9a-f]{32}$/

/**
 * Checks that a link is valid: not revoked, not expired, and its creator may still change the drawing. Permissions lost
 * by the creator are lost by the link.
 */
export function createShareCache({ db, standingOf }: { readonly db: Db; readonly standingOf: (account: string) => Promise<AccountStatus | undefined> }): { readonly look: Look; readonly mayShow: MayShow } {
  const standings = new Map<string, { readonly untilMs: number; readonly standing: Promise<AccountStatus | undefined> }>()

  const standingNow = (account: string): Promise<AccountStatus | undefined> => {
    const kept = standings.get(account)
    const nowMs = monotonicNow()
    if (kept && kept.untilMs > nowMs) return kept.standing
    if (standings.size >= standingsKept) standings.clear()
    const standing = standingOf(account)
    standings.set(account, { untilMs: nowMs + limits.share.cacheMs, standing })
    standing.catch(() => standings.delete(account))
    return standing
  }

  const mayShow: MayShow = async (account, drawing) => {
    const standing = await standingNow(account)
    return standing && !standing.mustChangePassword && canCall(standing, routes['share.create'].policy, drawing.project) && sees(standing, drawing) ? standing : undefined
  }

  return {
    mayShow,
    async look(share, now) {
      if (!idPattern.test(share)) return undefined
      const row = await db.selectFrom('share').innerJoin('drawing', 'drawing.id', 'share.drawing')
        .select(['share.id', 'share.password', 'share.expires_at', 'share.revoked_at', 'share.creator as maker', 'share.drawing', 'drawing.revision', 'drawing.project', 'drawing.is_public', 'drawing.creator'])
        .where('share.id', '=', share).executeTakeFirst()
      if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at.getTime() <= now)) return undefined
      const standing = await mayShow(row.maker, row)
      if (!standing) return undefined
      const { id, password, drawing, revision, project } = row
      return {
        id, password, drawing, revision, project, expiresAt: row.expires_at?.getTime() ?? null,
        seesPoints: canCall(standing, routes['tag.list'].policy, project), seesPast: canCall(standing, routes['history.read'].policy, project), mayOperate: false,
      }
    },
  }
}

interface Shown {
  readonly project: string
  readonly is_public: boolean
  readonly creator: string | null
}

/** Returns the account's status if it may currently share the drawing. */
type MayShow = (account: string, drawing: Shown) => Promise<AccountStatus | undefined>

const sees = ({ role, accountId }: AccountStatus, { is_public, creator }: Shown): boolean => role === 'super' || is_public || creator === accountId
