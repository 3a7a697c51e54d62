import { sql } from 'kysely'
import { canCall, roleIn } from '../../../../contract/access.ts'
import { getEntity } from '../../../../contract/entities.ts'
import type { Words } from '../../../../contract/entity/field.ts'
import { ApiError } from '../../../../contract/errors.ts'
import { isDeviceAction } from '../../../../contract/scada/linkage.ts'
import { toRows } from '../../../../contract/scada/linkageTrigger.ts'
import { routes } from '../../../../contract/routes.ts'
import { entityTable } from '../../../database/entities/entityColumns.ts'
import { orderChanged } from '../../../database/entities/entityPagination.ts'
import type { Db } from '../../../database/index.ts'
import type { AccountStatus } from '../../identity/apiTokens.ts'
import { systemContext } from '../../base/requestContext.ts'
import type { EntityHooks, HookContext } from '../../entities/index.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'
import { readSetting, writeSetting } from '../../installation/install.ts'
import { listReferencedTags } from './parseTrigger.ts'

/** Permissions of an account. */
type Holder = Pick<AccountStatus, 'role' | 'projects' | 'permissions'>
/** Actions, either as stored in the row or as executed. */
type ActionKinds = readonly { readonly kind?: unknown }[]

const commandPolicy = routes['command.send'].policy
const notificationPolicy = routes['notification.send'].policy
const table = entityTable(getEntity('linkage'), (text) => text)
/** Setting that records that linkages without an owner have been assigned. */
const ownersAssignedKey = 'linkageOwners'

/**
 * Returns the permission the account lacks for these actions in a project, or null. The devices always belong to that
 * project.
 */
function findMissingPermission(holder: Holder, project: string, actions: ActionKinds): Words | null {
  if (roleIn(holder, project) === undefined) return { en: 'no access to this project', zh: '无本项目的权限' }
  if (actions.some(({ kind }) => isDeviceAction(kind)) && !canCall(holder, commandPolicy, project))
    return { en: 'no permission to send commands in this project', zh: '无权在本项目下发控制命令' }
  return actions.some(({ kind }) => kind === 'notification') && !canCall(holder, notificationPolicy, project)
    ? { en: 'no permission to send notifications', zh: '无权发送通知' }
    : null
}

/**
 * The user who saves, enables or runs a linkage becomes responsible for it and needs the permissions for its actions.
 */
export const ownerHooks: Pick<EntityHooks, 'beforeCreate' | 'beforeUpdate' | 'beforeMove'> = {
  beforeCreate: (context, values) => {
    checkTags(context, values['triggers'])
    return assignOwner(context, values['actions'])
  },
  beforeUpdate: (context, _present, values) => {
    checkTags(context, values['triggers'])
    return assignOwner(context, values['actions'])
  },
  beforeMove: (context, { values }, move) => {
    if (move === 'disable') return
    const owner = assignOwner(context, values['actions'])
    // Running a linkage once uses that user's permissions for this run only; the owner stays the same.
    if (move === 'enable') return owner
  },
}

/** Triggers read points of their own project only, because its users may not see those of others. */
function checkTags({ project }: HookContext, triggers: unknown): void {
  const faults = toRows(triggers).flatMap((row, index) =>
    listReferencedTags(row)
      .filter((tag) => !tag.startsWith(`${project}/`))
      .slice(0, 1)
      .map((tag) =>
        createFault(`triggers.${index}.${row['source'] === 'expression' ? 'expression' : 'otherTag'}`, 'project', {
          en: `"${tag}" belongs to another project`,
          zh: `“${tag}”不属于本项目`,
        }),
      ),
  )
  if (faults.length > 0) throw createInvalidInputError(...faults)
}

function assignOwner({ author, project }: HookContext, actions: unknown): { readonly owner: string } | undefined {
  if (!('session' in author)) return undefined
  const missing = findMissingPermission(
    author.session,
    project,
    Array.isArray(actions) ? actions.filter((row) => typeof row === 'object' && row !== null) : [],
  )
  if (missing)
    throw new ApiError('access.denied', {
      problems: [
        createFault('actions', 'denied', {
          en: `Your account lacks permissions for these actions: ${missing.en}`,
          zh: `当前账号无权执行这些动作：${missing.zh}`,
        }),
      ],
    })
  return { owner: author.session.accountId }
}

/** Returns the reason a linkage may not act for an account at present, or null. */
export type FindDenial = (account: string | null, project: string, actions: ActionKinds) => Promise<Words | null>

/** Checks the current permissions of linkage owners. */
export function createOwnerPermissions({
  db,
  readAccountStatus,
}: {
  readonly db: Db
  readonly readAccountStatus: (account: string) => Promise<AccountStatus | undefined>
}) {
  const createCheck =
    (readStatus: typeof readAccountStatus): FindDenial =>
    async (account, project, actions) => {
      if (account === null)
        return {
          en: 'this linkage has no owner any more: a user with the permissions for its actions must save or enable it',
          zh: '本联动已无执行身份，请由有相应权限的人员重新保存或启用',
        }
      const status = await readStatus(account)
      const missing = status
        ? findMissingPermission(status, project, actions)
        : { en: 'disabled or deleted', zh: '已停用或已删除' }
      if (!missing) return null
      const { name } = status ??
        (await db.selectFrom('account').select('name').where('id', '=', account).executeTakeFirst()) ?? { name: '?' }
      return { en: `runs as account ${name}: ${missing.en}`, zh: `执行身份“${name}”${missing.zh}` }
    }

  return {
    getDenialReason: createCheck(readAccountStatus),

    /** Same check for many linkages. Each account is looked up once. */
    createCachedCheck(): FindDenial {
      const cached = new Map<string, Promise<AccountStatus | undefined>>()
      return createCheck((account) => {
        const status = cached.get(account) ?? readAccountStatus(account)
        cached.set(account, status)
        return status
      })
    },

    /**
     * Assigns an owner to linkages created before owners were recorded: the account that last updated the row, or the
     * first super administrator for linkages created by the installation. Token names can be reused after revocation,
     * so the token that was valid at the time of the write is used. Runs once per database; returns false if no account
     * exists yet.
     */
    async assignMissing(): Promise<boolean> {
      if ((await readSetting(db, ownersAssignedKey)) !== undefined) return true
      const {
        rows: [first],
      } = await sql<{
        id: string
      }>`select id from account where role = 'super' order by created_at, id limit 1`.execute(db)
      if (!first) return false
      await sql`update scada_linkage l set owner = coalesce(
          (select a.id from account a where a.name = l.updated_by),
          (select t.account from api_token t join account a on a.id = t.account where 'token:' || t.name = l.updated_by
            and t.created_at <= l.updated_at and (t.revoked_at is null or t.revoked_at >= l.updated_at) order by t.created_at desc limit 1),
          case when l.updated_by = ${systemContext.name} then ${first.id}::text end)
        where l.owner is null`.execute(db)
      orderChanged(table, ['owner'])
      await writeSetting(db, ownersAssignedKey, 'given')
      return true
    },
  }
}
