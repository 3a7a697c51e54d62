import { Refusal } from '../../contract/errors.ts'
import type { Db } from '../database/index.ts'
import { audit } from './audit.ts'
import type { Caller, Origin } from './caller.ts'
import { createLockout } from './lockout.ts'
import { hashPassword, isPassword, isWeak } from './passwords.ts'
import type { NewSession, Sessions } from './sessions.ts'

/** Signing in, out, and changing the password. */
export function createSignIn(db: Db, sessions: Sessions) {
  const lockout = createLockout(db)
  const accountNamed = (name: string) =>
    db.selectFrom('account').select(['id', 'name', 'role', 'password', 'must_change', 'enabled']).where('name', '=', name).executeTakeFirst()

  /** Whether the password fits, counted as a try of this name from this address. */
  const tried = async (name: string, address: string, password: string, account: { readonly password: string; readonly enabled: boolean } | undefined): Promise<boolean> => {
    const key = await lockout.attempt(name, address)
    const fits = await isPassword(password, account?.password).catch(async (cause: unknown) => {
      await lockout.unchecked(name, key)
      throw cause
    })
    const isGood = fits && account?.enabled === true
    await (isGood ? lockout.succeeded(name, key) : lockout.failed(name, key))
    return isGood
  }

  return {
    /** One answer in one time for an unknown account, a disabled one and a wrong password: none can be told from another. */
    async signIn(name: string, password: string, origin: Origin): Promise<NewSession> {
      const account = await accountNamed(name)
      if (!await tried(name, origin.address, password, account) || !account) throw new Refusal('session.wrong')
      const started = await db.transaction().execute(async (tx) => {
        const made = await sessions.start(tx, account, origin.address)
        await audit(tx, { session: made.session, ...origin }, { object: `account/${account.name}`, action: 'signIn' })
        return made
      })
      for (const session of started.surplus) sessions.tellEnded({ account: account.name, session })
      return started
    },

    async signOut(caller: Caller): Promise<void> {
      const { accountId, id, name } = caller.session
      await db.transaction().execute(async (tx) => {
        await sessions.end(tx, accountId, 'signOut', id)
        await audit(tx, caller, { object: `account/${name}`, action: 'signOut' })
      })
      sessions.tellEnded({ account: name, session: id })
    },

    /** Wrong guesses of the present password count as failed sign-ins. Every other session of the account ends. */
    async changePassword(caller: Caller, present: string, next: string): Promise<NewSession> {
      const { name, accountId } = caller.session
      const account = await accountNamed(name)
      if (!await tried(name, caller.address, present, account) || !account) {
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
