import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { searchText } from './fields.ts'

/** Entities of the global search, after drawings, in display order. */
export const findableEntities = [
  'project',
  'device',
  'cabinet',
  'loop',
  'pole',
  'sensor',
  'camera',
  'thirdParty',
  'tunnel',
  'area',
  'scene',
  'product',
  'account',
] as const
export const findableKinds = ['drawing', ...findableEntities] as const
/** Kind of object that the global search finds: a drawing or an entity of `findableEntities`. */
export type FindableKind = (typeof findableKinds)[number]

const searchResult = z.object({
  kind: z.enum(findableKinds),
  id: z.string(),
  title: z.string(),
  /** Second identifier, such as a serial number, address or key; empty if there is none. */
  detail: z.string(),
  /** Empty outside projects. */
  project: z.string(),
})
/** A match of the global search. */
export type SearchResult = z.output<typeof searchResult>

export const searchRoutes = {
  /**
   * Returns the first matches of each kind by name, serial number or address, limited to objects that the caller may
   * list.
   */
  'search.find': defineRoute({
    method: 'GET',
    path: '/api/search',
    policy: { roles: rolesFrom('operator'), scope: 'self', limit: { perMinute: limits.http.writesPerMinute } },
    query: z.strictObject({ text: searchText.refine((text) => text.trim() !== '', 'not blank') }),
    answer: z.array(searchResult).readonly(),
  }),
}
