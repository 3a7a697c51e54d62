import type { Problem } from '@mimic/engine/schema'
import type { Policy } from '../../contract/access.ts'
import { hasPermission, canAccess, roleIn } from '../../contract/access.ts'
import type { ErrorName } from '../../contract/errors.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Route } from '../../contract/routes.ts'
import { tokenPermissionOf, tokenPrefix } from '../../contract/tokens.ts'
import type { ApiTokens } from '../services/identity/apiTokens.ts'
import type { Session } from '../services/base/requestContext.ts'
import type { Sessions } from '../services/identity/sessions.ts'

/** The session of an `Authorization` header, the only thing that says who someone is; no other header is believed. */
export async function sessionOf({ authorization, ...asking }: { readonly authorization: string | undefined; readonly isUnattended: boolean }, { sessions, tokens }: { readonly sessions: Sessions; readonly tokens?: ApiTokens }): Promise<Session> {
  const token = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw new ApiError('session.none')
  const { session, error } = await (tokens && token.startsWith(tokenPrefix) ? tokens.authenticate(token) : sessions.authenticateToken(token, asking))
  if (error !== undefined) throw new ApiError(error)
  return session
}

/** What can be judged before anything of the request is read. */
export function checkSession(id: string, route: Pick<Route, 'policy'>, session: Session): void {
  const { policy } = route
  if (session.mustChangePassword && !policy.beforePasswordChange) throw new ApiError('session.mustChange')
  if (session.mustSetSecondStep && !policy.beforeSecondStep) throw new ApiError('session.mustSetSecondStep')
  if (policy.scope !== 'project' && !policy.roles.includes(session.role)) throw denial(session, { path: 'role', code: 'role', message: `for ${policy.roles.join(', ')} only, which this token's owner is not` })
  if (policy.permission !== undefined && !hasPermission(session.permissions, policy.permission)) throw denial(session, lacking(tokenPermissionOf(id, route)))
}

/** To programs, whose authors look for the mistake, it says what is missing: it stands in the API's description. People are told no more than that they may not. */
const denial = (session: Session, problem: Problem): ApiError => new ApiError('access.denied', session.token === undefined ? {} : { problems: [problem] })

const lacking = (permission: string | undefined): Problem => (permission === undefined
  ? { path: 'permission', code: 'never', message: 'no API token may call this' }
  : { path: 'permission', code: 'missing', message: `this token does not hold ${permission}` })

/** A wall display looks: what writes is closed to it, its holder's own particulars too, but for its session and the password that this begins with. */
export function checkDisplayAccount(id: string, { method, policy }: Pick<Route, 'method' | 'policy'>, session: Session): void {
  if (session.isWall && method !== 'GET' && !(policy.scope === 'self' && id.startsWith('session.'))) throw new ApiError('access.denied')
}

/** A token may do what was chosen for it and nothing else, and never what concerns who someone is. */
export function checkToken(id: string, route: Route, session: Session): void {
  if (session.token === undefined) return
  const permission = tokenPermissionOf(id, route)
  if (permission === undefined || !hasPermission(session.permissions, permission)) throw denial(session, lacking(permission))
}

/** The one check of every object: in a project not granted it is missing like one that never was. */
export function checkProject(policy: Policy, session: Session, project: string | undefined, missing: ErrorName = 'object.missing'): void {
  if (project === undefined || roleIn(session, project) === undefined) throw new ApiError(missing)
  if (!canAccess(session, policy, project)) throw denial(session, { path: 'role', code: 'role', message: `for ${policy.roles.join(', ')} of the project only, which this token's owner is not` })
}

/** The projects in which the policy lets someone look; undefined: all. */
export function visibleProjects(policy: Policy, session: Session): readonly string[] | undefined {
  if (session.role === 'super') return undefined
  return session.projects.filter(({ id }) => canAccess(session, policy, id)).map(({ id }) => id)
}
