import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { parsePageToken } from '../../../../contract/displays.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'
import { audit } from '../../base/audit.ts'
import type { ClientInfo } from '../../base/requestContext.ts'
import { verifyPassword } from '../../base/passwords.ts'
import { createRowTimes, isVersion, shiftDate } from '../../base/rowTimes.ts'
import { asRows } from '../../identity/sessionTimes.ts'
import { Deltas } from './deltas.ts'
import type { createShareCache, ActiveShare } from './shareCache.ts'
import { shareMark } from './shareAdmin.ts'
import type { createPasswordAttempts } from './passwordAttempts.ts'
import { toAddressKey, toLinkKey } from './passwordAttempts.ts'

/** A page showing a share, with the values sent to it. */
export interface ViewerSession {
  readonly share: ActiveShare
  readonly deltas: Deltas
  /** Throws if the page sends requests faster than allowed. */
  readonly checkRate: () => void
}

interface ShareViewersParts {
  readonly db: Db
  readonly findShare: ReturnType<typeof createShareCache>['findShare']
  /** Looks up the share of a display's page token. */
  readonly findDisplayShare: (token: string) => Promise<ActiveShare | undefined>
  readonly attempts: ReturnType<typeof createPasswordAttempts>
}

interface CachedPage {
  share: ActiveShare
  /** Last lookup, which is also the order of the map. All three times use the monotonic clock. */
  readonly lookedUpMs: number
  untilMs: number
  lastRequestMs: number
  readonly deltas: Deltas
}

const { viewers, viewersPerAddress, idleMs, absoluteMs, cacheMs, soonestMs: minIntervalMs } = limits.share
/** Prefix that identifies page tokens; no other route accepts them. */
const prefix = 'share_'
const tokenPattern = new RegExp(`^${prefix}[A-Za-z0-9_-]{43}$`)
const tokenBytes = 32
const lastSeenUpdateMs = 60_000
/** Cache limit, higher than the number of open pages. The least recently used page is evicted. */
const maxCached = 10_000
/** Author in the audit log for anonymous visitors. */
const anonymousAuthor = { name: 'share', role: 'share' } as const

