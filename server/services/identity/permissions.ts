import { sql } from 'kysely'
import type { Role } from '../../../contract/access.ts'
import { parsePermissions } from '../../../contract/access.ts'
import { getBuiltInPermissions, collectEntityRoutes } from '../../../contract/entities.ts'
import type { Entity } from '../../../contract/entity/define.ts'
import { ApiError } from '../../../contract/errors.ts'
import { routes } from '../../../contract/routes.ts'
import type { Db } from '../../database/index.ts'
import type { EntityHooks, CurrentRow } from '../entities/index.ts'
import { createFault } from '../entities/validationErrors.ts'
import type { Rights } from './sessions.ts'

/**
 * Computes account permissions. Super administrators have all. Accounts with additional roles have the permissions of
 * the enabled ones, and none if all are disabled, so that disabling a restrictive role grants nothing. Other accounts
 * have the permissions of their rank. Wall displays keep read permissions only.
 */
export function createPermissions(entities: readonly Entity[]) {
  const all = { ...routes, ...collectEntityRoutes(entities) }
  const permissionsByRole = new Map<Role, readonly string[]>()
  const listPermissions = (isReadOnly: boolean) =>
    new Set(
      Object.values(all).flatMap(({ method, policy: { permission, isReadOnly: isReadOnlyRoute } }) =>
        (method === 'GET' || isReadOnlyRoute === true) === isReadOnly && permission !== undefined ? [permission] : [],
      ),
    )
  const writePermissions = listPermissions(false)
  const readOnly = new Set([...listPermissions(true)].filter((permission) => !writePermissions.has(permission)))
  const readRights = async (db: Db, rank: Role, additionalRoles: readonly string[]): Promise<Rights> => {
    const rolePermissions = permissionsByRole.get(rank) ?? getBuiltInPermissions(rank, all)
    permissionsByRole.set(rank, rolePermissions)
    if (rank === 'super' || additionalRoles.length === 0) return { permissions: rolePermissions, roles: [] }
    const { rows } = await sql<{ key: string; permissions: string }>`
      select key, permissions from system_role where id = any(${additionalRoles}::text[]) and is_enabled order by key`.execute(
      db,
    )
    return {
      permissions: [...new Set(rows.flatMap(({ permissions }) => parsePermissions(permissions)))],
      roles: rows.map(({ key }) => key),
    }
  }
  return async (db: Db, rank: Role, additionalRoles: readonly string[], isWall = false): Promise<Rights> => {
    const rights = await readRights(db, rank, additionalRoles)
    return isWall
      ? { ...rights, permissions: rights.permissions.filter((permission) => readOnly.has(permission)) }
      : rights
  }
}

export type ReadPermissions = ReturnType<typeof createPermissions>

/**
 * Hooks of roles: a role in use cannot be removed, because its accounts would fall back to their rank. Changes apply
 * immediately.
 */
export function roleHooks(db: Db, notifyEnded: (ended: { readonly account: string }) => void): EntityHooks {
  const findHolders = async (from: Db, id: string): Promise<string[]> =>
    (
      await from
        .selectFrom('account')
        .select('name')
        .where(sql<boolean>`roles @> ${JSON.stringify([id])}::jsonb`)
        .orderBy('name')
        .execute()
    ).map(({ name }) => name)
  return {
    beforeRemove: async ({ tx }, { id }) => {
      const names = await findHolders(tx, id)
      if (names.length > 0) throw createInUseError('account', names[0] ?? '', names.length)
    },
    afterWrite: async ({ action, id }) => {
      if (action === 'create' || action === 'remove') return
      for (const account of await findHolders(db, id)) notifyEnded({ account })
    },
  }
}

/** Removing a post clears it on accounts. */
export const postHooks: EntityHooks = {
  beforeRemove: async ({ tx }, { id }: CurrentRow) => {
    await tx.updateTable('account').set({ post: null }).where('post', '=', id).execute()
  },
}

/** Error for an object still in use, with one referrer and their number. */
export function createInUseError(entity: string, title: string, count: number): ApiError {
  const more = count > 1
  const words = {
    en: `Used by ${title}${more ? ` and ${count - 1} more` : ''}`,
    zh: `被${title}${more ? `等 ${count} 项` : ''}使用`,
  }
  return new ApiError('entity.inUse', { problems: [createFault('', 'inUse', words)], detail: { entity, title, count } })
}
