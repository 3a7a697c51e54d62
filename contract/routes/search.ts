import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { searchText } from './fields.ts'

/** What is found by its name from anywhere: drawings, and rows of these entities, in the order in which they are shown. */
export const findableEntities = ['project', 'device', 'cabinet', 'loop', 'pole', 'sensor', 'camera', 'thirdParty', 'tunnel', 'area', 'scene', 'product', 'account'] as const
export const findableKinds = ['drawing', ...findableEntities] as const
export type FindableKind = (typeof findableKinds)[number]

const found = z.object({
  kind: z.enum(findableKinds), id: z.string(), title: z.string(),
  /** By what else it is known: serial number, address, key; empty where it has none. */
  detail: z.string(),
  /** Empty where it is in no project. */
  project: z.string(),
})
export type Found = z.output<typeof found>

export const searchRoutes = {
  /** The first few of each kind whose name, serial number or address has the text in it; only what the caller may list. */
  'search.find': defineRoute({
    method: 'GET', path: '/api/search', policy: { roles: rolesFrom('operator'), scope: 'self', limit: { perMinute: limits.http.writesPerMinute } },
    query: z.strictObject({ text: searchText.refine((text) => text.trim() !== '', 'not blank') }), answer: z.array(found).readonly(),
  }),
}
