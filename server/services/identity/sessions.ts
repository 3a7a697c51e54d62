import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import { roles } from '../../../contract/access.ts'
import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'
import type { Log } from '../../log.ts'
import { monotonicNow, toWallClock } from '../../monotonicClock.ts'
import { findStorageFault } from '../../storage/failure.ts'
import { audit } from '../base/audit.ts'
import type { Session } from '../base/requestContext.ts'
import { systemContext } from '../base/requestContext.ts'
import type { RefreshTokens } from './refreshTokens.ts'
import { deleteExpiredSetups } from './secondStep/pendingSetups.ts'
import { isSetupRequired } from './secondStep/requirement.ts'
import { isVersion } from '../base/rowTimes.ts'
import type { SessionTimes } from './sessionTimes.ts'
import { createSessionTimes } from './sessionTimes.ts'
import {
  countRenewal,
  computeExpiry,
  getSessionError,
  hashToken,
  getSessionExpiry,
  newToken,
  markRenewed,
  sessionRows,
  deleteExpiredTokens,
  getTokenExpiry,
  tokenPattern,
  tokenRows,
  writeToken,
} from './sessionTokens.ts'

export type Authenticated =
  | { readonly session: Session; readonly error?: undefined }
  | { readonly session?: undefined; readonly error: ErrorName }

export interface NewSession {
  readonly token: string
  /** Refresh token stored by the browser. */
  readonly refresh: string
  readonly session: Session
}

export interface StartedSession extends NewSession {
  /** Sessions ended to make room. Report their end after the transaction. */
  readonly surplus: readonly string[]
}

/** Account columns used by sessions. */
export interface SessionAccount {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly must_change: boolean
  /** Ids of the additional roles. */
  readonly roles: readonly string[]
  /** Wall display: several sessions without idle timeout, read-only. */
  readonly is_wall: boolean
}

/** Permissions of an account: from its additional roles if any, otherwise from its strongest rank. */
export interface Rights {
  readonly permissions: readonly string[]
  /** Keys of the roles in effect. */
  readonly roles: readonly string[]
}

export interface SessionOptions {
  readonly db: Db
  readonly refreshes: RefreshTokens
  readonly readPermissions: (db: Db, rank: Role, roles: readonly string[], isWall?: boolean) => Promise<Rights>
  /** One session per account, except wall displays: a new sign-in ends the others. */
  readonly isSingle?: boolean
  readonly log?: Log
}

/** A session that ended or must be re-checked; all sessions of the account if `session` is absent. */
export interface EndedSession {
  readonly account: string
  readonly session?: string
}

type Reason = 'signOut' | 'elsewhere' | 'password' | 'removed' | 'replayed' | 'secondStep'

const { absoluteMs, idleMs, cacheMs, perAccount } = limits.session
/** Minimum interval in milliseconds between writes of a session's last activity. */
const lastSeenUpdateMs = 60_000
const sweepMs = 2_000
const cacheSize = 10_000

/**
 * User sessions. A token is 256 random bits, stored as a hash only, and valid for HTTP and MQTT; the end of a session
 * reaches both within five seconds. A token lasts a quarter of an hour; renewing it requires the refresh token as well,
 * which changes with renewals. Reuse of an old refresh token indicates theft and ends the session.
 */
