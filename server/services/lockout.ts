import { Refusal } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/index.ts'

const { freeFailures, firstWaitMs, lastWaitMs, forgetMs } = limits.signIn
const knownForMs = 30 * 24 * 3_600_000

/** How long the next try must wait after so many failures in a row. */
export const waitAfter = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(firstWaitMs * 2 ** (failures - freeFailures), lastWaitMs)

/**
 * Counts failed sign-ins by name, whether an account of that name exists or not, in the database so that a restart
 * forgives nothing. An address from which the account has signed in before is counted by itself: a stranger who
 * guesses slows himself down and not the person. No account is ever locked for good.
 */
export function createLockout(db: Db) {
  const keyOf = async (name: string, address: string): Promise<string> => {
    const known = await db.selectFrom('audit').select('id').limit(1)
      .where('who', '=', name).where('action', '=', 'signIn').where('address', '=', address)
      .where('at', '>', new Date(Date.now() - knownForMs)).executeTakeFirst()
    return known ? address : '*'
  }

  return {
    /** Refuses while the wait of an earlier failure runs; else the key under which this try counts. */
    async check(name: string, address: string): Promise<string> {
      const key = await keyOf(name, address)
      const row = await db.selectFrom('login_failure').select('wait_until').where('name', '=', name).where('address', '=', key).executeTakeFirst()
      const waitMs = (row?.wait_until.getTime() ?? 0) - Date.now()
      if (waitMs > 0) throw new Refusal('session.locked', { detail: { retryAfterSeconds: Math.ceil(waitMs / 1000) } })
      return key
    },

    async failed(name: string, key: string): Promise<void> {
      const now = new Date()
      await db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('login_failure').select(['count', 'last_at']).where('name', '=', name).where('address', '=', key)
          .forUpdate().executeTakeFirst()
        const before = row && now.getTime() - row.last_at.getTime() < forgetMs ? row.count : 0
        const news = { count: before + 1, last_at: now, wait_until: new Date(now.getTime() + waitAfter(before + 1)) }
        await tx.insertInto('login_failure').values({ name, address: key, ...news })
          .onConflict((conflict) => conflict.columns(['name', 'address']).doUpdateSet(news)).execute()
        await tx.deleteFrom('login_failure').where('last_at', '<', new Date(now.getTime() - forgetMs)).execute()
      })
    },

    async succeeded(name: string, key: string): Promise<void> {
      await db.deleteFrom('login_failure').where('name', '=', name).where('address', '=', key).execute()
    },
  }
}
