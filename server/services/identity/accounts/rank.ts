import type { Membership, Role } from '../../../../contract/access.ts'
import { allPermissions } from '../../../../contract/access.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Session } from '../../base/requestContext.ts'
import { createFault, createInvalidInputError } from '../../entities/validationErrors.ts'

/** Rank of an account. */
export interface Holder {
  readonly role: Role
  readonly projects: readonly Membership[]
}

/** Projects whose accounts a session may manage; undefined: all. */
export const getManagedProjects = ({
  role,
  projects,
}: Pick<Session, 'role' | 'projects'>): readonly string[] | undefined =>
  role === 'super'
    ? undefined
    : role === 'manager'
      ? projects.filter((membership) => membership.role !== 'operator').map(({ id }) => id)
      : []

/** Returns true for a general user, without any manager role. */
export const isOperator = ({ role, projects }: Holder): boolean =>
  role === 'operator' && projects.every((membership) => membership.role === 'operator')

/** Throws unless the session may manage these accounts: managers may create and change general users only. */
export function checkRank(session: Pick<Session, 'role' | 'projects'>, ...holders: readonly Holder[]): void {
  if (session.role !== 'super' && !holders.every(isOperator)) throw new ApiError('account.rank')
}

/**
 * Throws if the account has projects the session does not manage. Required for actions such as setting a password,
 * which gives access to all of them.
 */
export function checkReach(session: Pick<Session, 'role' | 'projects'>, { projects }: Holder): void {
  const managed = getManagedProjects(session)
  if (managed && projects.some(({ id }) => !managed.includes(id))) throw new ApiError('account.beyond')
}

/**
 * Grants after a change by a session that sees only some of them. Grants of other projects are kept, and inaccessible
 * projects are reported as missing.
 */
export function computeGrants(
  session: Pick<Session, 'role' | 'projects'>,
  before: readonly Membership[],
  requested: readonly Membership[],
): Membership[] {
  const duplicate = requested.findIndex(({ id }, index) => requested.findIndex((other) => other.id === id) < index)
  if (duplicate >= 0)
    throw createInvalidInputError(
      createFault(`projects.${duplicate}.project`, 'taken', { en: 'Duplicate project', zh: '项目重复' }),
    )
  const managed = getManagedProjects(session)
  if (!managed) return [...requested]
  const foreign = requested.findIndex(({ id }) => !managed.includes(id))
  if (foreign >= 0)
    throw createInvalidInputError(
      createFault(`projects.${foreign}.project`, 'missing', {
        en: 'Project: no longer exists',
        zh: '项目：所选数据不存在',
      }),
    )
  const others = before.filter(({ id }) => !managed.includes(id))
  if (requested.length + others.length === 0)
    throw createInvalidInputError(
      createFault('projects', 'empty', { en: 'Please choose a project that you manage', zh: '请选择您管理的项目' }),
    )
  return [...others, ...requested]
}

/** Throws if the session grants permissions it does not have. */
export function checkGrantable(session: Pick<Session, 'permissions'>, permissions: readonly string[]): void {
  const permissionSet = new Set(session.permissions)
  if (permissionSet.has(allPermissions) || permissions.every((permission) => permissionSet.has(permission))) return
  throw createInvalidInputError(
    createFault('roles', 'beyond', { en: 'Exceeds your own permissions', zh: '超出您自身的权限' }),
  )
}
