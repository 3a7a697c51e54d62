import * as z from 'zod'
import { rolesFrom, roles } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { givenPassword, instant, newPassword, objectId, plantName } from './fields.ts'

const self = { roles: rolesFrom('operator'), scope: 'self', beforePasswordChange: true, beforeSecondStep: true } as const

const membership = z.object({ id: plantName, role: z.enum(roles) })

const signedIn = z.object({
  id: objectId,
  name: z.string(),
  role: z.enum(roles),
  projects: z.array(membership).readonly(),
  /** The rank, and the keys of the further roles that count. */
  roles: z.array(z.string()).readonly(),
  /** What it may do (`hasPermission`), of the strongest role that it holds anywhere. */
  permissions: z.array(z.string()).readonly(),
  mustChangePassword: z.boolean(),
  /** Its role demands a second step and it has none: nothing else is open before that is set up. */
  mustSetSecondStep: z.boolean(),
})
export type SignedIn = z.output<typeof signedIn>

const session = z.object({ expiresAt: instant, account: signedIn })
/** `renewInMs`: so long from now the token ought to be renewed; a server that says nothing of it renews none, and its token lasts as long as the session. */
const sessionWithToken = session.extend({ token: z.string(), renewInMs: z.number().optional() })
export type SessionAnswer = z.output<typeof session>
export type SignInAnswer = z.output<typeof sessionWithToken>

/** The password was right, and the account has a second step: no session yet, only what brings its code (`session.secondStep`). */
const ticket = z.object({ ticket: z.string(), ticketUntil: instant })
export type SignInTicket = z.output<typeof ticket>

export const sessionRoutes = {
  'session.signIn': defineRoute({
    method: 'POST', path: '/api/session',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ account: z.string().min(1).max(limits.password.max), password: givenPassword }),
    answer: z.union([sessionWithToken, ticket]),
  }),
  /** The second step: a code of the account's authenticator, or one of its recovery codes. A ticket is good once, a code too. */
  'session.secondStep': defineRoute({
    method: 'POST', path: '/api/session/second-step',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ ticket: z.string().min(1).max(128), code: z.string().min(1).max(limits.secondStep.codeLength) }),
    answer: sessionWithToken,
  }),
  /** Exchanges what another system signed for one of our sessions. Whatever is wrong with it, the answer is the same. */
  'session.single': defineRoute({
    method: 'POST', path: '/api/session/single',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ appKey: z.string().min(1).max(64), jwt: z.string().min(1).max(limits.signIn.jwtLength) }),
    answer: sessionWithToken,
  }),
  'session.read': defineRoute({ method: 'GET', path: '/api/session', policy: self, answer: session }),
  /**
   * A further token of the session that this one, run out or not, belongs to. The browser must send the cookie too that came with the
   * token: the token alone renews nothing. The twelve hours since the sign-in stay.
   */
  'session.renew': defineRoute({
    method: 'POST', path: '/api/session/renew',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.session.renewalsPerMinute } },
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    answer: sessionWithToken,
  }),
  'session.signOut': defineRoute({ method: 'DELETE', path: '/api/session', policy: self }),
  /** Ends every session of the account and answers with a new one. */
  'session.password': defineRoute({
    method: 'POST', path: '/api/session/password', policy: { ...self, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ present: givenPassword, next: newPassword }),
    answer: sessionWithToken,
  }),
}
