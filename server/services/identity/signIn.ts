import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { SignInTicket } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext, ClientInfo } from '../base/requestContext.ts'
import { faultAt } from '../entities/validationErrors.ts'
import { hashPassword, verifyPassword, findWeakness } from '../base/passwords.ts'
import type { Proof, SecondStep } from './secondStep/index.ts'
import { signInTickets } from './secondStep/tickets.ts'
import type { NewSession, SessionAccount, Sessions } from './sessions.ts'
import type { SignInLog } from './signInLog.ts'
import type { SingleSignOn } from './singleSignOn.ts'
import type { AttemptResult, SignInAttempts } from './signInAttempts.ts'

export interface SignInParts {
  readonly db: Db
  readonly sessions: Sessions
  /** Undefined if the installation keeps no sign-in log. */
  readonly log: SignInLog | undefined
  readonly single: SingleSignOn
  readonly tries: SignInAttempts
  readonly secondStep: SecondStep
}

/** An account at the time its password was verified. */
type Known = SessionAccount & { readonly password: string }

interface Beginning {
  readonly content?: Readonly<Record<string, unknown>>
  readonly isVouched?: boolean
  /** Error if the account has changed since the verification. */
  readonly refusal: ErrorName
  /** Check in the same transaction; its result is added to the audit entry. */
  readonly first?: (tx: Db) => Promise<Readonly<Record<string, unknown>>>
}

