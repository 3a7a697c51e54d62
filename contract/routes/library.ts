import type { Drawing } from '@mimic/engine/document'
import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { givenName, instant, objectId, pageOf, pageQuery, searchText } from './fields.ts'

const { library } = limits
const reading = (action: string) => ({ roles: rolesFrom('operator'), scope: 'none', permission: `scada:library:${action}` }) as const
const writing = (action: string) => ({ roles: rolesFrom('manager'), scope: 'none', permission: `scada:library:${action}`, limit: { perMinute: limits.http.writesPerMinute } }) as const
const one = z.strictObject({ id: objectId })

/** Here only an object: the engine's reader checks that it is a symbol's definition, one instance with all symbols that it needs. */
const definition = z.custom<Drawing>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'a definition of a symbol')

const facts = {
  name: givenName(library.nameLength),
  /** What people sort them by: pumps, valves. */
  type: givenName(library.typeLength),
  /** Whether everybody sees it; else who made it and super administrators do. */
  isPublic: z.boolean(),
}

const entry = z.object({
  id: objectId, name: z.string(), type: z.string(), isPublic: z.boolean(), revision: z.number(), components: z.number(), params: z.number(),
  width: z.number(), height: z.number(), createdAt: instant, createdBy: z.string(), updatedAt: instant, updatedBy: z.string(),
  /** Made by who asks. */
  isOwn: z.boolean(),
})
export type LibraryEntry = z.output<typeof entry>

const whole = entry.extend({ definition })
export type WholeLibraryEntry = z.output<typeof whole>

/** The component library: symbols kept beside all drawings and projects. A private one of another answers 404, like one that never was. */
export const libraryRoutes = {
  'library.list': defineRoute({
    method: 'GET', path: '/api/library', policy: reading('list'),
    query: z.strictObject({
      ...pageQuery, search: searchText.optional(), type: z.string().max(library.typeLength).optional(),
      /** Only these, with commas between them: what a drawing asks of the symbols it has from here. */
      ids: z.string().max(library.atOnce * 65).transform((list) => list.split(',')).pipe(z.array(objectId).min(1).max(library.atOnce)).optional(),
    }),
    /** `types`: all that there are to choose from, whatever was asked. */
    answer: pageOf(entry).extend({ types: z.array(z.string()).readonly() }),
  }),
  'library.create': defineRoute({
    method: 'POST', path: '/api/library', policy: writing('add'), bodyBytes: library.bodyBytes, body: z.strictObject({ ...facts, definition }), answer: entry,
  }),
  'library.read': defineRoute({ method: 'GET', path: '/api/library/:id', policy: reading('read'), params: one, answer: whole }),
  /** A new definition, and so a new revision. 412 `library.conflict` carries `detail: { revision, updatedBy, updatedAt }` of the newer one. */
  'library.save': defineRoute({
    method: 'PUT', path: '/api/library/:id', policy: writing('edit'), params: one, ifMatch: true, bodyBytes: library.bodyBytes,
    body: z.strictObject({ definition }), answer: entry,
  }),
  /** Name, type, who sees it: no revision, for drawings that have it need not follow. What is left out stays as it is. */
  'library.describe': defineRoute({
    method: 'PUT', path: '/api/library/:id/description', policy: writing('edit'), params: one, body: z.strictObject(facts).partial(), answer: entry,
  }),
  'library.remove': defineRoute({ method: 'DELETE', path: '/api/library/:id', policy: writing('remove'), params: one }),
  'library.thumbnail': defineRoute({
    method: 'GET', path: '/api/library/:id/thumbnail.svg', policy: reading('read'), params: one, raw: 'image/svg+xml', answer: z.string(),
  }),
}
