import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../database/index.ts'

/** Removes set-ups that were begun and not confirmed in their time: nobody sees them, and no code confirms them any more. `now` in milliseconds. */
export async function deleteExpiredSetups(db: Db, now: number): Promise<void> {
  await db.deleteFrom('second_step').where('confirmed_at', 'is', null).where('begun_at', '<', new Date(now - limits.secondStep.setUpMs)).execute()
}
