import { sql } from 'kysely'
import { ApiError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../database/index.ts'
import { monotonicNow } from '../../../monotonicClock.ts'

const { tries: most, triesMs } = limits.share

/**
 * Counts password attempts per key in the database, so that a restart does not reset them. After the limit within a
 * quarter of an hour, all attempts are rejected for the same time. An attempt counts before it is checked, so that
 * parallel attempts cannot pass one check; many correct ones at the same moment may therefore hit the limit.
 */
export function createPasswordAttempts(db: Db) {
  let forgottenMs = -Infinity
  /** Deletes expired counts. */
  const forget = async (now: number): Promise<void> => {
    if (monotonicNow() - forgottenMs < triesMs) return
    forgottenMs = monotonicNow()
    await db.deleteFrom('share_failure').where('since', '<', new Date(now - triesMs)).execute()
  }

  return {
    /**
     * Throws above the limit; otherwise counts the attempt for all keys. Returns true if it was the last one before the
     * wait.
     */
    async attempt(keys: readonly string[], now: number): Promise<boolean> {
      await forget(now)
      const at = new Date(now)
      const isOver = sql<boolean>`(share_failure.since < ${new Date(now - triesMs)} or share_failure.since > ${new Date(now + limits.clocksApartMs)})`
      return db.transaction().execute(async (tx) => {
        let isLast = false
        for (const key of keys) {
          const counted = await tx.insertInto('share_failure').values({ key, count: 1, since: at })
            .onConflict((conflict) => conflict.column('key').doUpdateSet({
              count: sql`case when ${isOver} then 1 else share_failure.count + 1 end`,
              since: sql`case when ${isOver} or share_failure.count + 1 >= ${most} then ${at} else share_failure.since end`,
            }).where((is) => is.or([is('share_failure.count', '<', most), isOver]))).returning('count').executeTakeFirst()
          if (!counted) {
            const row = await tx.selectFrom('share_failure').select('since').where('key', '=', key).executeTakeFirst()
            const leftMs = (row?.since.getTime() ?? now) + triesMs - now
            throw new ApiError('share.locked', { detail: { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) } })
          }
          if (counted.count >= most) isLast = true
        }
        return isLast
      })
    },

    /** Reverts a counted attempt that was correct or not checked. */
    async forgive(keys: readonly string[]): Promise<void> {
      await db.updateTable('share_failure').set({ count: sql`greatest(count - 1, 0)` }).where('key', 'in', keys).execute()
    },
  }
}

export const linkKey = (share: string): string => `share ${share}`
export const addressKey = (address: string): string => `address ${address}`
