import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { displayName, instant, objectId } from './fields.ts'

const policy = (action: string) =>
  ({ roles: rolesFrom('super'), scope: 'none', permission: `system:display:${action}` }) as const

const display = z.object({
  id: objectId,
  name: z.string(),
  drawings: z.array(z.object({ id: objectId, name: z.string() })).readonly(),
  /** Whether its pages may send commands of the drawings. */
  mayOperate: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedBy: z.string().nullable(),
})
/** A wall display in the management list. It does not contain the token. */
export type Display = z.output<typeof display>

/**
 * Wall displays, each with a token that is valid until it is revoked. The token reads the selected drawings through
 * `/api/shared` (`contract/displays.ts`) and grants nothing else. If the display may operate, the token also sends
 * commands of these drawings. Only the hash of the token is stored.
 */
export const displayRoutes = {
  'display.list': defineRoute({
    method: 'GET',
    path: '/api/displays',
    policy: policy('list'),
    answer: z.array(display).readonly(),
  }),
  /** `token` is returned only here. An unknown drawing returns 400 with its path. */
  'display.create': defineRoute({
    method: 'POST',
    path: '/api/displays',
    policy: { ...policy('add'), limit: { perMinute: limits.http.writesPerMinute } },
    body: z.strictObject({
      name: displayName(limits.display.nameLength),
      drawings: z.array(objectId).min(1).max(limits.display.drawings),
      mayOperate: z.boolean().default(false),
    }),
    answer: display.extend({ token: z.string() }),
  }),
  /** Takes effect immediately, also for open pages. The token remains the same. Returns 404 for a revoked display. */
  'display.change': defineRoute({
    method: 'PUT',
    path: '/api/displays/:id',
    policy: { ...policy('edit'), limit: { perMinute: limits.http.writesPerMinute } },
    params: z.strictObject({ id: objectId }),
    body: z.strictObject({ mayOperate: z.boolean() }),
    answer: display,
  }),
  /** Open pages of the display end within five seconds. */
  'display.revoke': defineRoute({
    method: 'DELETE',
    path: '/api/displays/:id',
    policy: policy('remove'),
    params: z.strictObject({ id: objectId }),
  }),
}
