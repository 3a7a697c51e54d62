import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'

const { tries: maxAttempts, triesMs: attemptsMs } = limits.share

/**
 * Counts password attempts per key in the database, so that a restart does not reset them. After the limit within a
 * quarter of an hour, all attempts are rejected for the same time. An attempt counts before it is checked, so that
 * parallel attempts cannot pass one check; many correct ones at the same moment may therefore hit the limit.
 */
export function createPasswordAttempts(db: Db) {
  let lastCleanupMs = -Infinity
  /** Deletes expired counts. */
  const deleteExpired = async (now: number): Promise<void> => {
    if (monotonicNow() - lastCleanupMs < attemptsMs) return
    lastCleanupMs = monotonicNow()
    await db
      .deleteFrom('share_failure')
      .where('since', '<', new Date(now - attemptsMs))
      .execute()
  }

  return {
    /**
     * Throws above the limit; otherwise counts the attempt for all keys. Returns true if it was the last one before the
     * wait.
     */
    async attempt(keys: readonly string[], now: number): Promise<boolean> {
      await deleteExpired(now)
      const at = new Date(now)
      const isExpired = sql<boolean>`(share_failure.since < ${new Date(now - attemptsMs)} or share_failure.since > ${new Date(now + limits.maxClockSkewMs)})`
      return db.transaction().execute(async (tx) => {
        let isLast = false
        for (const key of keys) {
          const counted = await tx
            .insertInto('share_failure')
            .values({ key, count: 1, since: at })
            .onConflict((conflict) =>
              conflict
                .column('key')
                .doUpdateSet({
                  count: sql`case when ${isExpired} then 1 else share_failure.count + 1 end`,
                  since: sql`case when ${isExpired} or share_failure.count + 1 >= ${maxAttempts} then ${at} else share_failure.since end`,
                })
                .where((is) => is.or([is('share_failure.count', '<', maxAttempts), isExpired])),
            )
            .returning('count')
            .executeTakeFirst()
          if (!counted) {
            const row = await tx.selectFrom('share_failure').select('since').where('key', '=', key).executeTakeFirst()
            const leftMs = (row?.since.getTime() ?? now) + attemptsMs - now
            throw new ApiError('share.locked', { detail: { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) } })
          }
          if (counted.count >= maxAttempts) isLast = true
        }
        return isLast
      })
    },

    /** Reverts a counted attempt that was correct or not checked. */
    async revert(keys: readonly string[]): Promise<void> {
      await db
        .updateTable('share_failure')
        .set({ count: sql`greatest(count - 1, 0)` })
        .where('key', 'in', keys)
        .execute()
    },
  }
}

export const toLinkKey = (share: string): string => `share ${share}`
export const toAddressKey = (address: string): string => `address ${address}`
