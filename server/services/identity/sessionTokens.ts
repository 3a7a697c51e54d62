import { createHash, randomBytes } from 'node:crypto'
import type { ErrorName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'

const { absoluteMs, idleMs, tokenMs } = limits.session
const tokenBytes = 32
/**
 * Milliseconds during which the refresh token stays the same, because tabs of one browser share it and may renew
 * simultaneously.
 */
const renewGraceMs = 30_000

/** Format of a token; other text is rejected without a query. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** Sessions joined with their accounts. */
export const sessionRows = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account')
    .select([
      'session.id',
      'account.id as accountId',
      'account.name',
      'account.role',
      'account.must_change',
      'account.enabled',
      'account.roles',
      'account.is_wall',
      'session.signed_in_at',
      'session.seen_at',
      'session.expires_at',
      'session.ended',
      'session.is_vouched',
      'session.confirmed',
    ])

export const tokenRows = (db: Db) =>
  sessionRows(db)
    .innerJoin('session_token', 'session_token.session', 'session.id')
    .select(['session_token.hash', 'session_token.renewal', 'session_token.expires_at as tokenUntil'])

type SessionStatusRow = Parameters<typeof getSessionExpiry>[0] & {
  readonly ended: string | null
  readonly enabled: boolean
}

/** Returns the reason a session is no longer valid, regardless of the token. */
export function getSessionError(row: SessionStatusRow, now: number): ErrorName | undefined {
  if (row.ended !== null || !row.enabled) return 'session.ended'
  return getSessionExpiry(row).getTime() <= now ? 'session.expired' : undefined
}

/** Adds a token to a session. */
export const writeToken = async (
  tx: Db,
  session: string,
  token: string,
  renewal: number,
  now: number,
): Promise<void> => {
  await tx
    .insertInto('session_token')
    .values({ hash: hashToken(token), session, renewal, expires_at: getTokenExpiry(now) })
    .execute()
}

/** Expiry of a token created at `now`. */
export const getTokenExpiry = (now: number): Date => new Date(now + tokenMs)

/** Counts a renewal and stores its token. Returns the new count, or the reason the session is over or must end. */
export async function countRenewal(
  tx: Db,
  id: string,
  count: number,
  token: string,
  now: number,
): Promise<number | 'ended' | 'replayed'> {
  const row = await tx
    .selectFrom('session')
    .select(['renewals', 'renewed_at', 'confirmed'])
    .where('id', '=', id)
    .where('ended', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'ended'
  const isNew = (row.renewed_at?.getTime() ?? 0) > now - renewGraceMs
  const isLast = count === row.renewals - 1 && (row.confirmed < row.renewals || isNew)
  if (count !== row.renewals && !isLast) return 'replayed'
  const isCounted = !isLast && !isNew
  const renewals = isCounted ? row.renewals + 1 : row.renewals
  if (isCounted)
    await tx
      .updateTable('session')
      .set({ renewals, renewed_at: new Date(now), confirmed: count })
      .where('id', '=', id)
      .execute()
  await writeToken(tx, id, token, renewals, now)
  return renewals
}

/** Records that a token was renewed. */
export const markRenewed = async (tx: Db, token: string, now: number): Promise<void> => {
  await tx
    .updateTable('session_token')
    .set({ renewed_at: new Date(now) })
    .where('hash', '=', hashToken(token))
    .where('renewed_at', 'is', null)
    .execute()
}

/**
 * Deletes tokens that expired and were renewed longer ago than the idle time; a client that lost the response has
 * retried by then. Tokens never renewed stay as long as their session: a tab that slept for hours renews with one, and
 * one of an ended session gets the reason.
 */
export async function deleteExpiredTokens(db: Db, now: number): Promise<void> {
  const before = new Date(now - idleMs)
  await db.deleteFrom('session_token').where('expires_at', '<', before).where('renewed_at', '<', before).execute()
}

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url')

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Expiry of a session without further activity. */
export const computeExpiry = (signedInAt: number, now: number, isWall = false): Date =>
  new Date(Math.min(isWall ? Infinity : now + idleMs, signedInAt + absoluteMs))

/** Expiry of a session. Once an account is no longer a wall display, its sessions get the normal idle limit. */
export const getSessionExpiry = ({
  is_wall,
  seen_at,
  expires_at,
}: {
  readonly is_wall: boolean
  readonly seen_at: Date
  readonly expires_at: Date
}): Date => (is_wall ? expires_at : new Date(Math.min(expires_at.getTime(), seen_at.getTime() + idleMs)))
