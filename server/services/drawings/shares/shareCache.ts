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

type FindShare = (share: string, now: number) => Promise<ActiveShare | undefined>

const maxCachedStatuses = 1000
/**
 * Format of ids created by `shareAdmin.ts`. Other text is rejected without a query, because PostgreSQL rejects some
 * characters.
 */
const idPattern = /^[0-9a-f]{32}$/

/**
 * Checks that a link is valid: not revoked, not expired, and its creator may still change the drawing. Permissions lost
 * by the creator are lost by the link.
 */
export function createShareCache({
  db,
  readAccountStatus,
}: {
  readonly db: Db
  readonly readAccountStatus: (account: string) => Promise<AccountStatus | undefined>
}): { readonly findShare: FindShare; readonly findSharer: FindSharer } {
  const statuses = new Map<string, { readonly untilMs: number; readonly status: Promise<AccountStatus | undefined> }>()

  const getAccountStatus = (account: string): Promise<AccountStatus | undefined> => {
    const cached = statuses.get(account)
    const nowMs = monotonicNow()
    if (cached && cached.untilMs > nowMs) return cached.status
    if (statuses.size >= maxCachedStatuses) statuses.clear()
    const status = readAccountStatus(account)
    statuses.set(account, { untilMs: nowMs + limits.share.cacheMs, status })
    status.catch(() => statuses.delete(account))
    return status
  }

  const findSharer: FindSharer = async (account, drawing) => {
    const status = await getAccountStatus(account)
    return status &&
      !status.mustChangePassword &&
      canCall(status, routes['share.create'].policy, drawing.project) &&
      canSee(status, drawing)
      ? status
      : undefined
  }

  return {
    findSharer,
    async findShare(share, now) {
      if (!idPattern.test(share)) return undefined
      const row = await db
        .selectFrom('share')
        .innerJoin('drawing', 'drawing.id', 'share.drawing')
        .select([
          'share.id',
          'share.password',
          'share.expires_at',
          'share.revoked_at',
          'share.creator as maker',
          'share.drawing',
          'drawing.revision',
          'drawing.project',
          'drawing.is_public',
          'drawing.creator',
        ])
        .where('share.id', '=', share)
        .executeTakeFirst()
      if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at.getTime() <= now))
        return undefined
      const status = await findSharer(row.maker, row)
      if (!status) return undefined
      const { id, password, drawing, revision, project } = row
      return {
        id,
        password,
        drawing,
        revision,
        project,
        expiresAt: row.expires_at?.getTime() ?? null,
        seesPoints: canCall(status, routes['tag.list'].policy, project),
        seesPast: canCall(status, routes['history.read'].policy, project),
        mayOperate: false,
      }
    },
  }
}

interface SharedDrawingRow {
  readonly project: string
  readonly is_public: boolean
  readonly creator: string | null
}

/** Returns the account's status if it may currently share the drawing. */
type FindSharer = (account: string, drawing: SharedDrawingRow) => Promise<AccountStatus | undefined>

const canSee = ({ role, accountId }: AccountStatus, { is_public, creator }: SharedDrawingRow): boolean =>
  role === 'super' || is_public || creator === accountId
