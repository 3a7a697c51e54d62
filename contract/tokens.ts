import { hasPermission } from './access.ts'
import type { Role } from './access.ts'
import type { Route } from './routes/define.ts'

/** Prefix of API tokens. It distinguishes them from session tokens and helps to find leaked ones. */
export const tokenPrefix = 'mimic_'

/** Permission to read the server's metrics. */
export const metricsPermission = 'system:metrics:read'

/** Identity and access routes. API tokens cannot call them, because a token could otherwise extend its own rights. */
const personal = new Set(['session', 'account', 'profile', 'role', 'token', 'single', 'share', 'display', 'secondStep'])

/**
 * Returns the permission that an API token needs for a route: the permission of the policy, or `api:<owner>:<action>`
 * if the policy requires only a role. Returns undefined for public routes and routes that tokens cannot call.
 */
export function getTokenPermission(id: string, { policy }: Pick<Route, 'policy'>): string | undefined {
  const [owner = '', action = ''] = id.split('.')
  if (policy.public) return undefined
  if (policy.permission === metricsPermission) return metricsPermission
  if (personal.has(owner)) return undefined
  return policy.permission ?? `api:${owner}:${action}`
}

/** Returns all permissions that a token can hold, with the routes they grant. */
export function collectTokenPermissions(
  routes: readonly (readonly [id: string, route: Route])[],
): ReadonlyMap<string, readonly Route[]> {
  const byPermission = new Map<string, Route[]>()
  for (const [id, route] of routes) {
    const permission = getTokenPermission(id, route)
    if (permission !== undefined) byPermission.set(permission, [...(byPermission.get(permission) ?? []), route])
  }
  return byPermission
}

/**
 * Returns true if an account with these rights may call the route in at least one project. Accounts can grant a token
 * only such routes.
 */
export function canGrant(
  holder: { readonly permissions: readonly string[]; readonly held: readonly Role[] },
  { policy }: Pick<Route, 'policy'>,
): boolean {
  if (policy.permission !== undefined) return hasPermission(holder.permissions, policy.permission)
  return policy.roles.some((role) => holder.held.includes(role))
}
