import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { instant, objectId, pageOf, pageQuery, plantName, searchText } from './fields.ts'

const managing = (action: string) => ({ roles: rolesFrom('manager'), scope: 'none', permission: `scada:recycleBin:${action}` }) as const
const writing = (action: string) => ({ ...managing(action), limit: { perMinute: limits.http.writesPerMinute } }) as const
const one = z.strictObject({ id: objectId })

const item = z.object({
  id: objectId,
  /** `drawing`, `library`, or the name of an entity. */
  kind: z.string(),
  object: objectId, name: z.string(),
  /** Null: it was in no project. */
  project: plantName.nullable(),
  deletedAt: instant, deletedBy: z.string(),
  /** When it is deleted for good. */
  expiresAt: instant,
})
export type RecycledItem = z.output<typeof item>

const restored = z.object({
  kind: z.string(), object: objectId, name: z.string(),
  /** Its own name was taken. */
  isRenamed: z.boolean(),
})
export type RestoredItem = z.output<typeof restored>

/** What was deleted in the last 30 days. One sees, restores and deletes for good what one may delete; everything else is missing. */
export const recycleBinRoutes = {
  'recycleBin.list': defineRoute({
    method: 'GET', path: '/api/recycle-bin', policy: managing('list'), answer: pageOf(item),
    query: z.strictObject({ ...pageQuery, search: searchText.optional(), kind: z.string().max(64).optional(), project: plantName.optional() }),
  }),
  'recycleBin.restore': defineRoute({ method: 'POST', path: '/api/recycle-bin/:id/restore', policy: writing('restore'), params: one, answer: restored }),
  /** For good. */
  'recycleBin.remove': defineRoute({ method: 'DELETE', path: '/api/recycle-bin/:id', policy: writing('remove'), params: one }),
}
