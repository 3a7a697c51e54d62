import type { Problem } from '@mimic/engine/schema'
import type { Policy } from '../../../contract/access.ts'
import { hasPermission, canAccess, roleIn } from '../../../contract/access.ts'
import type { ErrorName } from '../../../contract/errors.ts'
import { ApiError } from '../../../contract/errors.ts'
import type { Route } from '../../../contract/routes.ts'
import { getTokenPermission, tokenPrefix } from '../../../contract/tokens.ts'
import type { ApiTokens } from '../../services/identity/apiTokens.ts'
import type { Session } from '../../services/base/requestContext.ts'
import type { Sessions } from '../../services/identity/sessions.ts'

/**
 * Returns the session of an `Authorization` header, the only header that identifies a caller. Throws `session.none`
 * without a bearer token, or the error of an invalid token.
 */
export async function authenticate(
  { authorization, ...options }: { readonly authorization: string | undefined; readonly isUnattended: boolean },
  { sessions, tokens }: { readonly sessions: Sessions; readonly tokens?: ApiTokens },
): Promise<Session> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new ApiError('session.none')
  const { session, error } = await (tokens && token.startsWith(tokenPrefix)
    ? tokens.authenticate(token)
    : sessions.authenticateToken(token, options))
  if (error !== undefined) throw new ApiError(error)
  return session
}

/** Runs the checks that need no request data: required password change, required second step, role and permission. */
export function checkSession(id: string, route: Pick<Route, 'policy'>, session: Session): void {
  const { policy } = route
  if (session.mustChangePassword && !policy.beforePasswordChange) throw new ApiError('session.mustChange')
  if (session.mustSetSecondStep && !policy.beforeSecondStep) throw new ApiError('session.mustSetSecondStep')
  if (policy.scope !== 'project' && !policy.roles.includes(session.role))
    throw createDenial(session, {
      path: 'role',
      code: 'role',
      message: `requires the role ${policy.roles.join(', ')}, which the owner of this token does not have`,
    })
  if (policy.permission !== undefined && !hasPermission(session.permissions, policy.permission))
    throw createDenial(session, missingPermission(getTokenPermission(id, route)))
}

/**
 * API tokens receive the missing permission, which the API description also lists, so that developers can find the
 * error. Users only receive that access is denied.
 */
const createDenial = (session: Session, problem: Problem): ApiError =>
  new ApiError('access.denied', session.token === undefined ? {} : { problems: [problem] })

const missingPermission = (permission: string | undefined): Problem =>
  permission === undefined
    ? { path: 'permission', code: 'never', message: 'not available to API tokens' }
    : { path: 'permission', code: 'missing', message: `this token lacks the permission ${permission}` }

/**
 * Restricts a wall display account to reading. Only its session routes and changing its initial password are allowed.
 */
export function checkDisplayAccount(
  id: string,
  { method, policy }: Pick<Route, 'method' | 'policy'>,
  session: Session,
): void {
  if (session.isWall && method !== 'GET' && !(policy.scope === 'self' && id.startsWith('session.')))
    throw new ApiError('access.denied')
}

/** Restricts an API token to its permissions. Routes without a token permission are never allowed. */
export function checkToken(id: string, route: Route, session: Session): void {
  if (session.token === undefined) return
  const permission = getTokenPermission(id, route)
  if (permission === undefined || !hasPermission(session.permissions, permission))
    throw createDenial(session, missingPermission(permission))
}

/**
 * Access check for every object. In a project that is not granted, the object is reported as missing, like one that
 * does not exist.
 */
export function checkProject(
  policy: Policy,
  session: Session,
  project: string | undefined,
  missing: ErrorName = 'object.missing',
): void {
  if (project === undefined || roleIn(session, project) === undefined) throw new ApiError(missing)
  if (!canAccess(session, policy, project))
    throw createDenial(session, {
      path: 'role',
      code: 'role',
      message: `requires the project role ${policy.roles.join(', ')}, which the owner of this token does not have`,
    })
}

/** Returns the projects that the policy allows the session to read; undefined for all. */
export function visibleProjects(policy: Policy, session: Session): readonly string[] | undefined {
  if (session.role === 'super') return undefined
  return session.projects.filter(({ id }) => canAccess(session, policy, id)).map(({ id }) => id)
}
