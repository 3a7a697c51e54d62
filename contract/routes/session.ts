import * as z from 'zod'
import { rolesFrom, roles } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { enteredPassword, instant, newPassword, objectId, plantName } from './fields.ts'

const self = {
  roles: rolesFrom('operator'),
  scope: 'self',
  beforePasswordChange: true,
  beforeSecondStep: true,
} as const

const membership = z.object({ id: plantName, role: z.enum(roles) })

const signedIn = z.object({
  id: objectId,
  name: z.string(),
  role: z.enum(roles),
  projects: z.array(membership).readonly(),
  /** The account's role, and the keys of its enabled custom roles. */
  roles: z.array(z.string()).readonly(),
  /** Permissions (`hasPermission`) of the strongest role that the account holds in any project. */
  permissions: z.array(z.string()).readonly(),
  mustChangePassword: z.boolean(),
  /**
   * The role requires two-factor authentication and the account has none. No other route is available until it is set
   * up.
   */
  mustSetSecondStep: z.boolean(),
})
/** The signed-in account with its projects, roles and permissions. */
export type SignedIn = z.output<typeof signedIn>

const session = z.object({ expiresAt: instant, account: signedIn })
/**
 * `renewInMs`: time until the token should be renewed. If it is missing, the server does not renew tokens and the token
 * is valid for the whole session.
 */
const sessionWithToken = session.extend({ token: z.string(), renewInMs: z.number().optional() })
/** Current session: account and expiry time in milliseconds since 1970. */
export type SessionResponse = z.output<typeof session>
/** A new or renewed session with its token. */
export type SignInResponse = z.output<typeof sessionWithToken>

/**
 * The password was accepted but the account has two-factor authentication. The ticket is only valid for
 * `session.secondStep`.
 */
const ticket = z.object({ ticket: z.string(), ticketUntil: instant })
/**
 * Ticket for the second step of a sign-in with two-factor authentication. `ticketUntil` is in milliseconds since 1970.
 */
export type SignInTicket = z.output<typeof ticket>

export const sessionRoutes = {
  'session.signIn': defineRoute({
    method: 'POST',
    path: '/api/session',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ account: z.string().min(1).max(limits.password.max), password: enteredPassword }),
    answer: z.union([sessionWithToken, ticket]),
  }),
  /** Accepts a code of the authenticator or a recovery code. Tickets and codes are valid once. */
  'session.secondStep': defineRoute({
    method: 'POST',
    path: '/api/session/second-step',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({
      ticket: z.string().min(1).max(128),
      code: z.string().min(1).max(limits.secondStep.codeLength),
    }),
    answer: sessionWithToken,
  }),
  /** Exchanges a token signed by another system for a session. All failures return the same error. */
  'session.single': defineRoute({
    method: 'POST',
    path: '/api/session/single',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ appKey: z.string().min(1).max(64), jwt: z.string().min(1).max(limits.signIn.jwtLength) }),
    answer: sessionWithToken,
  }),
  'session.read': defineRoute({ method: 'GET', path: '/api/session', policy: self, answer: session }),
  /**
   * Returns a new token for the session of an active or expired token. The browser must also send the cookie issued
   * with that token; the token alone is not sufficient. The 12-hour limit since sign-in remains.
   */
  'session.renew': defineRoute({
    method: 'POST',
    path: '/api/session/renew',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.session.renewalsPerMinute } },
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    answer: sessionWithToken,
  }),
  'session.signOut': defineRoute({ method: 'DELETE', path: '/api/session', policy: self }),
  /** Ends all sessions of the account and returns a new one. */
  'session.password': defineRoute({
    method: 'POST',
    path: '/api/session/password',
    policy: { ...self, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ present: enteredPassword, next: newPassword }),
    answer: sessionWithToken,
  }),
}
