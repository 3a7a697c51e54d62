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

  return {
    /** One answer in one time for an unknown account, a disabled one and a wrong password: none can be told from another. */
    async signIn(name: string, password: string, origin: Origin): Promise<NewSession> {
      const key = await lockout.check(name, origin.address)
      const account = await accountNamed(name)
      const fits = await isPassword(password, account?.password)
      if (!account || !fits || !account.enabled) {
        await lockout.failed(name, key)
        throw new Refusal('session.wrong')
      }
      await lockout.succeeded(name, key)
      return db.transaction().execute(async (tx) => {
        const started = await sessions.start(tx, account, origin.address)
        await audit(tx, { session: started.session, ...origin }, { object: `account/${account.name}`, action: 'signIn' })
        return started
      })
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
      const key = await lockout.check(name, caller.address)
      const account = await accountNamed(name)
      if (!account || !await isPassword(present, account.password)) {
        await lockout.failed(name, key)
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