/** Opens share links and identifies their pages by token. */
export function createShareViewers({ db, findShare, findDisplayShare: lookDisplay, attempts }: ShareViewersParts) {
  const pages = new Map<string, CachedPage>()
  const times = createRowTimes()
  let ends = 0

  const readShare = async (share: string): Promise<ActiveShare> => {
    const found = await findShare(share, Date.now())
    if (!found) throw new ApiError('share.missing')
    return found
  }

  const checkPassword = async (
    { id, drawing, password: hash }: ActiveShare & { readonly password: string },
    password: string,
    origin: ClientInfo,
  ): Promise<void> => {
    const keys = [toLinkKey(id), toAddressKey(origin.address)]
    const isLast = await attempts.attempt(keys, Date.now())
    const isCorrect = await verifyPassword(password, hash, origin.address).catch(async (cause: unknown) => {
      await attempts.revert(keys)
      throw cause
    })
    if (isCorrect) return attempts.revert(keys)
    await audit(
      db,
      { ...anonymousAuthor, ...origin },
      {
        object: `drawing/${drawing}`,
        action: isLast ? 'share.locked' : 'share.wrong',
        content: { link: shareMark(id) },
      },
    )
    throw new ApiError('share.wrong')
  }

  /** Shifts stored timestamps after the system clock was set, so that no page expires because of it. */
  const correctTimes = (): Promise<void> =>
    times.correctStored((moves) =>
      sql`update share_session set started_at = started_at + moved.ms * interval '1 ms',
    seen_at = seen_at + moved.ms * interval '1 ms', expires_at = expires_at + moved.ms * interval '1 ms'
    from ${asRows(moves)} where share_session.token_hash = moved.key and date_trunc('milliseconds', share_session.seen_at) = moved.version`.execute(
        db,
      ),
    )

  const start = async (share: ActiveShare, origin: ClientInfo): Promise<{ token: string; expiresAt: number }> => {
    await correctTimes()
    const token = `${prefix}${randomBytes(tokenBytes).toString('base64url')}`
    const expiresAt = await db.transaction().execute(async (tx) => {
      // Lock the link: its pages are counted, and a concurrent password change or revocation must apply.
      const row = await tx
        .selectFrom('share')
        .select(['password', 'revoked_at'])
        .where('id', '=', share.id)
        .forUpdate()
        .executeTakeFirst()
      if (!row || row.revoked_at !== null) throw new ApiError('share.missing')
      if (row.password !== share.password) throw new ApiError(row.password === null ? 'server.busy' : 'share.wrong')
      const now = Date.now()
      await tx.deleteFrom('share_session').where('expires_at', '<', new Date(now)).execute()
      const open = await tx
        .selectFrom('share_session')
        .select(['token_hash', 'address'])
        .where('share', '=', share.id)
        .where('seen_at', '>', new Date(now - idleMs))
        .orderBy('seen_at')
        .orderBy('started_at')
        .limit(viewers)
        .execute()
      if (open.length >= viewers) {
        const page = findPageToEvict(open)
        if (!page) throw new ApiError('share.crowded')
        await tx.deleteFrom('share_session').where('token_hash', '=', page.token_hash).execute()
      }
      const until = computeExpiry(now, now)
      await tx
        .insertInto('share_session')
        .values({
          token_hash: hashToken(token),
          share: share.id,
          address: origin.address,
          started_at: new Date(now),
          seen_at: new Date(now),
          expires_at: new Date(until),
        })
        .execute()
      times.shiftMs(hashToken(token), new Date(now))
      await audit(
        tx,
        { ...anonymousAuthor, ...origin },
        { object: `drawing/${share.drawing}`, action: 'share.open', content: { link: shareMark(share.id) } },
      )
      return until
    })
    return { token, expiresAt }
  }

  const lookUp = async (hash: string): Promise<ActiveShare | undefined> => {
    const row = await db
      .selectFrom('share_session')
      .select(['share', 'started_at', 'seen_at', 'expires_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    const now = Date.now()
    const shiftMs = row ? times.shiftMs(hash, row.seen_at) : 0
    if (!row || shiftDate(row.expires_at, shiftMs).getTime() <= now) return undefined
    const found = await findShare(row.share, now)
    if (found && now - shiftDate(row.seen_at, shiftMs).getTime() > lastSeenUpdateMs) {
      const startedAt = shiftDate(row.started_at, shiftMs)
      await db
        .updateTable('share_session')
        .set({
          started_at: startedAt,
          seen_at: new Date(now),
          expires_at: new Date(computeExpiry(now, startedAt.getTime())),
        })
        .where('token_hash', '=', hash)
        .where(isVersion('seen_at', row.seen_at))
        .execute()
      times.shiftMs(hash, new Date(now))
    }
    return found
  }

  const evictOldest = (): void => {
    const oldestMs = monotonicNow() - idleMs
    for (const [hash, { lookedUpMs }] of pages) {
      if (pages.size <= maxCached && lookedUpMs > oldestMs) return
      pages.delete(hash)
    }
  }

  return {
    async getInfo(share: string): Promise<{ needsPassword: boolean }> {
      return { needsPassword: (await readShare(share)).password !== null }
    },

    async open(
      { share, password }: { readonly share: string; readonly password?: string | undefined },
      origin: ClientInfo,
    ): Promise<{ token: string; expiresAt: number }> {
      const found = await readShare(share)
      if (found.password !== null) {
        if (password === undefined) throw new ApiError('share.password')
        await checkPassword({ ...found, password: found.password }, password, origin)
      }
      return start(found, origin)
    },

    /** Returns the page of a token. Throws the same error for expired and unknown tokens. */
    async authenticate(token: string): Promise<ViewerSession> {
      const isDisplay = parsePageToken(token) !== null
      if (!isDisplay && !tokenPattern.test(token)) throw new ApiError('share.ended')
      const hash = hashToken(token)
      let page = pages.get(hash)
      if (!page || page.untilMs <= monotonicNow()) {
        const endsBefore = ends
        const found = await (isDisplay ? lookDisplay(token) : lookUp(hash))
        if (!found) {
          pages.delete(hash)
          throw new ApiError('share.ended')
        }
        // A lookup that overlaps with the end of a link may be outdated, so it is not cached.
        const nowMs = monotonicNow()
        const untilMs = ends === endsBefore ? nowMs + Math.min(cacheMs, (found.expiresAt ?? Infinity) - Date.now()) : 0
        page = {
          lastRequestMs: -Infinity,
          deltas: new Deltas(),
          ...pages.get(hash),
          share: found,
          lookedUpMs: nowMs,
          untilMs,
        }
        pages.delete(hash)
        pages.set(hash, page)
        evictOldest()
      }
      const cachedPage = page
      return {
        share: cachedPage.share,
        deltas: cachedPage.deltas,
        checkRate: () => {
          const nowMs = monotonicNow()
          if (nowMs - cachedPage.lastRequestMs < minIntervalMs)
            throw new ApiError('limit.rate', { detail: { retryAfterSeconds: 1 } })
          cachedPage.lastRequestMs = nowMs
        },
      }
    },

    /** Drops the cached state of a link. */
    invalidate(share: string): void {
      ends++
      for (const [
        hash,
        {
          share: { id },
        },
      ] of pages)
        if (id === share) pages.delete(hash)
    },
  }
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Expiry of a page. The link's own expiry is checked separately, because it may be extended meanwhile. */
const computeExpiry = (now: number, startedAt: number): number => Math.min(now + idleMs, startedAt + absoluteMs)

/**
 * Returns the page that yields to a new one: the one idle longest of the address with the most pages, if that exceeds
 * its share. `open` is ordered by idle time, longest first.
 */
function findPageToEvict<Page extends { readonly address: string }>(open: readonly Page[]): Page | undefined {
  const counts = new Map<string, number>()
  for (const { address } of open) counts.set(address, (counts.get(address) ?? 0) + 1)
  const maxCount = Math.max(0, ...counts.values())
  return maxCount > viewersPerAddress ? open.find(({ address }) => counts.get(address) === maxCount) : undefined
}
