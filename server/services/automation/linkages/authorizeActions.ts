import { sql } from 'kysely'
import { canCall, roleIn } from '../../../../contract/access.ts'
import { entityOf } from '../../../../contract/entities.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { isDeviceAction } from '../../../../contract/scada/linkage.ts'
import { routes } from '../../../../contract/routes.ts'
import { entityTable } from '../../../database/entityColumns.ts'
import { orderChanged } from '../../../database/entityPagination.ts'
import type { Db } from '../../../database/index.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { EntityHooks, HookContext } from '../../entities/index.ts'
import { faultAt } from '../../entities/validationErrors.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'

/** Permissions of an account. */
type Holder = Pick<AccountStatus, 'role' | 'projects' | 'permissions'>
/** Actions, either as stored in the row or as executed. */
type Kinds = readonly { readonly kind?: unknown }[]

const commanding = routes['command.send'].policy
const table = entityTable(entityOf('linkage'), (text) => text)
/** Setting that records that linkages without an owner have been assigned. */
const givenKey = 'linkageOwners'

/**
 * Returns the permission the account lacks for these actions in a project, or null. The devices always belong to that
 * project.
 */
function lackOf(holder: Holder, project: string, actions: Kinds): Words | null {
  if (roleIn(holder, project) === undefined) return { en: 'no access to this project', zh: '无本项目的权限' }
  return actions.some(({ kind }) => isDeviceAction(kind)) && !canCall(holder, commanding, project) ? { en: 'no permission to send commands in this project', zh: '无权在本项目下发控制命令' } : null
}

/**
 * The user who saves, enables or runs a linkage becomes responsible for it and needs the permissions for its actions.
 */
export const ownerHooks: Pick<EntityHooks, 'beforeCreate' | 'beforeUpdate' | 'beforeMove'> = {
  beforeCreate: (context, values) => ownedBy(context, values['actions']),
  beforeUpdate: (context, _present, values) => ownedBy(context, values['actions']),
  beforeMove: (context, { values }, move) => {
    if (move === 'disable') return
    const owned = ownedBy(context, values['actions'])
    // Running a linkage once uses that user's permissions for this run only; the owner stays the same.
    if (move === 'enable') return owned
  },
}

function ownedBy({ author, project }: HookContext, actions: unknown): { readonly owner: string } | undefined {
  if (!('session' in author)) return undefined
  const lack = lackOf(author.session, project, Array.isArray(actions) ? actions.filter((row) => typeof row === 'object' && row !== null) : [])
  if (lack) throw new ApiError('access.denied', { problems: [faultAt('actions', 'denied', { en: `Your account lacks permissions for these actions: ${lack.en}`, zh: `当前账号无权执行这些动作：${lack.zh}` })] })
  return { owner: author.session.accountId }
}

/** Returns the reason a linkage may not act for an account at present, or null. */
export type FindDenial = (account: string | null, project: string, actions: Kinds) => Promise<Words | null>

/** Checks the current permissions of linkage owners. */
export function createOwners({ db, standingOf }: { readonly db: Db; readonly standingOf: (account: string) => Promise<AccountStatus | undefined> }) {
  const denialBy = (standingNow: typeof standingOf): FindDenial => async (account, project, actions) => {
    if (account === null) return { en: 'this linkage has no owner any more: a user with the permissions for its actions must save or enable it', zh: '本联动已无执行身份，请由有相应权限的人员重新保存或启用' }
    const standing = await standingNow(account)
    const lack = standing ? lackOf(standing, project, actions) : { en: 'disabled or deleted', zh: '已停用或已删除' }
    if (!lack) return null
    const { name } = standing ?? await db.selectFrom('account').select('name').where('id', '=', account).executeTakeFirst() ?? { name: '?' }
    return { en: `runs as account ${name}: ${lack.en}`, zh: `执行身份“${name}”${lack.zh}` }
  }

  return {
    denialOf: denialBy(standingOf),

    /** Same check for many linkages. Each account is looked up once. */
    denialOfMany(): FindDenial {
      const known = new Map<string, Promise<AccountStatus | undefined>>()
      return denialBy((account) => {
        const standing = known.get(account) ?? standingOf(account)
        known.set(account, standing)
        return standing
      })
    },

    /**
     * Assigns an owner to linkages created before owners were recorded: the account that last updated the row, or the
     * first super administrator for linkages created by the installation. Token names can be reused after revocation,
     * so the token that was valid at the time of the write is used. Runs once per database; returns false if no account
     * exists yet.
     */
    async give(): Promise<boolean> {
      if ((await readSetting(db, givenKey)) !== undefined) return true
      const { rows: [first] } = await sql<{ id: string }>`select id from account where role = 'super' order by created_at, id limit 1`.execute(db)
      if (!first) return false
      await sql`update scada_linkage l set owner = coalesce(
          (select a.id from account a where a.name = l.updated_by),
          (select t.account from api_token t join account a on a.id = t.account where 'token:' || t.name = l.updated_by
            and t.created_at <= l.updated_at and (t.revoked_at is null or t.revoked_at >= l.updated_at) order by t.created_at desc limit 1),
          case when l.updated_by = ${systemContext.name} then ${first.id}::text end)
        where l.owner is null`.execute(db)
      orderChanged(table, ['owner'])
      await writeSetting(db, givenKey, 'given')
      return true
    },
  }
}
