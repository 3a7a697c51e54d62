import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { instant, objectId, plantName } from './fields.ts'

const self = { roles: rolesFrom('manager'), scope: 'self' } as const

/** Small and plain: it stands in the audit trail as `token:<name>`. */
const tokenName = z.string().regex(/^[a-z][a-z0-9._-]{1,47}$/, 'a small letter, then small letters, digits, dot, hyphen or underscore')
const permission = z.string().regex(/^(?:\*:\*:\*|[A-Za-z]{1,32}:[A-Za-z]{1,64}:[A-Za-z]{1,64})$/, 'area:entity:action')

const apiToken = z.object({
  id: objectId, name: z.string(), owner: z.string(), permissions: z.array(z.string()).readonly(),
  /** Null: all that its owner has, those to come among them. */
  projects: z.array(z.string()).readonly().nullable(),
  createdAt: instant, expiresAt: instant, lastUsedAt: instant.nullable(), revokedAt: instant.nullable(), revokedBy: z.string().nullable(),
})
export type ApiToken = z.output<typeof apiToken>

/** API tokens: for programs, with a part of their owner's rights. Only their hash is kept, so each is shown once. */
export const tokenRoutes = {
  /** One's own; a super administrator sees all. */
  'token.list': defineRoute({ method: 'GET', path: '/api/tokens', policy: self, answer: z.array(apiToken).readonly() }),
  /** `token` is shown now and never again. What the owner may not, cannot be given: 400 with the place of it. */
  'token.create': defineRoute({
    method: 'POST', path: '/api/tokens', policy: { ...self, limit: { perMinute: 20 } },
    body: z.strictObject({
      name: tokenName, permissions: z.array(permission).min(1).max(limits.token.permissions), projects: z.array(plantName).min(1).max(limits.token.projects).nullable(),
      expiresAt: instant.pipe(z.number().int().positive()),
    }),
    answer: apiToken.extend({ token: z.string() }),
  }),
  /** Counts at once here, within five seconds on another server of the same database. */
  'token.revoke': defineRoute({ method: 'DELETE', path: '/api/tokens/:id', policy: self, params: z.strictObject({ id: objectId }) }),
}
