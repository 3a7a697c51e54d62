import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../database/index.ts'

/** Deletes setups not confirmed in time. `now` in milliseconds. */
export async function deleteExpiredSetups(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('second_step')
    .where('confirmed_at', 'is', null)
    .where('begun_at', '<', new Date(now - limits.secondStep.setUpMs))
    .execute()
}
