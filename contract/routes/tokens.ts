import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { instant, objectId, plantName } from './fields.ts'

const self = { roles: rolesFrom('manager'), scope: 'self' } as const

/** Restricted characters, because the audit log contains it as `token:<name>`. */
const tokenName = z
  .string()
  .regex(/^[a-z][a-z0-9._-]{1,47}$/, 'a lowercase letter, then lowercase letters, digits, dots, hyphens or underscores')
const permission = z.string().regex(/^(?:\*:\*:\*|[A-Za-z]{1,32}:[A-Za-z]{1,64}:[A-Za-z]{1,64})$/, 'area:entity:action')

const apiToken = z.object({
  id: objectId,
  name: z.string(),
  owner: z.string(),
  permissions: z.array(z.string()).readonly(),
  /** Null: all projects of its owner, including future ones. */
  projects: z.array(z.string()).readonly().nullable(),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
})
/** An API token without its secret. Times are in milliseconds since 1970. */
export type ApiToken = z.output<typeof apiToken>

/**
 * API tokens for programs, with a subset of their owner's rights. Only the hash is stored, so a token is shown once.
 */
export const tokenRoutes = {
  /** The caller's tokens. Super administrators see all tokens. */
  'token.list': defineRoute({ method: 'GET', path: '/api/tokens', policy: self, answer: z.array(apiToken).readonly() }),
  /** `token` is returned only here. Rights that the owner lacks are rejected with 400 and their path. */
  'token.create': defineRoute({
    method: 'POST',
    path: '/api/tokens',
    policy: { ...self, limit: { perMinute: 20 } },
    body: z.strictObject({
      name: tokenName,
      permissions: z.array(permission).min(1).max(limits.token.permissions),
      projects: z.array(plantName).min(1).max(limits.token.projects).nullable(),
      expiresAt: instant.pipe(z.number().int().positive()),
    }),
    answer: apiToken.extend({ token: z.string() }),
  }),
  /** Takes effect immediately on this server, and within five seconds on other servers of the same database. */
  'token.revoke': defineRoute({
    method: 'DELETE',
    path: '/api/tokens/:id',
    policy: self,
    params: z.strictObject({ id: objectId }),
  }),
}