export function createSessions({ db, refreshes, readPermissions, isSingle = false, log }: SessionOptions) {
  const cache = new Map<
    string,
    { readonly answer: Authenticated; readonly untilMs: number; readonly isUnattended: boolean }
  >()
  const listeners = new Set<(ended: EndedSession) => void>()
  const times = createSessionTimes(db)

  let ends = 0
  let hits = 0
  let misses = 0

  const notifyEnded = (ended: EndedSession): void => {
    ends++
    for (const [hash, { answer }] of cache) {
      if (
        answer.session?.name === ended.account &&
        (ended.session === undefined || answer.session.id === ended.session)
      )
        cache.delete(hash)
    }
    for (const listener of listeners) listener(ended)
  }

  const end = async (tx: Db, accountId: string, reason: Reason, session?: string): Promise<void> => {
    const rows = tx
      .updateTable('session')
      .set({ ended: reason })
      .where('account', '=', accountId)
      .where('ended', 'is', null)
    await (session === undefined ? rows : rows.where('id', '=', session)).execute()
  }

  return {
    /** Ends one or all sessions of an account. Call `notifyEnded` after the transaction. */
    end,

    /**
     * Locks the account of a session in a transaction and throws if the session has ended. Concurrent password changes,
     * ended sessions and two-factor changes lock the account first, so they are taken into account.
     */
    async lockAccount(tx: Db, { id, accountId }: Session): Promise<void> {
      const account = await tx
        .selectFrom('account')
        .select('enabled')
        .where('id', '=', accountId)
        .forUpdate()
        .executeTakeFirst()
      const live = await tx
        .selectFrom('session')
        .select('id')
        .where('id', '=', id)
        .where('ended', 'is', null)
        .executeTakeFirst()
      if (!account?.enabled || !live) throw new ApiError('session.ended')
    },

    /** Ends all other sessions of an account and returns them, to be reported after the transaction. */
    async endOthers(tx: Db, { accountId, id }: Session, reason: Reason): Promise<readonly string[]> {
      const ended = await tx
        .updateTable('session')
        .set({ ended: reason })
        .where('account', '=', accountId)
        .where('id', '!=', id)
        .where('ended', 'is', null)
        .returning('id')
        .execute()
      return ended.map((row) => row.id)
    },

    /** Authenticates a token for HTTP or MQTT. Unattended requests do not extend the session. */
    async authenticateToken(
      token: string,
      { isUnattended = false }: { readonly isUnattended?: boolean } = {},
    ): Promise<Authenticated> {
      if (!tokenPattern.test(token)) return { error: 'session.none' }
      const hash = hashToken(token)
      const cached = cache.get(hash)
      if (cached && cached.untilMs > monotonicNow() && (isUnattended || !cached.isUnattended)) {
        hits++
        return cached.answer
      }
      misses++
      const endsBefore = ends
      const { until, ...answer } = await lookUp(db, times, hash, readPermissions, isUnattended)
      if (cache.size >= cacheSize) cache.clear()
      // A lookup that overlaps with the end of a session may be outdated, so it is not cached.
      if (answer.session && ends === endsBefore)
        cache.set(hash, { answer, untilMs: monotonicNow() + Math.min(cacheMs, until - Date.now()), isUnattended })
      return answer
    },

    /** Returns a session by id, for connections that outlive their token. */
    async findSession(id: string): Promise<Session | undefined> {
      const found = await sessionRows(db).where('session.id', '=', id).executeTakeFirst()
      const row = found && times.correct(found)
      if (!row || getSessionError(row, Date.now()) !== undefined) return undefined
      return buildSession(
        db,
        { ...row, expires_at: getSessionExpiry(row), account: { ...row, id: row.accountId } },
        readPermissions,
      )
    },

    /**
     * Returns those of the sessions that are over. Unknown ids are ignored: they may belong to another installation on
     * this host, because cookies are not separated by port.
     */
    async filterEnded(ids: readonly string[]): Promise<readonly string[]> {
      if (ids.length === 0) return []
      await times.correctStored()
      const ended = await db
        .selectFrom('session')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::text[])`)
        .where((is) => is.or([is('ended', 'is not', null), is('expires_at', '<=', new Date())]))
        .execute()
      return ended.map(({ id }) => id)
    },

    /**
     * Starts a session in the transaction of the sign-in; sessions beyond the limit end, least recently used first.
     * `isVouched`: authenticated by another system, which is responsible for its own second factor.
     */
    async start(tx: Db, account: SessionAccount, address: string, isVouched = false): Promise<StartedSession> {
      const token = newToken()
      const now = Date.now()
      const row = times.correct({
        id: randomUUID(),
        signed_in_at: new Date(now),
        seen_at: new Date(now),
        expires_at: computeExpiry(now, now, account.is_wall),
        is_vouched: isVouched,
      })
      await tx
        .insertInto('session')
        .values({ ...row, account: account.id, address, ended: null })
        .execute()
      await writeToken(tx, row.id, token, 0, now)
      times.correctTokenExpiry(hashToken(token), getTokenExpiry(now))
      const surplusRows = await tx
        .selectFrom('session')
        .select('id')
        .where('account', '=', account.id)
        .where('ended', 'is', null)
        .where('id', '!=', row.id)
        .where('expires_at', '>', new Date(now))
        .orderBy('seen_at', 'desc')
        .offset(isSingle && !account.is_wall ? 0 : perAccount - 1)
        .limit(100)
        .execute()
      for (const { id } of surplusRows)
        await tx.updateTable('session').set({ ended: 'elsewhere' }).where('id', '=', id).execute()
      return {
        token,
        refresh: refreshes.create(row.id, 0),
        session: await buildSession(tx, { ...row, account, hash: hashToken(token) }, readPermissions),
        surplus: surplusRows.map(({ id }) => id),
      }
    },

    /**
     * Issues another token for a session, given any of its tokens and the refresh token (`refreshOf`). Each tab has its
     * own tokens; the refresh token is shared and changes at most every half minute. The previous one is accepted if
     * another tab was faster or the newest was never used, because that response may have been lost. A renewal does not
     * count as activity.
     */
    async renew(
      currentToken: string,
      getRefreshToken: (session: string) => string | undefined,
      address: string,
    ): Promise<NewSession> {
      const found = tokenPattern.test(currentToken)
        ? await tokenRows(db).where('session_token.hash', '=', hashToken(currentToken)).executeTakeFirst()
        : undefined
      if (!found) throw new ApiError('session.none')
      const row = times.correct(found)
      const now = Date.now()
      const error = getSessionError(row, now)
      if (error) throw new ApiError(error)
      const refresh = getRefreshToken(row.id)
      const count = refresh === undefined ? undefined : refreshes.verify(row.id, refresh)
      // A token alone neither renews nor ends a session; otherwise a stolen token could do both.
      if (count === undefined) throw new ApiError('session.expired')
      const token = newToken()
      const renewals = await db.transaction().execute(async (tx) => {
        const counted = await countRenewal(tx, row.id, count, token, now)
        if (typeof counted === 'number') {
          times.correctTokenExpiry(hashToken(token), getTokenExpiry(now))
          await markRenewed(tx, currentToken, now)
        }
        return counted
      })
      if (renewals === 'ended') throw new ApiError('session.ended')
      if (renewals === 'replayed') {
        if (await endReplayed(db, row, address))
          log?.warn('session ended: an old token was reused', { account: row.name, session: row.id, address })
        notifyEnded({ account: row.name, session: row.id })
        throw new ApiError('session.ended')
      }
      const session = await buildSession(
        db,
        { ...row, expires_at: getSessionExpiry(row), account: { ...row, id: row.accountId }, hash: hashToken(token) },
        readPermissions,
      )
      return { token, refresh: refreshes.create(row.id, renewals), session }
    },

    /** Cache statistics and maintenance. */
    inspectableCache: {
      figures: () => ({ entries: cache.size, most: cacheSize, hits, misses }),
      clear: () => cache.clear(),
      keys: () =>
        [...cache.values()].flatMap(({ answer: { session }, untilMs }) =>
          session ? [{ id: toCacheId(session), account: session.name, until: toWallClock(untilMs) }] : [],
        ),
      remove: (id: string): boolean => {
        const found = [...cache].filter(([, { answer }]) => answer.session && toCacheId(answer.session) === id)
        for (const [hash] of found) cache.delete(hash)
        return found.length > 0
      },
    },

    /** Applies the end of a session or a change of permissions immediately. */
    notifyEnded,

    onEnded(listener: (ended: EndedSession) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Periodically checks open sessions that expired, ended unnoticed or were ended by another server, and deletes old
     * rows. Returns a function that stops it.
     */
    startSweep(openSessions: () => readonly Required<EndedSession>[], onFailure: (cause: unknown) => void): () => void {
      let isBusy = false
      let isOpen = false
      const checkSessions = async (): Promise<void> => {
        if (!isOpen) await times.open()
        isOpen = true
        await times.correctStored()
        await sweepSessions(db, openSessions(), notifyEnded)
      }
      const timer = setInterval(() => {
        if (isBusy) return
        isBusy = true
        void checkSessions()
          .catch(onFailure)
          .finally(() => {
            isBusy = false
          })
      }, sweepMs)
      return () => clearInterval(timer)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Ends a session whose refresh token was reused, and writes one audit entry by the server. */
function endReplayed(
  db: Db,
  { accountId, name, id }: { readonly accountId: string; readonly name: string; readonly id: string },
  address: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('session')
      .set({ ended: 'replayed' })
      .where('id', '=', id)
      .where('account', '=', accountId)
      .where('ended', 'is', null)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) return false
    await audit(tx, { ...systemContext, address }, { object: `account/${name}`, action: 'replayed' })
    return true
  })
}

async function lookUp(
  db: Db,
  times: SessionTimes,
  hash: string,
  readPermissions: SessionOptions['readPermissions'],
  isUnattended: boolean,
): Promise<Authenticated & { readonly until: number }> {
  const found = await tokenRows(db).where('session_token.hash', '=', hash).executeTakeFirst()
  const now = Date.now()
  if (!found) return { error: 'session.none', until: now }
  const row = times.correct(found)
  const error = getSessionError(row, now)
  if (error) return { error: error, until: now }
  const until = Math.min(times.correctTokenExpiry(hash, row.tokenUntil).getTime(), getSessionExpiry(row).getTime())
  if (until <= now) return { error: 'session.expired', until }
  if (row.renewal > row.confirmed)
    await tolerateStorageFault(
      db
        .updateTable('session')
        .set({ confirmed: row.renewal })
        .where('id', '=', row.id)
        .where('confirmed', '<', row.renewal)
        .execute(),
    )
  if (!isUnattended && now - row.seen_at.getTime() > lastSeenUpdateMs) {
    // Write all three timestamps together, because they belong to one setting of the system clock.
    await tolerateStorageFault(
      db
        .updateTable('session')
        .set({
          signed_in_at: row.signed_in_at,
          seen_at: new Date(now),
          expires_at: computeExpiry(row.signed_in_at.getTime(), now, row.is_wall),
        })
        .where('id', '=', row.id)
        .where(isVersion('seen_at', found.seen_at))
        .where('ended', 'is', null)
        .execute(),
    )
    times.correct({ ...row, seen_at: new Date(now) })
  }
  return {
    session: await buildSession(
      db,
      { ...row, expires_at: getSessionExpiry(row), account: { ...row, id: row.accountId } },
      readPermissions,
    ),
    until,
  }
}

/** Ignores storage errors when recording activity. With a full disk, sessions can still read. */
async function tolerateStorageFault(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (cause) {
    if (findStorageFault(cause) === undefined) throw cause
  }
}

interface SessionRow {
  readonly id: string
  /** Hash of the identifying token, if any. */
  readonly hash?: string
  readonly signed_in_at: Date
  readonly expires_at: Date
  readonly is_vouched: boolean
  readonly account: SessionAccount
}

async function buildSession(
  db: Db,
  { id, hash, signed_in_at, expires_at, is_vouched, account }: SessionRow,
  readPermissions: SessionOptions['readPermissions'],
): Promise<Session> {
  const projects = await db
    .selectFrom('project_grant')
    .select(['project as id', 'role'])
    .where('account', '=', account.id)
    .orderBy('project')
    .execute()
  const rank = getStrongestRole([account.role, ...projects.map(({ role }) => role)])
  const { permissions, roles: further } = await readPermissions(db, rank, account.roles, account.is_wall)
  return {
    id,
    accountId: account.id,
    name: account.name,
    role: account.role,
    projects,
    roles: [account.role, ...further],
    permissions,
    mustChangePassword: account.must_change,
    mustSetSecondStep: !is_vouched && !account.is_wall && (await isSetupRequired(db, account.id, rank)),
    signedInAt: signed_in_at.getTime(),
    expiresAt: expires_at.getTime(),
    ...(hash === undefined ? {} : { tokenPrefix: hash.slice(0, 8) }),
    ...(account.is_wall ? { isWall: true } : {}),
    ...(is_vouched ? { isVouched: true } : {}),
  }
}

export const getStrongestRole = (heldRoles: readonly Role[]): Role =>
  roles.findLast((role) => heldRoles.includes(role)) ?? roles[0]

/** Cache id of a session's token that does not reveal the token. */
const toCacheId = ({ id, tokenPrefix = '' }: Session): string => `${id}-${tokenPrefix}`

async function sweepSessions(
  db: Db,
  open: readonly Required<EndedSession>[],
  notifyEnded: (ended: EndedSession) => void,
): Promise<void> {
  const now = Date.now()
  if (open.length > 0) {
    const rows = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account')
      .select('session.id')
      .where('session.id', '=', sql<string>`any(${open.map(({ session }) => session)}::text[])`)
      .where('ended', 'is', null)
      .where('enabled', '=', true)
      .where('expires_at', '>', new Date(now))
      .where((is) => is.or([is('is_wall', '=', true), is('seen_at', '>', new Date(now - idleMs))]))
      .execute()
    const live = new Set(rows.map(({ id }) => id))
    for (const ended of open) if (!live.has(ended.session)) notifyEnded(ended)
  }
  await db
    .deleteFrom('session')
    .where('expires_at', '<', new Date(now - absoluteMs))
    .execute()
  await deleteExpiredTokens(db, now)
  await deleteExpiredSetups(db, now)
}
