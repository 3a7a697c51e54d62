import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { instant, objectId, definePage, pageQuery, plantName, searchText } from './fields.ts'

const managing = (action: string) =>
  ({ roles: rolesFrom('manager'), scope: 'none', permission: `scada:recycleBin:${action}` }) as const
const writing = (action: string) =>
  ({ ...managing(action), limit: { perMinute: limits.http.writesPerMinute } }) as const
const one = z.strictObject({ id: objectId })

const item = z.object({
  id: objectId,
  /** `drawing`, `library`, or the name of an entity. */
  kind: z.string(),
  object: objectId,
  name: z.string(),
  /** Null: outside projects. */
  project: plantName.nullable(),
  deletedAt: instant,
  deletedBy: z.string(),
  /** Time of the final deletion. */
  expiresAt: instant,
})
/** A deleted object in the recycle bin. */
export type RecycledItem = z.output<typeof item>

const restored = z.object({
  kind: z.string(),
  object: objectId,
  name: z.string(),
  /** The object was restored under another name, because its own is in use. */
  isRenamed: z.boolean(),
})
/** The object restored from the recycle bin. */
export type RestoredItem = z.output<typeof restored>

/**
 * Objects deleted in the last 30 days. Callers list, restore and finally delete objects that they may delete; other
 * objects are missing.
 */
export const recycleBinRoutes = {
  'recycleBin.list': defineRoute({
    method: 'GET',
    path: '/api/recycle-bin',
    policy: managing('list'),
    answer: definePage(item),
    query: z.strictObject({
      ...pageQuery,
      search: searchText.optional(),
      kind: z.string().max(64).optional(),
      project: plantName.optional(),
    }),
  }),
  'recycleBin.restore': defineRoute({
    method: 'POST',
    path: '/api/recycle-bin/:id/restore',
    policy: writing('restore'),
    params: one,
    answer: restored,
  }),
  /** Deletes permanently. */
  'recycleBin.remove': defineRoute({
    method: 'DELETE',
    path: '/api/recycle-bin/:id',
    policy: writing('remove'),
    params: one,
  }),
}
