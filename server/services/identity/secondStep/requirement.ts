import { sql } from 'kysely'
import type { Role } from '../../../../contract/access.ts'
import { hasMinimumRole, roles } from '../../../../contract/access.ts'
import type { TwoFactorRequirement } from '../../../../contract/routes.ts'
import type { Db } from '../../../database/index.ts'
import { audit } from '../../base/audit.ts'
import type { RequestContext } from '../../base/requestContext.ts'

/** Setting with the comma-separated roles that require two-factor authentication. */
const setting = 'secondStepRoles'

/**
 * Returns true if the account's role requires two-factor authentication and it is not set up. `rank`: the strongest
 * role held anywhere.
 */
export async function isSetupRequired(db: Db, account: string, rank: Role): Promise<boolean> {
  const { rows } = await sql`select 1 from setting where key = ${setting} and ${rank} = any(string_to_array(value, ','))
    and not exists (select 1 from second_step where account = ${account} and confirmed_at is not null)`.execute(db)
  return rows.length > 0
}

/** Returns true if this rank requires two-factor authentication. */
export async function isRequiredFor(db: Db, rank: Role): Promise<boolean> {
  return (await readRequiredRoles(db)).includes(rank)
}

/**
 * Manages the roles that require two-factor authentication. `tellChanged` applies a change to the sessions of an
 * account.
 */
export function createRequirement(db: Db, notifyChanged: (account: string) => void) {
  const read = async (from: Db = db): Promise<TwoFactorRequirement> => {
    const accounts = await listAccountsWithout(from)
    return {
      roles: await readRequiredRoles(from),
      without: { operator: count('operator'), manager: count('manager'), super: count('super') },
    }

    function count(role: Role): number {
      return accounts.filter(({ rank }) => rank === role).length
    }
  }
  return {
    read: () => read(),

    async set(caller: RequestContext, requested: readonly Role[]): Promise<TwoFactorRequirement> {
      const after = roles.filter((role) => requested.includes(role))
      const { before, accounts, answer } = await db.transaction().execute(async (tx) => {
        const previous = await readRequiredRoles(tx)
        if (previous.join() !== after.join()) {
          const value = after.join()
          await tx
            .insertInto('setting')
            .values({ key: setting, value })
            .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
            .execute()
          await audit(tx, caller, {
            object: 'installation/secondStep',
            action: 'secondStep.demand',
            content: { roles: { before: previous, after } },
          })
        }
        return { before: previous, accounts: await listAccountsWithout(tx), answer: await read(tx) }
      })
      for (const { name, rank } of accounts) if (before.includes(rank) !== after.includes(rank)) notifyChanged(name)
      return answer
    },
  }
}

export type Requirement = ReturnType<typeof createRequirement>

async function readRequiredRoles(db: Db): Promise<readonly Role[]> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', setting).executeTakeFirst()
  const named = (row?.value ?? '').split(',')
  return roles.filter((role) => named.includes(role))
}

interface AccountWithoutSetup {
  readonly name: string
  readonly rank: Role
}

/** Enabled accounts without two-factor authentication, except wall displays, which cannot enter a code. */
async function listAccountsWithout(db: Db): Promise<readonly AccountWithoutSetup[]> {
  const { rows } = await sql<{ name: string; role: Role; manages: boolean }>`
    select a.name, a.role, exists (select 1 from project_grant g where g.account = a.id and g.role <> 'operator') as manages from account a
    where a.enabled and not a.is_wall and not exists (select 1 from second_step s where s.account = a.id and s.confirmed_at is not null) order by a.name`.execute(
    db,
  )
  return rows.map(({ name, role, manages }) => ({
    name,
    rank: manages && !hasMinimumRole(role, 'manager') ? 'manager' : role,
  }))
}
