import type { Drawing } from '@mimic/engine/document'
import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { displayName, instant, objectId, definePage, pageQuery, searchText } from './fields.ts'

const { library } = limits
const reading = (action: string) =>
  ({ roles: rolesFrom('operator'), scope: 'none', permission: `scada:library:${action}` }) as const
const writing = (action: string) =>
  ({
    roles: rolesFrom('manager'),
    scope: 'none',
    permission: `scada:library:${action}`,
    limit: { perMinute: limits.http.writesPerMinute },
  }) as const
const one = z.strictObject({ id: objectId })

/**
 * Checked only for being an object. The engine validates the symbol definition: one instance with all required symbols.
 */
const definition = z.custom<Drawing>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'a definition of a symbol',
)

const facts = {
  name: displayName(library.nameLength),
  /** Category, such as pumps or valves. */
  type: displayName(library.typeLength),
  /** If false, only the creator and super administrators can see the entry. */
  isPublic: z.boolean(),
}

const entry = z.object({
  id: objectId,
  name: z.string(),
  type: z.string(),
  isPublic: z.boolean(),
  revision: z.number(),
  components: z.number(),
  params: z.number(),
  width: z.number(),
  height: z.number(),
  createdAt: instant,
  createdBy: z.string(),
  updatedAt: instant,
  updatedBy: z.string(),
  /** Created by the caller. */
  isOwn: z.boolean(),
})
/** A symbol of the component library without its definition. Sizes are in drawing pixels. */
export type LibraryEntry = z.output<typeof entry>

const whole = entry.extend({ definition })
/** A symbol of the component library with its definition. */
export type WholeLibraryEntry = z.output<typeof whole>

/** The component library: symbols shared by all drawings and projects. Private entries of other accounts return 404. */
export const libraryRoutes = {
  'library.list': defineRoute({
    method: 'GET',
    path: '/api/library',
    policy: reading('list'),
    query: z.strictObject({
      ...pageQuery,
      search: searchText.optional(),
      type: z.string().max(library.typeLength).optional(),
      /** Only these ids, separated by commas. Used to load the library symbols of a drawing. */
      ids: z
        .string()
        .max(library.atOnce * 65)
        .transform((list) => list.split(','))
        .pipe(z.array(objectId).min(1).max(library.atOnce))
        .optional(),
    }),
    /** `types`: all existing types, independent of the filter. */
    answer: definePage(entry).extend({ types: z.array(z.string()).readonly() }),
  }),
  'library.create': defineRoute({
    method: 'POST',
    path: '/api/library',
    policy: writing('add'),
    bodyBytes: library.bodyBytes,
    body: z.strictObject({ ...facts, definition }),
    answer: entry,
  }),
  'library.read': defineRoute({
    method: 'GET',
    path: '/api/library/:id',
    policy: reading('read'),
    params: one,
    answer: whole,
  }),
  /**
   * Saves a new definition as a new revision. 412 `library.conflict` carries `detail: { revision, updatedBy, updatedAt
   * }` of the newer one.
   */
  'library.save': defineRoute({
    method: 'PUT',
    path: '/api/library/:id',
    policy: writing('edit'),
    params: one,
    ifMatch: true,
    bodyBytes: library.bodyBytes,
    body: z.strictObject({ definition }),
    answer: entry,
  }),
  /**
   * Changes name, type or visibility without a new revision, so drawings need no update. Missing fields remain
   * unchanged.
   */
  'library.describe': defineRoute({
    method: 'PUT',
    path: '/api/library/:id/description',
    policy: writing('edit'),
    params: one,
    body: z.strictObject(facts).partial(),
    answer: entry,
  }),
  'library.remove': defineRoute({ method: 'DELETE', path: '/api/library/:id', policy: writing('remove'), params: one }),
  'library.thumbnail': defineRoute({
    method: 'GET',
    path: '/api/library/:id/thumbnail.svg',
    policy: reading('read'),
    params: one,
    raw: 'image/svg+xml',
    answer: z.string(),
  }),
}
