import { canCall } from '../../../../contract/access.ts'
import { limits } from '../../../../contract/limits.ts'
import { routes } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'

/** A link that holds, as of a moment ago. */
export interface ActiveShare {
  readonly id: string
  readonly password: string | null
  readonly expiresAt: number | null
  readonly drawing: string
  readonly revision: number
  readonly project: string
  /** What its maker may see of the drawing's points; a link shows no more. */
  readonly seesPoints: boolean
  readonly seesPast: boolean
  /** A display that may send commands; never a link. */
  readonly mayOperate: boolean
}

type Look = (share: string, now: number) => Promise<ActiveShare | undefined>

const standingsKept = 1000
/** What `manage.ts` makes. Anything else is no link, and is not asked for: the database takes not every text. */
const idPattern = /^[0-9a-f]{32}$/

/**
 * Looks whether a link holds: not revoked, not run out, and its maker still one who may change the drawing. A right that the maker loses,
 * the link loses.
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

/** Whether an account may show a drawing by a link, now. */
type MayShow = (account: string, drawing: Shown) => Promise<AccountStatus | undefined>

const sees = ({ role, accountId }: AccountStatus, { is_public, creator }: Shown): boolean => role === 'super' || is_public || creator === accountId
