import { hasPermission } from './access.ts'
import type { Role } from './access.ts'
import type { Route } from './routes/define.ts'

/** What an API token begins with, so that it is told from a session's, and found where it was left by mistake. */
export const tokenPrefix = 'mimic_'

/** Who may see the figures of this server's working. */
export const metricsPermission = 'system:metrics:read'

/** Routes of who someone is: never by a token, or it could make itself a stronger one. */
const personal = new Set(['session', 'account', 'profile', 'role', 'token', 'single', 'share', 'display', 'secondStep'])

/**
 * What a token must hold to call a route: the policy's permission, or for a route that asks people for their role only,
 * `api:` and the route's own name. Undefined: no token may, or none is asked for.
 */
export function tokenPermissionOf(id: string, { policy }: Pick<Route, 'policy'>): string | undefined {
  const [owner = '', action = ''] = id.split('.')
  if (policy.public) return undefined
  if (policy.permission === metricsPermission) return metricsPermission
  if (personal.has(owner)) return undefined
  return policy.permission ?? `api:${owner}:${action}`
}

/** Everything that a token can hold, each with the routes that it opens. */
export function tokenPermissions(routes: readonly (readonly [id: string, route: Route])[]): ReadonlyMap<string, readonly Route[]> {
  const found = new Map<string, Route[]>()
  for (const [id, route] of routes) {
    const permission = tokenPermissionOf(id, route)
    if (permission !== undefined) found.set(permission, [...found.get(permission) ?? [], route])
  }
  return found
}

/** Whether somebody with these rights may call a route at all, in whatever project: what they may not, they cannot give a token. */
export function mayGive(holder: { readonly permissions: readonly string[]; readonly held: readonly Role[] }, { policy }: Pick<Route, 'policy'>): boolean {
  if (policy.permission !== undefined) return hasPermission(holder.permissions, policy.permission)
  return policy.roles.some((role) => holder.held.includes(role))
}
