import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import type { Tables } from '../database/index.ts'
import { audit } from '../services/base/audit.ts'
import { removeSecondStep } from '../services/identity/secondStep/index.ts'

/**
 * Removes the second sign-in step of an account and ends its sessions, like a super administrator does in the console.
 * Intended for the only super administrator, after the loss of phone and recovery codes. A running server applies it
 * within seconds. Throws if the account does not exist or has no second step.
 */
export async function resetSecondStep(pool: Pool, name: string): Promise<void> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await db.transaction().execute(async (tx) => {
    const account = await tx.selectFrom('account').select('id').where('name', '=', name).forUpdate().executeTakeFirst()
    if (!account) throw new Error(`unknown account ${JSON.stringify(name)}`)
    if (!(await removeSecondStep(tx, account.id))) throw new Error(`account ${name} does not use two-step sign-in`)
    await tx
      .updateTable('session')
      .set({ ended: 'secondStep' })
      .where('account', '=', account.id)
      .where('ended', 'is', null)
      .execute()
    await audit(tx, commandCaller, { object: `account/${name}`, action: 'resetSecondStep' })
  })
}

const commandCaller = {
  name: 'reset-second-step',
  role: 'server',
  address: '',
  request: '',
  client: 'npm run reset-second-step',
} as const
