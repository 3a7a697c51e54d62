import type { Membership, Role } from '../../../../contract/access.ts'
import { allPermissions } from '../../../../contract/access.ts'
import { ApiError } from '../../../../contract/errors.ts'
import type { Session } from '../../base/requestContext.ts'
import { faultAt, invalid } from '../../entities/validationErrors.ts'

/** Of an account, what ranks are about. */
export interface Holder {
  readonly role: Role
  readonly projects: readonly Membership[]
}

/** The projects whose accounts a session may look after; undefined: all. */
export const managedBy = ({ role, projects }: Pick<Session, 'role' | 'projects'>): readonly string[] | undefined =>
  (role === 'super' ? undefined : role === 'manager' ? projects.filter((held) => held.role !== 'operator').map(({ id }) => id) : [])

/** A general user manages nothing anywhere. */
export const isGeneral = ({ role, projects }: Holder): boolean => role === 'operator' && projects.every((held) => held.role === 'operator')

/** Managing users look after general users only: they neither make nor touch anybody of their own rank or above. */
export function checkRank(session: Pick<Session, 'role' | 'projects'>, ...holders: readonly Holder[]): void {
  if (session.role !== 'super' && !holders.every(isGeneral)) throw new ApiError('account.rank')
}

/** What reaches beyond the projects of who does it (a new password is a way into all of them) is only for who manages them all. */
export function checkReach(session: Pick<Session, 'role' | 'projects'>, { projects }: Holder): void {
  const managed = managedBy(session)
  if (managed && projects.some(({ id }) => !managed.includes(id))) throw new ApiError('account.beyond')
}

/**
 * The grants after a change by someone who sees only some of them: those of other projects stay as they are, and projects that are
 * not his to give are missing like ones that never were.
 */
export function grantsAfter(session: Pick<Session, 'role' | 'projects'>, before: readonly Membership[], given: readonly Membership[]): Membership[] {
  const twice = given.findIndex(({ id }, index) => given.findIndex((other) => other.id === id) < index)
  if (twice >= 0) throw invalid(faultAt(`projects.${twice}.project`, 'taken', { en: 'This project stands there twice', zh: '项目重复' }))
  const managed = managedBy(session)
  if (!managed) return [...given]
  const foreign = given.findIndex(({ id }) => !managed.includes(id))
  if (foreign >= 0) throw invalid(faultAt(`projects.${foreign}.project`, 'missing', { en: 'Project: it is not there any more', zh: '项目：所选数据不存在' }))
  const others = before.filter(({ id }) => !managed.includes(id))
  if (given.length + others.length === 0) throw invalid(faultAt('projects', 'empty', { en: 'Please choose a project that you manage', zh: '请选择您管理的项目' }))
  return [...others, ...given]
}

/** Nobody gives what he does not have. */
export function checkGiven(session: Pick<Session, 'permissions'>, permissions: readonly string[]): void {
  const own = new Set(session.permissions)
  if (own.has(allPermissions) || permissions.every((permission) => own.has(permission))) return
  throw invalid(faultAt('roles', 'beyond', { en: 'This would be more than you may do yourself', zh: '超出您自身的权限' }))
}
