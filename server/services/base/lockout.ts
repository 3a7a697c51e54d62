import { sql } from 'kysely'
import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../database/index.ts'

const { freeFailures, initialDelayMs, maxDelayMs, resetMs, perAddressMinute } = limits.signIn
/** Key that counts attempts from addresses unknown to the account. */
const unknownAddress = '*'
const knownAddressMs = 30 * 24 * 3_600_000
/** Reserved name under which attempts per address are counted, in thousandths, with a constant decay per minute. */
const anyName = ''
const attemptCost = 1000
const decayPerMs = (perAddressMinute * attemptCost) / 60_000

/** Delay in milliseconds before the next attempt, by consecutive failures. */
export const lockoutDelay = (failures: number): number =>
  failures < freeFailures ? 0 : Math.min(initialDelayMs * 2 ** (failures - freeFailures), maxDelayMs)

/** Returns true if attempts under this key came from an address where the account has signed in before. */
export const isKnownAddress = (key: string): boolean => key !== unknownAddress

/**
 * Counts failed sign-ins per account name, whether the account exists or not, in the database so that a restart does
 * not reset them. Known addresses of the account are counted separately, so a stranger delays only itself. Accounts are
 * never locked permanently, even if the clock is set back. `refusal` is the error thrown during a delay.
 */
export function createLockout(db: Db, errorName: ErrorName = 'session.locked') {
  const getCounterKey = async (name: string, address: string): Promise<string> => {
    const known = await db
      .selectFrom('audit')
      .select('id')
      .limit(1)
      .where('who', '=', name)
      .where('action', '=', 'signIn')
      .where('address', '=', address)
      .where('at', '>', new Date(Date.now() - knownAddressMs))
      .executeTakeFirst()
    return known ? address : unknownAddress
  }

  return {
    /**
     * Counts an attempt of an address for any name. Throws `limit.rate` above the limit per minute; the count survives
     * a restart.
     */
    async countAddress(address: string): Promise<void> {
      const now = new Date()
      const elapsedMs = sql<number>`greatest(0, extract(epoch from ${now}::timestamptz - login_failure.last_at) * 1000)`
      const left = sql<number>`(case when login_failure.last_at > ${new Date(now.getTime() + limits.maxClockSkewMs)} then 0 else greatest(0, login_failure.count - ${elapsedMs} * ${decayPerMs}::float8) end)::int`
      const counted = await db
        .insertInto('login_failure')
        .values({ name: anyName, address, count: attemptCost, last_at: now, wait_until: now })
        .onConflict((conflict) =>
          conflict
            .columns(['name', 'address'])
            .doUpdateSet({ count: sql`${left} + ${attemptCost}::int`, last_at: now })
            .where(left, '<=', (perAddressMinute - 1) * attemptCost),
        )
        .returning('count')
        .executeTakeFirst()
      if (!counted)
        throw new ApiError('limit.rate', { detail: { retryAfterSeconds: Math.ceil(attemptCost / decayPerMs / 1000) } })
    },

    /**
     * Throws while the delay of an earlier failure lasts. Otherwise counts the attempt as failed before the slow hash
     * starts, so that parallel attempts cannot pass one check. Returns the key of the counter.
     */
    async attempt(name: string, address: string): Promise<string> {
      const key = await getCounterKey(name, address)
      const now = new Date()
      const from = new Date(now.getTime() - resetMs)
      const waitMs = await db.transaction().execute(async (tx) => {
        const counted = await tx
          .insertInto('login_failure')
          .values({ name, address: key, count: 1, last_at: now, wait_until: now })
          .onConflict((conflict) =>
            conflict
              .columns(['name', 'address'])
              .doUpdateSet({
                count: sql`case when login_failure.last_at < ${from} then 1 else login_failure.count + 1 end`,
                last_at: now,
              })
              .where((is) =>
                is.or([
                  is('login_failure.wait_until', '<=', now),
                  is('login_failure.wait_until', '>', new Date(now.getTime() + maxDelayMs + limits.maxClockSkewMs)),
                ]),
              ),
          )
          .returning('count')
          .executeTakeFirst()
        if (counted) {
          await tx
            .updateTable('login_failure')
            .set({ wait_until: new Date(now.getTime() + lockoutDelay(counted.count)) })
            .where('name', '=', name)
            .where('address', '=', key)
            .execute()
          return 0
        }
        const row = await tx
          .selectFrom('login_failure')
          .select('wait_until')
          .where('name', '=', name)
          .where('address', '=', key)
          .executeTakeFirst()
        return Math.max(1, (row?.wait_until.getTime() ?? 0) - Date.now())
      })
      if (waitMs > 0) throw new ApiError(errorName, { detail: { retryAfterSeconds: Math.ceil(waitMs / 1000) } })
      return key
    },

    /** Records a wrong attempt; its delay starts now. */
    async recordFailure(name: string, key: string): Promise<void> {
      const now = Date.now()
      await db.transaction().execute(async (tx) => {
        const row = await tx
          .selectFrom('login_failure')
          .select('count')
          .where('name', '=', name)
          .where('address', '=', key)
          .forUpdate()
          .executeTakeFirst()
        if (row) {
          await tx
            .updateTable('login_failure')
            .set({ wait_until: new Date(now + lockoutDelay(row.count)) })
            .where('name', '=', name)
            .where('address', '=', key)
            .execute()
        }
        await tx
          .deleteFrom('login_failure')
          .where('last_at', '<', new Date(now - resetMs))
          .execute()
      })
    },

    /**
     * Reverts a counted attempt that was not checked (server busy) or was only the first of two steps. Earlier failures
     * still count.
     */
    async revertAttempt(name: string, key: string): Promise<void> {
      await db
        .updateTable('login_failure')
        .set({ count: sql`greatest(count - 1, 0)`, wait_until: new Date() })
        .where('name', '=', name)
        .where('address', '=', key)
        .execute()
    },

    async reset(name: string, key: string): Promise<void> {
      await db.deleteFrom('login_failure').where('name', '=', name).where('address', '=', key).execute()
    },
  }
}
