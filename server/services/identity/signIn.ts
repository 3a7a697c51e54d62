import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { SignInTicket } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import { audit } from '../base/audit.ts'
import type { RequestContext, ClientInfo } from '../base/requestContext.ts'
import { createFault } from '../entities/validationErrors.ts'
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
  readonly singleSignOn: SingleSignOn
  readonly attempts: SignInAttempts
  readonly secondStep: SecondStep
}

/** An account at the time its password was verified. */
type VerifiedAccount = SessionAccount & { readonly password: string }

interface SessionStart {
  readonly content?: Readonly<Record<string, unknown>>
  readonly isVouched?: boolean
  /** Error if the account has changed since the verification. */
  readonly error: ErrorName
  /** Check in the same transaction; its result is added to the audit entry. */
  readonly beforeStart?: (tx: Db) => Promise<Readonly<Record<string, unknown>>>
}

/** Sign-in, sign-out and password change. */
export function createSignIn({ db, sessions, log, singleSignOn, attempts, secondStep }: SignInParts) {
  const findAccount = (name: string) =>
    db.selectFrom('account').select(sessionColumns).select('enabled').where('name', '=', name).executeTakeFirst()

  /** Verifies a password as a counted attempt. `then` decides the result of a correct one. */
  const attemptPassword = async (
    name: string,
    origin: ClientInfo,
    password: string,
    account: { readonly password: string; readonly enabled: boolean } | undefined,
    onCorrect: () => Promise<AttemptResult>,
  ): Promise<AttemptResult> =>
    attempts.judged(name, origin, async (getRate) => {
      if (!(await verifyPassword(password, account?.password, origin.address, getRate))) return 'wrong'
      return account?.enabled === true ? onCorrect() : 'disabled'
    })

  /**
   * Starts a session. The account may have been disabled or changed since the verification, so the session uses the
   * locked row.
   */
  const start = async (
    verified: VerifiedAccount,
    origin: ClientInfo,
    { content = {}, isVouched = false, error: refusal, beforeStart: first }: SessionStart,
  ): Promise<NewSession> => {
    const started = await db.transaction().execute(async (tx) => {
      // Update the account first: it locks the row, so of two simultaneous sign-ins the second sees the first's
      // session.
      const account = await tx
        .updateTable('account')
        .set({ last_sign_in_at: new Date() })
        .where('id', '=', verified.id)
        .where('enabled', '=', true)
        .returning(sessionColumns)
        .executeTakeFirst()
      if (!account || (isVouched ? account.role === 'super' : account.password !== verified.password))
        throw new ApiError(refusal)
      const more = await first?.(tx)
      const session = await sessions.start(tx, account, origin.address, isVouched)
      await audit(
        tx,
        { session: session.session, ...origin },
        { object: `account/${account.name}`, action: 'signIn', content: { ...content, ...more } },
      )
      return session
    })
    for (const session of started.surplus) sessions.notifyEnded({ account: verified.name, session })
    await log?.write(verified.name, origin, 'in')
    return started
  }

  /** Two-factor authentication may have been enabled meanwhile; the password alone then starts no session. */
  const startWithPassword = async (
    account: VerifiedAccount,
    origin: ClientInfo,
  ): Promise<NewSession | SignInTicket> => {
    try {
      return await start(account, origin, {
        error: 'session.wrong',
        beforeStart: async (tx) => {
          if (await secondStep.isOn(account.id, tx)) throw new SecondFactorEnabled()
          return {}
        },
      })
    } catch (cause) {
      if (cause instanceof SecondFactorEnabled) return signInTickets.create(db, account)
      throw cause
    }
  }

  return {
    /**
     * Signs in with name and password. Unknown accounts, disabled accounts and wrong passwords give the same error in
     * the same time. With two-factor authentication, the result is a ticket to be used with the code.
     */
    async signIn(username: string, password: string, origin: ClientInfo): Promise<NewSession | SignInTicket> {
      const name = replaceControlCharacters(username)
      const account = await findAccount(name)
      const result = await attemptPassword(name, origin, password, account, async () =>
        account && (await secondStep.isOn(account.id)) ? 'half' : 'right',
      )
      if (!account || (result !== 'right' && result !== 'half')) throw new ApiError('session.wrong')
      return result === 'half' ? signInTickets.create(db, account) : startWithPassword(account, origin)
    },

    /**
     * Completes a sign-in with a code. Wrong, used and malformed codes give the same error and count as failed
     * attempts.
     */
    async completeWithCode(ticket: string, code: string, origin: ClientInfo): Promise<NewSession> {
      const account = await signInTickets.findAccount(db, ticket)
      if (!account) {
        await attempts.countAddress(origin.address)
        throw new ApiError('session.ticket')
      }
      const found: { proof?: Proof | undefined } = {}
      await attempts.judged(account.name, origin, async () => {
        found.proof = await secondStep.proofOf(account.id, code)
        return found.proof ? 'right' : 'code'
      })
      const { proof } = found
      if (!proof) throw new ApiError('session.code')
      return start(account, origin, {
        error: 'session.ticket',
        beforeStart: async (tx) => {
          if (!(await signInTickets.redeem(tx, ticket))) throw new ApiError('session.ticket')
          if (!(await secondStep.use(tx, account.id, proof))) throw new ApiError('session.code')
          return proof.kind === 'code' ? {} : { recoveryCodesLeft: await secondStep.codesLeft(tx, account.id) }
        },
      })
    },

    /** Signs in with the token of a trusted system, without a second factor. Not available to super administrators. */
    async signInWithSingleSignOn(appKey: string, jwt: string, origin: ClientInfo): Promise<NewSession> {
      await attempts.countAddress(origin.address)
      const name = await singleSignOn.verifyToken(appKey, jwt)
      const account = name === undefined ? undefined : await findAccount(replaceControlCharacters(name))
      if (!account?.enabled || account.role === 'super') {
        await log?.write(account?.name ?? '?', origin, account?.enabled === false ? 'disabled' : 'wrong')
        throw new ApiError('session.single')
      }
      return start(account, origin, { content: { app: appKey }, isVouched: true, error: 'session.single' })
    },

    async signOut(caller: RequestContext): Promise<void> {
      const { accountId, id, name } = caller.session
      await db.transaction().execute(async (tx) => {
        await sessions.end(tx, accountId, 'signOut', id)
        await audit(tx, caller, { object: `account/${name}`, action: 'signOut' })
      })
      sessions.notifyEnded({ account: name, session: id })
      await log?.write(name, caller, 'out')
    },

    /**
     * Changes the own password. Wrong current passwords count as failed sign-ins. All other sessions of the account
     * end.
     */
    async changePassword(caller: RequestContext, current: string, next: string): Promise<NewSession> {
      const { name, accountId } = caller.session
      const account = await findAccount(name)
      if (
        (await attemptPassword(name, caller, current, account, () => Promise.resolve('right'))) !== 'right' ||
        !account
      ) {
        throw new ApiError('password.wrong', {
          problems: [{ path: 'present', code: 'wrong', message: 'wrong current password' }],
        })
      }
      const weakness =
        current === next ? { en: 'The current password', zh: '与当前密码相同' } : findWeakness(next, name)
      if (weakness) throw new ApiError('password.weak', { problems: [createFault('next', 'weak', weakness)] })
      const password = await hashPassword(next)
      const started = await db.transaction().execute(async (tx) => {
        await sessions.lockAccount(tx, caller.session)
        const changed = await tx
          .updateTable('account')
          .set({ password, must_change: false })
          .where('id', '=', accountId)
          .returning(sessionColumns)
          .executeTakeFirstOrThrow()
        await sessions.end(tx, accountId, 'password')
        await audit(tx, caller, { object: `account/${name}`, action: 'password' })
        return sessions.start(tx, changed, caller.address, caller.session.isVouched)
      })
      sessions.notifyEnded({ account: name })
      return started
    },
  }
}

const sessionColumns = ['id', 'name', 'role', 'password', 'must_change', 'roles', 'is_wall'] as const

/** Aborts a session that was to start with the password alone. */
class SecondFactorEnabled extends Error {}

export type SignIn = ReturnType<typeof createSignIn>

/** Replaces control characters and lone surrogates, which no account name contains and PostgreSQL cannot store. */
const replaceControlCharacters = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
