/** The roles, weakest first. A role may do all that the ones before it may. */
export const roles = ['operator', 'manager', 'super'] as const
export type Role = (typeof roles)[number]

/**
 * Who may call a route. There is no default: a route without a policy cannot be declared, and the server answers
 * nothing that is not declared.
 */
export interface Policy {
  /** Who may pass; empty only with `public`. */
  readonly roles: readonly Role[]
  /** `project`: the object belongs to a project and the role counts is the one held there. `self`: only the caller's own. */
  readonly scope: 'none' | 'self' | 'project'
  /** What an account's roles must hold, `area:entity:action`; without it only the role counts. */
  readonly permission?: string
  /** Changes nothing whatever its method: it carries what may stand in no address. Its permission is one of looking. */
  readonly onlyAsks?: true
  /** Answers without a token. */
  readonly public?: true
  /** Also open to an account that must change its password first. */
  readonly beforePasswordChange?: true
  /** Also open to an account whose role demands a second step that it has not set up yet. */
  readonly beforeSecondStep?: true
  /** Calls a minute: by account, or by address where the route is public. */
  readonly limit?: { readonly perMinute: number }
}

/** What an account holds in one project. */
export interface Membership {
  readonly id: string
  readonly role: Role
}

/** The role and every stronger one: the usual way to fill `Policy.roles`. */
export const rolesFrom = (role: Role): readonly Role[] => roles.slice(roles.indexOf(role))

/** Whether `role` is `needed` or stronger. */
export const hasMinimumRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/** The role held in a project, or undefined when the project is not granted. A super administrator is one everywhere. */
export function roleIn(account: { readonly role: Role; readonly projects: readonly Membership[] }, project: string): Role | undefined {
  if (account.role === 'super') return 'super'
  return account.projects.find(({ id }) => id === project)?.role
}

/** The one question of access: may this account do what the policy asks, in this project? */
export function canAccess(account: { readonly role: Role; readonly projects: readonly Membership[] }, policy: Policy, project: string): boolean {
  const role = roleIn(account, project)
  return role !== undefined && policy.roles.includes(role)
}

/** The permissions of a role as it keeps them: one a line. */
export const permissionsIn = (text: string): string[] => text.split('\n').map((line) => line.trim()).filter((line) => line !== '')

/** Whether an account may call what a policy guards, in this project: by the role it holds there and by what its roles hold. */
export const canCall = (account: { readonly role: Role; readonly projects: readonly Membership[]; readonly permissions: readonly string[] }, policy: Policy, project: string): boolean =>
  canAccess(account, policy, project) && (policy.permission === undefined || hasPermission(account.permissions, policy.permission))

/** What passes every question of permissions (specification, section 5). */
export const allPermissions = '*:*:*'

/** Whether someone who holds these permissions may do what asks for that one: an exact match, or `*:*:*`. */
export const hasPermission = (permissions: readonly string[], permission: string): boolean => permissions.includes(allPermissions) || permissions.includes(permission)

/** Sent with what a console asks by itself while nobody touches it: such a request is answered, and does not put off the session's end. */
export const unattendedHeader = 'x-mimic-unattended'
