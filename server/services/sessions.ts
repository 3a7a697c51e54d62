import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '../../contract/access.ts'
import { roles } from '../../contract/access.ts'
import type { ErrorName } from '../../contract/errors.ts'
import { Refusal } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/index.ts'
import type { Log } from '../log.ts'
import { audit } from './audit.ts'
import type { Session } from './caller.ts'
import { serverCaller } from './caller.ts'
import { sweepBegun } from './secondStep/begun.ts'
import { lacksDemanded } from './secondStep/demand.ts'

export type Authenticated = { readonly session: Session; readonly error?: undefined } | { readonly session?: undefined; readonly error: ErrorName }

export interface NewSession {
  readonly token: string
  readonly session: Session
}

export interface StartedSession extends NewSession {
  /** The sessions that gave way to it; tell of their end once the transaction is through. */
  readonly surplus: readonly string[]
}

/** The account as a session needs it. */
export interface SessionAccount {
  readonly id: string
  readonly name: string
  readonly role: Role
  readonly must_change: boolean
  /** Ids of its further roles. */
  readonly roles: readonly string[]
  /** Wall displays: several sessions, none of which ends for want of a touch, and nothing but looking. */
  readonly is_wall: boolean
}

/** What an account may do: by its further roles where it has any, else by the strongest rank that it holds anywhere. */
export interface Rights {
  readonly permissions: readonly string[]
  /** Keys of the further roles that count. */
  readonly roles: readonly string[]
}

export interface SessionOptions {
  readonly db: Db
  readonly rightsOf: (db: Db, rank: Role, roles: readonly string[], isWall?: boolean) => Promise<Rights>
  /** One session an account that is no wall display: a new sign-in ends the others. */
  readonly isSingle?: boolean
  readonly log?: Log
}

/** What ended, or must prove itself again: one session, or all of an account where `session` is absent. */
export interface Ended {
  readonly account: string
  readonly session?: string
}

type Reason = 'signOut' | 'elsewhere' | 'password' | 'removed' | 'replayed' | 'secondStep'

const { absoluteMs, idleMs, cacheMs, perAccount } = limits.session
const tokenBytes = 32
const tokenPattern = /^[A-Za-z0-9_-]{43}$/
const renewGraceMs = 30_000
/** A session in use is written as seen this seldom. */
const seenMs = 60_000
const sweepMs = 2_000
const cacheSize = 10_000

/**
 * The sessions of people. A token is 256 random bits that mean nothing by themselves; only its hash is stored. The
 * same token opens HTTP and MQTT, and its end reaches both within five seconds. Who comes with a token that was given up for a
 * newer one has found or taken it: the session ends for both.
 */