/** Sign-in, sign-out and password change. */
export function createSignIn({ db, sessions, log, single, tries, secondStep }: SignInParts) {
  const accountNamed = (name: string) =>
    db.selectFrom('account').select(sessionColumns).select('enabled').where('name', '=', name).executeTakeFirst()

  /** Verifies a password as a counted attempt. `then` decides the result of a correct one. */
  const tried = async (name: string, origin: ClientInfo, password: string, account: { readonly password: string; readonly enabled: boolean } | undefined, then: () => Promise<AttemptResult>): Promise<AttemptResult> =>
    tries.judged(name, origin, async (crowd) => {
      if (!await verifyPassword(password, account?.password, origin.address, crowd)) return 'wrong'
      return account?.enabled === true ? then() : 'disabled'
    })

  /**
   * Starts a session. The account may have been disabled or changed since the verification, so the session uses the
   * locked row.
   */
  const start = async (known: Known, origin: ClientInfo, { content = {}, isVouched = false, refusal, first }: Beginning): Promise<NewSession> => {
    const started = await db.transaction().execute(async (tx) => {
      // Update the account first: it locks the row, so of two simultaneous sign-ins the second sees the first's
      // session.
      const account = await tx.updateTable('account').set({ last_sign_in_at: new Date() }).where('id', '=', known.id).where('enabled', '=', true).returning(sessionColumns).executeTakeFirst()
      if (!account || (isVouched ? account.role === 'super' : account.password !== known.password)) throw new ApiError(refusal)
      const more = await first?.(tx)
      const made = await sessions.start(tx, account, origin.address, isVouched)
      await audit(tx, { session: made.session, ...origin }, { object: `account/${account.name}`, action: 'signIn', content: { ...content, ...more } })
      return made
    })
    for (const session of started.surplus) sessions.tellEnded({ account: known.name, session })
    await log?.write(known.name, origin, 'in')
    return started
  }

  /** Two-factor authentication may have been enabled meanwhile; the password alone then starts no session. */
  const startWithPassword = async (account: Known, origin: ClientInfo): Promise<NewSession | SignInTicket> => {
    try {
      return await start(account, origin, {
        refusal: 'session.wrong',
        first: async (tx) => {
          if (await secondStep.isOn(account.id, tx)) throw new TurnedOn()
          return {}
        },
      })
    } catch (cause) {
      if (cause instanceof TurnedOn) return signInTickets.give(db, account)
      throw cause
    }
  }

  return {
    /**
     * Signs in with name and password. Unknown accounts, disabled accounts and wrong passwords give the same error in
     * the same time. With two-factor authentication, the result is a ticket to be used with the code.
     */
    async signIn(given: string, password: string, origin: ClientInfo): Promise<NewSession | SignInTicket> {
      const name = printable(given)
      const account = await accountNamed(name)
      const judgement = await tried(name, origin, password, account, async () => (account && await secondStep.isOn(account.id) ? 'half' : 'right'))
      if (!account || (judgement !== 'right' && judgement !== 'half')) throw new ApiError('session.wrong')
      return judgement === 'half' ? signInTickets.give(db, account) : startWithPassword(account, origin)
    },

    /**
     * Completes a sign-in with a code. Wrong, used and malformed codes give the same error and count as failed
     * attempts.
     */
    async bringCode(ticket: string, code: string, origin: ClientInfo): Promise<NewSession> {
      const account = await signInTickets.holder(db, ticket)
      if (!account) {
        await tries.fromAddress(origin.address)
        throw new ApiError('session.ticket')
      }
      const found: { proof?: Proof | undefined } = {}
      await tries.judged(account.name, origin, async () => {
        found.proof = await secondStep.proofOf(account.id, code)
        return found.proof ? 'right' : 'code'
      })
      const { proof } = found
      if (!proof) throw new ApiError('session.code')
      return start(account, origin, {
        refusal: 'session.ticket',
        first: async (tx) => {
          if (!await signInTickets.take(tx, ticket)) throw new ApiError('session.ticket')
          if (!await secondStep.use(tx, account.id, proof)) throw new ApiError('session.code')
          return proof.kind === 'code' ? {} : { recoveryCodesLeft: await secondStep.codesLeft(tx, account.id) }
        },
      })
    },

    /** Signs in with the token of a trusted system, without a second factor. Not available to super administrators. */
    async signInSingle(appKey: string, jwt: string, origin: ClientInfo): Promise<NewSession> {
      await tries.fromAddress(origin.address)
      const name = await single.nameIn(appKey, jwt)
      const account = name === undefined ? undefined : await accountNamed(printable(name))
      if (!account?.enabled || account.role === 'super') {
        await log?.write(account?.name ?? '?', origin, account?.enabled === false ? 'disabled' : 'wrong')
        throw new ApiError('session.single')
      }
      return start(account, origin, { content: { app: appKey }, isVouched: true, refusal: 'session.single' })
    },

    async signOut(caller: RequestContext): Promise<void> {
      const { accountId, id, name } = caller.session
      await db.transaction().execute(async (tx) => {
        await sessions.end(tx, accountId, 'signOut', id)
        await audit(tx, caller, { object: `account/${name}`, action: 'signOut' })
      })
      sessions.tellEnded({ account: name, session: id })
      await log?.write(name, caller, 'out')
    },

    /**
     * Changes the own password. Wrong current passwords count as failed sign-ins. All other sessions of the account
     * end.
     */
    async changePassword(caller: RequestContext, present: string, next: string): Promise<NewSession> {
      const { name, accountId } = caller.session
      const account = await accountNamed(name)
      if (await tried(name, caller, present, account, () => Promise.resolve('right')) !== 'right' || !account) {
        throw new ApiError('password.wrong', { problems: [{ path: 'present', code: 'wrong', message: 'wrong current password' }] })
      }
      const weakness = present === next ? { en: 'The current password', zh: '与当前密码相同' } : findWeakness(next, name)
      if (weakness) throw new ApiError('password.weak', { problems: [faultAt('next', 'weak', weakness)] })
      const password = await hashPassword(next)
      const started = await db.transaction().execute(async (tx) => {
        await sessions.hold(tx, caller.session)
        const changed = await tx.updateTable('account').set({ password, must_change: false }).where('id', '=', accountId).returning(sessionColumns).executeTakeFirstOrThrow()
        await sessions.end(tx, accountId, 'password')
        await audit(tx, caller, { object: `account/${name}`, action: 'password' })
        return sessions.start(tx, changed, caller.address, caller.session.isVouched)
      })
      sessions.tellEnded({ account: name })
      return started
    },
  }
}

const sessionColumns = ['id', 'name', 'role', 'password', 'must_change', 'roles', 'is_wall'] as const

/** Aborts a session that was to start with the password alone. */
class TurnedOn extends Error {}

export type SignIn = ReturnType<typeof createSignIn>

/** Replaces control characters and lone surrogates, which no account name contains and PostgreSQL cannot store. */
const printable = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
