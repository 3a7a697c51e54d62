import { Refusal } from '../../contract/errors.ts'
import type { Db } from '../database/index.ts'
import { audit } from './audit.ts'
import type { Caller, Origin } from './caller.ts'
import { createCrowds } from './crowds.ts'
import { createLockout, isOwnAddress } from './lockout.ts'
import { hashPassword, isPassword, isWeak } from './passwords.ts'
import type { NewSession, SessionAccount, Sessions } from './sessions.ts'
import type { SignInLog } from './signInLog.ts'
import type { SingleSignOn } from './singleSignOn.ts'

export interface SignInParts {
  readonly db: Db
  readonly sessions: Sessions
  /** Absent where the installation keeps no such log. */
  readonly log: SignInLog | undefined
  readonly single: SingleSignOn
}

/** Who comes from where he has signed in before waits behind no stranger. */
const beforeAll = -1

/** Signing in, out, and changing the password. */
export function createSignIn({ db, sessions, log, single }: SignInParts) {
  const lockout = createLockout(db)
  const [names, addresses] = [createCrowds(), createCrowds()]
  const accountNamed = (name: string) =>
    db.selectFrom('account').select(['id', 'name', 'role', 'password', 'must_change', 'enabled', 'roles', 'is_wall']).where('name', '=', name).executeTakeFirst()

  /** Whether the password fits, counted as a try of this name from this address. */
  const tried = async (name: string, origin: Origin, password: string, account: { readonly password: string; readonly enabled: boolean } | undefined): Promise<boolean> => {
    await lockout.fromAddress(origin.address)
    names.join(name)
    addresses.join(origin.address)
    const key = await lockout.attempt(name, origin.address).catch(async (cause: unknown) => {
      const waitSeconds = cause instanceof Refusal ? Number(cause.detail?.['retryAfterSeconds'] ?? 0) : 0
      if (waitSeconds > 0 && log?.isFirstRefusal(name, origin.address, waitSeconds)) await log.write(name, origin, 'locked')
      throw cause
    })
    const fits = await isPassword(password, account?.password, origin.address, () => (isOwnAddress(key) ? beforeAll : names.thickness(name) + addresses.thickness(origin.address))).catch(async (cause: unknown) => {
      await lockout.unchecked(name, key)
      throw cause
    })
    const isGood = fits && account?.enabled === true
    if (isGood) names.leave(name)
    await (isGood ? lockout.succeeded(name, key) : lockout.failed(name, key))
    if (!isGood) await log?.write(name, origin, fits ? 'disabled' : 'wrong')
    return isGood
  }

  const start = async (account: SessionAccount, origin: Origin, content: Readonly<Record<string, unknown>>): Promise<NewSession> => {
    const started = await db.transaction().execute(async (tx) => {
      // Before the session: it locks the account, so that of two who sign in at once the second finds the first's session.
      await tx.updateTable('account').set({ last_sign_in_at: new Date() }).where('id', '=', account.id).execute()
      const made = await sessions.start(tx, account, origin.address)
      await audit(tx, { session: made.session, ...origin }, { object: `account/${account.name}`, action: 'signIn', content })
      return made
    })
    for (const session of started.surplus) sessions.tellEnded({ account: account.name, session })
    await log?.write(account.name, origin, 'in')
    return started
  }

  return {
    /** One answer in one time for an unknown account, a disabled one and a wrong password: none can be told from another. */
    async signIn(given: string, password: string, origin: Origin): Promise<NewSession> {
      const name = printable(given)
      const account = await accountNamed(name)
      if (!await tried(name, origin, password, account) || !account) throw new Refusal('session.wrong')
      return start(account, origin, {})
    },

    /** By the word of another system that is known here. Super administrators are not let in on anybody's word. */
    async signInSingle(appKey: string, jwt: string, origin: Origin): Promise<NewSession> {
      await lockout.fromAddress(origin.address)
      const name = await single.nameIn(appKey, jwt)
      const account = name === undefined ? undefined : await accountNamed(printable(name))
      if (!account?.enabled || account.role === 'super') {
        await log?.write(account?.name ?? '?', origin, account?.enabled === false ? 'disabled' : 'wrong')
        throw new Refusal('session.single')
      }
      return start(account, origin, { app: appKey })
    },

    async signOut(caller: Caller): Promise<void> {
      const { accountId, id, name } = caller.session
      await db.transaction().execute(async (tx) => {
        await sessions.end(tx, accountId, 'signOut', id)
        await audit(tx, caller, { object: `account/${name}`, action: 'signOut' })
      })
      sessions.tellEnded({ account: name, session: id })
      await log?.write(name, caller, 'out')
    },

    /** Wrong guesses of the present password count as failed sign-ins. Every other session of the account ends. */
    async changePassword(caller: Caller, present: string, next: string): Promise<NewSession> {
      const { name, accountId } = caller.session
      const account = await accountNamed(name)
      if (!await tried(name, caller, present, account) || !account) {
        throw new Refusal('password.wrong', { problems: [{ path: 'present', code: 'wrong', message: 'the present password is wrong' }] })
      }
      if (present === next || isWeak(next, name)) {
        throw new Refusal('password.weak', { problems: [{ path: 'next', code: 'weak', message: 'too common, too like the account name, or the present one' }] })
      }
      const password = await hashPassword(next)
      const started = await db.transaction().execute(async (tx) => {
        await tx.updateTable('account').set({ password, must_change: false }).where('id', '=', accountId).execute()
        await sessions.end(tx, accountId, 'password')
        await audit(tx, caller, { object: `account/${name}`, action: 'password' })
        return sessions.start(tx, { ...account, must_change: false }, caller.address)
      })
      sessions.tellEnded({ account: name })
      return started
    },
  }
}

export type SignIn = ReturnType<typeof createSignIn>

/** No account has such a character, and no database holds a zero or half a character. */
const printable = (name: string): string => name.replaceAll(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