export function createSessions({ db, rightsOf, isSingle = false, log }: SessionOptions) {
  const cache = new Map<string, { readonly answer: Authenticated; readonly until: number; readonly isUnattended: boolean }>()
  const listeners = new Set<(ended: Ended) => void>()

  let ends = 0
  let hits = 0
  let misses = 0

  const tellEnded = (ended: Ended): void => {
    ends++
    for (const [hash, { answer }] of cache) {
      if (answer.session?.name === ended.account && (ended.session === undefined || answer.session.id === ended.session)) cache.delete(hash)
    }
    for (const listener of listeners) listener(ended)
  }

  const end = async (tx: Db, accountId: string, reason: Reason, session?: string): Promise<void> => {
    const rows = tx.updateTable('session').set({ ended: reason }).where('account', '=', accountId).where('ended', 'is', null)
    await (session === undefined ? rows : rows.where('id', '=', session)).execute()
  }

  return {
    /** Ends one session of an account, or all. Call `tellEnded` once the transaction is through. */
    end,

    /**
     * Locks the account of a session and refuses where that is over, in the transaction of what its holder proved himself for: a change
     * of the password, an end and a second step that came meanwhile count. What ends sessions locks the account first.
     */
    async hold(tx: Db, { id, accountId }: Session): Promise<void> {
      const account = await tx.selectFrom('account').select('enabled').where('id', '=', accountId).forUpdate().executeTakeFirst()
      const live = await tx.selectFrom('session').select('id').where('id', '=', id).where('ended', 'is', null).executeTakeFirst()
      if (!account?.enabled || !live) throw new Refusal('session.ended')
    },

    /** Ends all sessions of an account but this one; returns which, to be told once the transaction is through. */
    async endOthers(tx: Db, { accountId, id }: Session, reason: Reason): Promise<readonly string[]> {
      const ended = await tx.updateTable('session').set({ ended: reason }).where('account', '=', accountId).where('id', '!=', id).where('ended', 'is', null).returning('id').execute()
      return ended.map((row) => row.id)
    },

    /** Whose token this is: the one question HTTP and MQTT alike ask. What is asked while nobody is there does not put off the session's end. */
    async authenticateToken(token: string, { isUnattended = false, address = '' }: { readonly isUnattended?: boolean; readonly address?: string } = {}): Promise<Authenticated> {
      if (!tokenPattern.test(token)) return { error: 'session.none' }
      const hash = hashOf(token)
      const cached = cache.get(hash)
      if (cached && cached.until > Date.now() && (isUnattended || !cached.isUnattended)) {
        hits++
        return cached.answer
      }
      misses++
      const endsBefore = ends
      const { replayed, ...answer } = await lookUp(db, hash, rightsOf, isUnattended)
      if (replayed) {
        if (await endReplayed(db, replayed, address)) log?.warn('a session was ended because its former token came again', { account: replayed.account, session: replayed.session, address })
        tellEnded({ account: replayed.account, session: replayed.session })
      }
      if (cache.size >= cacheSize) cache.clear()
      // An answer that was under way while something ended may be of before that: it is not kept.
      if (answer.session && ends === endsBefore) cache.set(hash, { answer, until: Math.min(Date.now() + cacheMs, answer.session.expiresAt), isUnattended })
      return answer
    },

    /**
     * Starts a session in the transaction that says why; the account's longest unused ones give way beyond its number. `isVouched`: by the
     * word of another system, which has asked for as many steps as it thinks right.
     */
    async start(tx: Db, account: SessionAccount, address: string, isVouched = false): Promise<StartedSession> {
      const token = newToken()
      const now = Date.now()
      const row = { id: randomUUID(), signed_in_at: new Date(now), expires_at: expiry(now, now, account.is_wall), is_vouched: isVouched }
      await tx.insertInto('session').values({
        ...row, token_hash: hashOf(token), previous_hash: null, previous_until: null, account: account.id, address, seen_at: new Date(now), ended: null,
      }).execute()
      const crowd = await tx.selectFrom('session').select('id').where('account', '=', account.id).where('ended', 'is', null).where('id', '!=', row.id)
        .where('expires_at', '>', new Date(now)).orderBy('seen_at', 'desc').offset(isSingle && !account.is_wall ? 0 : perAccount - 1).limit(100).execute()
      for (const { id } of crowd) await tx.updateTable('session').set({ ended: 'elsewhere' }).where('id', '=', id).execute()
      return { token, session: await sessionOf(tx, { ...row, account, token_hash: hashOf(token) }, rightsOf), surplus: crowd.map(({ id }) => id) }
    },

    /** A new token for the same session, for who shows the present one; that runs out shortly. The twelve hours stay. */
    async renew(session: Session): Promise<NewSession> {
      const { shown } = session
      if (session.isFormer || shown === undefined) throw new Refusal('session.expired')
      const token = newToken()
      const now = Date.now()
      const expires = expiry(session.signedInAt, now, session.isWall)
      const { numUpdatedRows } = await db.updateTable('session').set({
        previous_hash: sql`token_hash`, previous_until: new Date(now + renewGraceMs), token_hash: hashOf(token), seen_at: new Date(now), expires_at: expires,
      }).where('id', '=', session.id).where('token_hash', '=', shown).where('ended', 'is', null).executeTakeFirstOrThrow()
      if (!numUpdatedRows) {
        const live = await db.selectFrom('session').select('id').where('id', '=', session.id).where('ended', 'is', null).executeTakeFirst()
        throw new Refusal(live ? 'session.expired' : 'session.ended')
      }
      // What was kept of the token, or is being looked up, says that it is the present one.
      ends++
      for (const [hash, { answer }] of cache) if (answer.session?.id === session.id) cache.delete(hash)
      return { token, session: { ...session, shown: hashOf(token), expiresAt: expires.getTime() } }
    },

    /** What is kept of the last answers. */
    kept: {
      figures: () => ({ entries: cache.size, most: cacheSize, hits, misses }),
      clear: () => cache.clear(),
      keys: () => [...cache.values()].flatMap(({ answer: { session }, until }) => (session ? [{ id: keptIdOf(session), account: session.name, until }] : [])),
      remove: (id: string): boolean => {
        const found = [...cache].filter(([, { answer }]) => answer.session && keptIdOf(answer.session) === id)
        for (const [hash] of found) cache.delete(hash)
        return found.length > 0
      },
    },

    /** Makes an end, or a change of rights, count at once. */
    tellEnded,

    onEnded(listener: (ended: Ended) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /**
     * Looks whether the sessions that are open elsewhere still hold, however they ended: run out, ended here and not told,
     * or ended by another server of the same database. Also removes what is long over. Returns how to stop it.
     */
    startSweep(openSessions: () => readonly Required<Ended>[], onFailure: (cause: unknown) => void): () => void {
      let isBusy = false
      const timer = setInterval(() => {
        if (isBusy) return
        isBusy = true
        void sweep(db, openSessions(), tellEnded).catch(onFailure).finally(() => { isBusy = false })
      }, sweepMs)
      return () => clearInterval(timer)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

interface Replayed {
  readonly accountId: string
  readonly account: string
  readonly session: string
}

type Found = Authenticated & { readonly replayed?: Replayed }

/** Ends the session of a token that came again and writes it down, once; nobody signed in, so it is the server that did it. */
function endReplayed(db: Db, { accountId, account, session }: Replayed, address: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx.updateTable('session').set({ ended: 'replayed' }).where('id', '=', session).where('account', '=', accountId).where('ended', 'is', null).executeTakeFirstOrThrow()
    if (!numUpdatedRows) return false
    await audit(tx, { ...serverCaller, address }, { object: `account/${account}`, action: 'replayed' })
    return true
  })
}

async function lookUp(db: Db, hash: string, rightsOf: SessionOptions['rightsOf'], isUnattended: boolean): Promise<Found> {
  const found = await db.selectFrom('session').innerJoin('account', 'account.id', 'session.account')
    .select(['session.id', 'account.id as accountId', 'account.name', 'account.role', 'account.must_change', 'account.enabled', 'account.roles', 'account.is_wall', 'session.token_hash',
      'session.previous_until', 'session.signed_in_at', 'session.seen_at', 'session.expires_at', 'session.ended', 'session.is_vouched'])
    .where((is) => is.or([is('session.token_hash', '=', hash), is('session.previous_hash', '=', hash)])).executeTakeFirst()
  const now = Date.now()
  if (!found) return { error: 'session.none' }
  const row = { ...found, expires_at: lastsUntil(found) }
  if (row.ended !== null || !row.enabled) return { error: 'session.ended' }
  const until = row.token_hash === hash ? row.expires_at : row.previous_until
  if (row.expires_at.getTime() <= now) return { error: 'session.expired' }
  if (!until || until.getTime() <= now) return { error: 'session.ended', replayed: { accountId: row.accountId, account: row.name, session: row.id } }
  if (row.token_hash !== hash) return { session: { ...await sessionOf(db, { ...row, expires_at: until, account: { ...row, id: row.accountId } }, rightsOf), isFormer: true } }
  if (!isUnattended && now - row.seen_at.getTime() > seenMs) {
    await db.updateTable('session').set({ seen_at: new Date(now), expires_at: expiry(row.signed_in_at.getTime(), now, row.is_wall) })
      .where('id', '=', row.id).where('expires_at', '>', new Date(now)).where('ended', 'is', null).execute()
  }
  return { session: await sessionOf(db, { ...row, account: { ...row, id: row.accountId } }, rightsOf) }
}

interface SessionRow {
  readonly id: string
  readonly token_hash: string
  readonly signed_in_at: Date
  readonly expires_at: Date
  readonly is_vouched: boolean
  readonly account: SessionAccount
}

async function sessionOf(db: Db, { id, token_hash, signed_in_at, expires_at, is_vouched, account }: SessionRow, rightsOf: SessionOptions['rightsOf']): Promise<Session> {
  const projects = await db.selectFrom('project_grant').select(['project as id', 'role']).where('account', '=', account.id).orderBy('project').execute()
  const rank = strongest([account.role, ...projects.map(({ role }) => role)])
  const { permissions, roles: further } = await rightsOf(db, rank, account.roles, account.is_wall)
  return {
    id, accountId: account.id, name: account.name, role: account.role, projects, roles: [account.role, ...further], permissions,
    mustChangePassword: account.must_change, mustSetSecondStep: !is_vouched && !account.is_wall && await lacksDemanded(db, account.id, rank),
    signedInAt: signed_in_at.getTime(), expiresAt: expires_at.getTime(), shown: token_hash,
    ...(account.is_wall ? { isWall: true } : {}), ...(is_vouched ? { isVouched: true } : {}),
  }
}

/** The strongest of some ranks. */
export const strongest = (held: readonly Role[]): Role => roles.findLast((role) => held.includes(role)) ?? roles[0]

/** Names what is kept of a session without its token: its present and its former one are two. */
const keptIdOf = ({ id, isFormer }: Session): string => (isFormer ? `${id}-former` : id)

const newToken = (): string => randomBytes(tokenBytes).toString('base64url')

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

const expiry = (signedInAt: number, now: number, isWall = false): Date => new Date(Math.min(isWall ? Infinity : now + idleMs, signedInAt + absoluteMs))

/** What a wall display began lasts no longer than the session of anybody once the account is none any more. */
const lastsUntil = ({ is_wall, seen_at, expires_at }: { readonly is_wall: boolean; readonly seen_at: Date; readonly expires_at: Date }): Date =>
  (is_wall ? expires_at : new Date(Math.min(expires_at.getTime(), seen_at.getTime() + idleMs)))

async function sweep(db: Db, open: readonly Required<Ended>[], tellEnded: (ended: Ended) => void): Promise<void> {
  const now = Date.now()
  if (open.length > 0) {
    const rows = await db.selectFrom('session').innerJoin('account', 'account.id', 'session.account').select('session.id')
      .where('session.id', '=', sql<string>`any(${open.map(({ session }) => session)}::text[])`)
      .where('ended', 'is', null).where('enabled', '=', true).where('expires_at', '>', new Date(now))
      .where((is) => is.or([is('is_wall', '=', true), is('seen_at', '>', new Date(now - idleMs))])).execute()
    const live = new Set(rows.map(({ id }) => id))
    for (const ended of open) if (!live.has(ended.session)) tellEnded(ended)
  }
  await db.deleteFrom('session').where('expires_at', '<', new Date(now - absoluteMs)).execute()
  await sweepBegun(db, now)
}
