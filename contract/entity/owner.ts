import type { Role } from '../access.ts'
import { hasMinimumRole, roleIn, type Membership } from '../access.ts'
import type { Entity } from './define.ts'
import type { EntityValue } from './field.ts'
import { ref } from './field.ts'

/**
 * Owner project of rows shared by several projects: its managers may change them. Empty: the row belongs to all
 * projects.
 */
export const ownerProject = ref({ en: 'Owner project', zh: '归属项目' }, 'project', {
  onRemove: 'empty',
  noneWords: { en: 'All projects', zh: '所有项目' },
  help: {
    en: 'All projects can use it. Only managers of this project can change it; with "All projects", only super administrators can.',
    zh: '所有项目均可使用，仅归属项目的管理人员可修改。归属所有项目时，仅超级管理员可修改。',
  },
})

interface Account {
  readonly role: Role
  readonly projects: readonly Membership[]
}

/**
 * Returns true if the account holds the needed role for rows of this owner. `owner`: a project's id, or null for all
 * projects.
 */
export function hasOwnerRole(account: Account, owner: EntityValue | undefined, needed: Role): boolean {
  if (account.role === 'super') return true
  if (typeof owner !== 'string') return false
  const role = roleIn(account, owner)
  return role !== undefined && hasMinimumRole(role, needed)
}

/**
 * Returns true if the account may change a row that only its creator and the managers of its project may change, or any
 * other row.
 */
export const mayChangeAuthored = (
  { authored }: Pick<Entity, 'authored'>,
  account: Account,
  project: string,
  isCreator: boolean,
): boolean => authored !== true || isCreator || hasOwnerRole(account, project, 'manager')

/** Returns the role that an action requires in the owner project. */
export const getRequiredRole = ({ roles, lifecycle }: Entity, action: string): Role => {
  if (action === 'remove') return roles.remove
  return lifecycle?.moves[action]?.role ?? roles.write
}
