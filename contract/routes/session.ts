import * as z from 'zod'
import { atLeast, roles } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { accountName, instant, newPassword, objectId, pageOf, pageQuery, plantName } from './fields.ts'

const self = { roles: atLeast('operator'), scope: 'self', beforePasswordChange: true } as const

const membership = z.object({ id: plantName, role: z.enum(roles) })

const signedIn = z.object({
  id: objectId,
  name: z.string(),
  role: z.enum(roles),
  projects: z.array(membership).readonly(),
  mustChangePassword: z.boolean(),
})
export type SignedIn = z.output<typeof signedIn>

const session = z.object({ expiresAt: instant, account: signedIn })
const sessionWithToken = session.extend({ token: z.string() })
export type SessionAnswer = z.output<typeof session>
export type SignInAnswer = z.output<typeof sessionWithToken>

export const sessionRoutes = {
  'session.signIn': defineRoute({
    method: 'POST', path: '/api/session',
    policy: { roles: [], scope: 'none', public: true, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ account: z.string().min(1).max(limits.password.max), password: z.string().min(1).max(limits.password.max) }),
    answer: sessionWithToken,
  }),
  'session.read': defineRoute({ method: 'GET', path: '/api/session', policy: self, answer: session }),
  /** A new token in place of the one sent, which ends. The twelve hours since the sign-in stay. */
  'session.renew': defineRoute({ method: 'POST', path: '/api/session/renew', policy: self, answer: sessionWithToken }),
  'session.signOut': defineRoute({ method: 'DELETE', path: '/api/session', policy: self }),
  /** Ends every session of the account and answers with a new one. */
  'session.password': defineRoute({
    method: 'POST', path: '/api/session/password', policy: { ...self, limit: { perMinute: limits.signIn.perAddressMinute } },
    body: z.strictObject({ present: z.string().min(1).max(limits.password.max), next: newPassword }),
    answer: sessionWithToken,
  }),
}

const account = z.object({
  id: objectId, name: z.string(), role: z.enum(roles), projects: z.array(membership).readonly(), enabled: z.boolean(), createdAt: instant,
})
export type Account = z.output<typeof account>

const auditRow = z.object({
  id: objectId, at: instant, who: z.string(), role: z.string(), address: z.string(), object: z.string(), action: z.string(),
  content: z.string(), request: z.string(),
})
export type AuditRow = z.output<typeof auditRow>

const superOnly = { roles: atLeast('super'), scope: 'none' } as const

export const accountRoutes = {
  'account.list': defineRoute({
    method: 'GET', path: '/api/accounts', policy: superOnly, query: z.strictObject(pageQuery), answer: pageOf(account),
  }),
  'account.create': defineRoute({
    method: 'POST', path: '/api/accounts', policy: superOnly,
    body: z.strictObject({
      name: accountName, password: newPassword, role: z.enum(roles),
      projects: z.array(z.strictObject({ id: plantName, role: z.enum(['operator', 'manager']) })).max(100).default([]),
    }),
    answer: account,
  }),
  'account.remove': defineRoute({
    method: 'DELETE', path: '/api/accounts/:id', policy: superOnly, params: z.strictObject({ id: objectId }),
  }),
  'audit.list': defineRoute({
    method: 'GET', path: '/api/audit', policy: superOnly,
    query: z.strictObject({ ...pageQuery, object: z.string().max(200).optional(), request: z.string().max(64).optional() }), answer: pageOf(auditRow),
  }),
}
