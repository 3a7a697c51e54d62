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
  /** Absent where the installation keeps no such log. */
  readonly log: SignInLog | undefined
  readonly single: SingleSignOn
  readonly tries: SignInAttempts
  readonly secondStep: SecondStep
}

/** An account as it was when its password was looked at. */
type Known = SessionAccount & { readonly password: string }

interface Beginning {
  readonly content?: Readonly<Record<string, unknown>>
  readonly isVouched?: boolean
  /** What it answers where the account is not any more what was judged. */
  readonly refusal: ErrorName
  /** What has to hold in the same transaction; its answer is written down with the sign-in. */
  readonly first?: (tx: Db) => Promise<Readonly<Record<string, unknown>>>
}

/** Signing in, out, and changing the password. */
export function createSignIn({ db, sessions, log, single, tries, secondStep }: SignInParts) {
  const accountNamed = (name: string) =>
    db.selectFrom('account').select(sessionColumns).select('enabled').where('name', '=', name).executeTakeFirst()

  /** Whether the password fits, counted as a try of this name from this address; `then` says what a right one is worth. */
  const tried = async (name: string, origin: ClientInfo, password: string, account: { readonly password: string; readonly enabled: boolean } | undefined, then: () => Promise<AttemptResult>): Promise<AttemptResult> =>
    tries.judged(name, origin, async (crowd) => {
      if (!await verifyPassword(password, account?.password, origin.address, crowd)) return 'wrong'
      return account?.enabled === true ? then() : 'disabled'
    })

  /** What was judged may be over by now: disabled, given another password, taken another rank. The session is made of what the account is once it is locked. */
  const start = async (known: Known, origin: ClientInfo, { content = {}, isVouched = false, refusal, first }: Beginning): Promise<NewSession> => {
    const started = await db.transaction().execute(async (tx) => {
      // Before the session: it locks the account, so that of two who sign in at once the second finds the first's session.
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

  /** The second step may have been turned on since it was asked for: the password alone begins nothing after that. */
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
     * One answer in one time for an unknown account, a disabled one and a wrong password: none can be told from another. Where the
     * account has a second step the right password opens no session: it answers a ticket, with which the code is to come.
     */
    async signIn(given: string, password: string, origin: ClientInfo): Promise<NewSession | SignInTicket> {
      const name = printable(given)
      const account = await accountNamed(name)
      const judgement = await tried(name, origin, password, account, async () => (account && await secondStep.isOn(account.id) ? 'half' : 'right'))
      if (!account || (judgement !== 'right' && judgement !== 'half')) throw new ApiError('session.wrong')
      return judgement === 'half' ? signInTickets.give(db, account) : startWithPassword(account, origin)
    },

    /** Wrong codes, used ones and what is no code at all are answered alike, and count as wrong passwords do. */
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

    /** By the word of another system that is known here, and that asks for a second step or not: here none is asked for. Super administrators are not let in on anybody's word. */
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

    /** Wrong guesses of the present password count as failed sign-ins. Every other session of the account ends. */
    async changePassword(caller: RequestContext, present: string, next: string): Promise<NewSession> {
      const { name, accountId } = caller.session
      const account = await accountNamed(name)
      if (await tried(name, caller, present, account, () => Promise.resolve('right')) !== 'right' || !account) {
        throw new ApiError('password.wrong', { problems: [{ path: 'present', code: 'wrong', message: 'the current password is wrong' }] })
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

/** Undoes a session that was to begin by the password alone. */
class TurnedOn extends Error {}

export type SignIn = ReturnType<typeof createSignIn>

/** No account has such a character, and no database holds a zero or half a character. */
const printable = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
