import { sql } from 'kysely'
import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'

const { freeFailures, firstWaitMs, lastWaitMs, forgetMs, perAddressMinute } = limits.signIn
/** Under this address all tries are counted that come from none of the account's own. */
const anywhere = '*'
const knownForMs = 30 * 24 * 3_600_000
/** Under this name, which no account has, the tries of an address are counted, in thousandths: a minute takes back as many as it allows. */
const anybody = ''
const aTry = 1000
const takenBackAMs = (perAddressMinute * aTry) / 60_000

/** How long the next try must wait after so many failures in a row. */
export const lockoutDelay = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(firstWaitMs * 2 ** (failures - freeFailures), lastWaitMs)

/** Whether a try that counts under this key came from where the account has signed in before. */
export const isKnownAddress = (key: string): boolean => key !== anywhere

/**
 * Counts failed sign-ins by name, whether an account of that name exists or not, in the database so that a restart
 * forgives nothing. An address from which the account has signed in before is counted by itself: a stranger who
 * guesses slows himself down and not the person. No account is ever locked for good, nor for as long as a clock is set back. `refusal` is
 * how a wait is told.
 */
export function createLockout(db: Db, refusal: ErrorName = 'session.locked') {
  const keyOf = async (name: string, address: string): Promise<string> => {
    const known = await db.selectFrom('audit').select('id').limit(1)
      .where('who', '=', name).where('action', '=', 'signIn').where('address', '=', address)
      .where('at', '>', new Date(Date.now() - knownForMs)).executeTakeFirst()
    return known ? address : anywhere
  }

  return {
    /** Counts a try of an address, whatever the name; refuses beyond so many a minute, which a restart does not forgive either. */
    async fromAddress(address: string): Promise<void> {
      const now = new Date()
      const elapsedMs = sql<number>`greatest(0, extract(epoch from ${now}::timestamptz - login_failure.last_at) * 1000)`
      const left = sql<number>`(case when login_failure.last_at > ${new Date(now.getTime() + limits.clocksApartMs)} then 0 else greatest(0, login_failure.count - ${elapsedMs} * ${takenBackAMs}::float8) end)::int`
      const counted = await db.insertInto('login_failure').values({ name: anybody, address, count: aTry, last_at: now, wait_until: now })
        .onConflict((conflict) => conflict.columns(['name', 'address']).doUpdateSet({ count: sql`${left} + ${aTry}::int`, last_at: now })
          .where(left, '<=', (perAddressMinute - 1) * aTry)).returning('count').executeTakeFirst()
      if (!counted) throw new ApiError('limit.rate', { detail: { retryAfterSeconds: Math.ceil(aTry / takenBackAMs / 1000) } })
    },

    /**
     * Refuses while the wait of an earlier failure runs; else counts this try as failed before the slow hash begins, so
     * that guesses sent side by side do not all pass one check. Returns the key under which it counts.
     */
    async attempt(name: string, address: string): Promise<string> {
      const key = await keyOf(name, address)
      const now = new Date()
      const from = new Date(now.getTime() - forgetMs)
      const waitMs = await db.transaction().execute(async (tx) => {
        const counted = await tx.insertInto('login_failure').values({ name, address: key, count: 1, last_at: now, wait_until: now })
          .onConflict((conflict) => conflict.columns(['name', 'address']).doUpdateSet({
            count: sql`case when login_failure.last_at < ${from} then 1 else login_failure.count + 1 end`, last_at: now,
          }).where((is) => is.or([is('login_failure.wait_until', '<=', now), is('login_failure.wait_until', '>', new Date(now.getTime() + lastWaitMs + limits.clocksApartMs))]))).returning('count').executeTakeFirst()
        if (counted) {
          await tx.updateTable('login_failure').set({ wait_until: new Date(now.getTime() + lockoutDelay(counted.count)) })
            .where('name', '=', name).where('address', '=', key).execute()
          return 0
        }
        const row = await tx.selectFrom('login_failure').select('wait_until').where('name', '=', name).where('address', '=', key).executeTakeFirst()
        return Math.max(1, (row?.wait_until.getTime() ?? 0) - Date.now())
      })
      if (waitMs > 0) throw new ApiError(refusal, { detail: { retryAfterSeconds: Math.ceil(waitMs / 1000) } })
      return key
    },

    /** The try was wrong: its wait runs from the answer on. */
    async failed(name: string, key: string): Promise<void> {
      const now = Date.now()
      await db.transaction().execute(async (tx) => {
        const row = await tx.selectFrom('login_failure').select('count').where('name', '=', name).where('address', '=', key).forUpdate().executeTakeFirst()
        if (row) {
          await tx.updateTable('login_failure').set({ wait_until: new Date(now + lockoutDelay(row.count)) })
            .where('name', '=', name).where('address', '=', key).execute()
        }
        await tx.deleteFrom('login_failure').where('last_at', '<', new Date(now - forgetMs)).execute()
      })
    },

    /** The try never came to a check (the server was busy), or was right and only the first of two: it neither counts nor waits, and nothing is forgiven. */
    async uncounted(name: string, key: string): Promise<void> {
      await db.updateTable('login_failure').set({ count: sql`greatest(count - 1, 0)`, wait_until: new Date() }).where('name', '=', name).where('address', '=', key).execute()
    },

    async succeeded(name: string, key: string): Promise<void> {
      await db.deleteFrom('login_failure').where('name', '=', name).where('address', '=', key).execute()
    },
  }
}
