import type { Policy } from '../../contract/access.ts'
import { mayIn, roleIn } from '../../contract/access.ts'
import { Refusal } from '../../contract/errors.ts'
import type { Session } from '../services/caller.ts'
import type { Sessions } from '../services/sessions.ts'

/** The session of an `Authorization` header, the only thing that says who someone is; no other header is believed. */
export async function sessionOf(header: string | undefined, sessions: Sessions): Promise<Session> {
  const token = /^Bearer (\S+)$/i.exec(header ?? '')?.[1]
  if (token === undefined) throw new Refusal('session.none')
  const { session, error } = await sessions.authenticateToken(token)
  if (error !== undefined) throw new Refusal(error)
  return session
}

/** What can be judged before anything of the request is read. */
export function checkSession(policy: Policy, session: Session): void {
  if (session.mustChangePassword && !policy.beforePasswordChange) throw new Refusal('session.mustChange')
  if (policy.scope !== 'project' && !policy.roles.includes(session.role)) throw new Refusal('access.denied')
}

/** The one check of every object: in a project not granted it is missing like one that never was. */
export function checkProject(policy: Policy, session: Session, project: string | undefined): void {
  if (project === undefined || roleIn(session, project) === undefined) throw new Refusal('object.missing')
  if (!mayIn(session, policy, project)) throw new Refusal('access.denied')
}

/** The projects in which the policy lets someone look; undefined: all. */
export function projectsFor(policy: Policy, session: Session): readonly string[] | undefined {
  if (session.role === 'super') return undefined
  return session.projects.filter(({ id }) => mayIn(session, policy, id)).map(({ id }) => id)
}
