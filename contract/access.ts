/** The roles, weakest first. Each role includes the rights of the previous ones. */
export const roles = ['operator', 'manager', 'super'] as const
/** Role of an account in the installation or in a project. */
export type Role = (typeof roles)[number]

/**
 * Access policy of a route. There is no default: a route cannot be declared without a policy, and the server registers
 * declared routes only.
 */
export interface Policy {
  /** Roles that may call the route. Empty only together with `public`. */
  readonly roles: readonly Role[]
  /**
   * `project`: the object belongs to a project, and the role held in that project applies. `self`: only the caller's
   * own data.
   */
  readonly scope: 'none' | 'self' | 'project'
  /** Required permission, `area:entity:action`. Without it only the role is checked. */
  readonly permission?: string
  /**
   * The route changes nothing although its method is not GET: its parameters must not appear in a URL. Its permission
   * is a read permission.
   */
  readonly isReadOnly?: true
  /** The route requires no token. */
  readonly public?: true
  /** Also available to an account that must change its password first. */
  readonly beforePasswordChange?: true
  /** Also available to an account that must set up two-factor authentication first. */
  readonly beforeSecondStep?: true
  /** Calls per minute, counted per account, or per address for a public route. */
  readonly limit?: { readonly perMinute: number }
}

/** The role of an account in one project. */
export interface Membership {
  readonly id: string
  readonly role: Role
}

/** Returns the role and every stronger one. Use it to fill `Policy.roles`. */
export const rolesFrom = (role: Role): readonly Role[] => roles.slice(roles.indexOf(role))

/** Returns true if `role` is `needed` or stronger. */
export const hasMinimumRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/**
 * Returns the role held in a project, or undefined if the account has no access to it. A super administrator is `super`
 * in every project.
 */
export function roleIn(
  account: { readonly role: Role; readonly projects: readonly Membership[] },
  project: string,
): Role | undefined {
  if (account.role === 'super') return 'super'
  return account.projects.find(({ id }) => id === project)?.role
}

/** Returns true if the account's role in this project is allowed by the policy. */
export function canAccess(
  account: { readonly role: Role; readonly projects: readonly Membership[] },
  policy: Policy,
  project: string,
): boolean {
  const role = roleIn(account, project)
  return role !== undefined && policy.roles.includes(role)
}

/** Parses the stored permissions of a role, one per line. */
export const parsePermissions = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * Returns true if the account may call a route with this policy in this project. Checks the role in the project and the
 * required permission.
 */
export const canCall = (
  account: { readonly role: Role; readonly projects: readonly Membership[]; readonly permissions: readonly string[] },
  policy: Policy,
  project: string,
): boolean =>
  canAccess(account, policy, project) &&
  (policy.permission === undefined || hasPermission(account.permissions, policy.permission))

/** Grants every permission (specification, section 5). */
export const allPermissions = '*:*:*'

/** Returns true if the list contains the permission or `*:*:*`. */
export const hasPermission = (permissions: readonly string[], permission: string): boolean =>
  permissions.includes(allPermissions) || permissions.includes(permission)

/**
 * Header of requests that the console sends without user activity. The server answers them but does not extend the
 * session.
 */
export const unattendedHeader = 'x-mimic-unattended'
