import { createHash, randomBytes } from 'node:crypto'
import type { ErrorName } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'

const { absoluteMs, idleMs, tokenMs } = limits.session
const tokenBytes = 32
/** Tabs of one browser may renew at one moment, with the refresh that they share: so long it stays the same, in whatever order they come and are answered. */
const renewGraceMs = 30_000

/** What a token looks like: what looks otherwise is asked of no database. */
export const tokenPattern = /^[A-Za-z0-9_-]{43}$/

/** With the account behind each, as far as it says who that is and whether it may come in. */
export const sessionRows = (db: Db) => db.selectFrom('session').innerJoin('account', 'account.id', 'session.account')
  .select(['session.id', 'account.id as accountId', 'account.name', 'account.role', 'account.must_change', 'account.enabled', 'account.roles', 'account.is_wall',
    'session.signed_in_at', 'session.seen_at', 'session.expires_at', 'session.ended', 'session.is_vouched', 'session.confirmed'])

export const tokenRows = (db: Db) => sessionRows(db).innerJoin('session_token', 'session_token.session', 'session.id')
  .select(['session_token.hash', 'session_token.renewal', 'session_token.expires_at as tokenUntil'])

type Timed = Parameters<typeof lastsUntil>[0] & { readonly ended: string | null; readonly enabled: boolean }

/** Why a session opens nothing, whichever token it is asked for with. */
export function faultOf(row: Timed, now: number): ErrorName | undefined {
  if (row.ended !== null || !row.enabled) return 'session.ended'
  return lastsUntil(row).getTime() <= now ? 'session.expired' : undefined
}

/** Adds a token to a session. */
export const writeToken = async (tx: Db, session: string, token: string, renewal: number, now: number): Promise<void> => {
  await tx.insertInto('session_token').values({ hash: hashOf(token), session, renewal, expires_at: tokenEnd(now) }).execute()
}

/** When a token that is made now runs out. */
export const tokenEnd = (now: number): Date => new Date(now + tokenMs)

/** How many renewals there are with this one, its token written; or that the session is over, or ought to be. */
export async function countRenewal(tx: Db, id: string, count: number, token: string, now: number): Promise<number | 'ended' | 'replayed'> {
  const row = await tx.selectFrom('session').select(['renewals', 'renewed_at', 'confirmed']).where('id', '=', id).where('ended', 'is', null).forUpdate().executeTakeFirst()
  if (!row) return 'ended'
  const isNew = (row.renewed_at?.getTime() ?? 0) > now - renewGraceMs
  const isLast = count === row.renewals - 1 && (row.confirmed < row.renewals || isNew)
  if (count !== row.renewals && !isLast) return 'replayed'
  const isCounted = !isLast && !isNew
  const renewals = isCounted ? row.renewals + 1 : row.renewals
  if (isCounted) await tx.updateTable('session').set({ renewals, renewed_at: new Date(now), confirmed: count }).where('id', '=', id).execute()
  await writeToken(tx, id, token, renewals, now)
  return renewals
}

/** That a token was renewed: who brought it has another now. */
export const noteRenewed = async (tx: Db, shown: string, now: number): Promise<void> => {
  await tx.updateTable('session_token').set({ renewed_at: new Date(now) }).where('hash', '=', hashOf(shown)).where('renewed_at', 'is', null).execute()
}

/**
 * Takes away tokens that have run out and were renewed, both for as long as a session waits for somebody: whose answer was lost has asked
 * again by then. One that was not renewed stays as long as its session: a tab that slept for hours renews by it, and one of a session that ended learns why.
 */
export async function sweepTokens(db: Db, now: number): Promise<void> {
  const before = new Date(now - idleMs)
  await db.deleteFrom('session_token').where('expires_at', '<', before).where('renewed_at', '<', before).execute()
}

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url')

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** When a session ends if nothing more is heard. */
export const expiry = (signedInAt: number, now: number, isWall = false): Date => new Date(Math.min(isWall ? Infinity : now + idleMs, signedInAt + absoluteMs))

/** What a wall display began lasts no longer than the session of anybody once the account is none any more. */
export const lastsUntil = ({ is_wall, seen_at, expires_at }: { readonly is_wall: boolean; readonly seen_at: Date; readonly expires_at: Date }): Date =>
  (is_wall ? expires_at : new Date(Math.min(expires_at.getTime(), seen_at.getTime() + idleMs)))
