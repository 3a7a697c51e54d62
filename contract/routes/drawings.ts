import type { Drawing } from '@mimic/engine/document'
import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import type { ServedFile } from './define.ts'
import { defineRoute } from './define.ts'
import { componentId, componentPassword, givenName, instant, objectId, ownPicture, pageOf, pageQuery, plainText, plantName, searchText } from './fields.ts'

const reading = (action: string) => ({ roles: rolesFrom('operator'), scope: 'project', permission: `scada:drawing:${action}` }) as const
const writing = (action: string) => ({ roles: rolesFrom('manager'), scope: 'project', permission: `scada:drawing:${action}`, limit: { perMinute: limits.http.writesPerMinute } }) as const
const one = z.strictObject({ id: objectId })
const name = givenName(limits.drawing.nameLength)

/** What the author says of a revision. */
const revisionNote = plainText(limits.drawing.noteLength)

/** Here only an object: the engine's reader checks the whole of it, and its problems name their place. */
const drawing = z.custom<Drawing>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'a drawing')

/** What is said of a drawing beside it: no part of the drawing, so saying it makes no revision and is in nobody's way who draws. */
const description = {
  description: plainText(limits.drawing.descriptionLength),
  /** Null: the drawing's own picture stands for it. */
  cover: ownPicture(limits.drawing.coverLength).nullable(),
  /** The floor that it shows, as the plant names it. */
  floor: objectId.nullable(),
  /** Without it only who made the drawing and super administrators see it; for everybody else it is missing. */
  isPublic: z.boolean(),
}
const described = z.strictObject(description).partial()
export type DrawingDescription = z.output<typeof described>

const summary = z.object({
  id: objectId, project: plantName, name: z.string(), revision: z.number(), components: z.number(),
  width: z.number(), height: z.number(), updatedAt: instant, updatedBy: z.string(), description: z.string(),
  /** Tells one cover from the next, which `drawing.cover` gives; null: there is none. */
  cover: z.string().nullable(), floor: z.string().nullable(), isPublic: z.boolean(),
})
export type DrawingSummary = z.output<typeof summary>

/** As a list has it: with what the caller's own account says of it. */
const listed = summary.extend({ isStarred: z.boolean() })
export type ListedDrawing = z.output<typeof listed>

const whole = summary.extend({
  drawing,
  /** Only of one that a newer program saved, which is to be looked at and never written in its place: the file as it is kept, to the byte. */
  text: z.string().optional(),
})
export type StoredDrawing = z.output<typeof whole>

const warning = z.object({
  path: z.string(), code: z.string(), message: z.string(),
  /** The message in both languages, of a broken expression. */
  words: z.object({ en: z.string(), zh: z.string() }).optional(),
  /** Component and property that a broken expression is bound to. */
  component: z.object({ id: z.string(), name: z.string() }).optional(), prop: z.string().optional(),
})

/**
 * `warnings`, at most `limits.drawing.warnings`: what the server stored although it does not work, such as a component type of a newer
 * version (`drawing.unknownType`) or a binding expression that cannot be evaluated (`expression.syntax`, `.type`, `.limit`).
 */
const saved = summary.extend({ warnings: z.array(warning).readonly() })
export type SavedDrawing = z.output<typeof saved>

const revision = z.object({
  revision: z.number(), name: z.string(), components: z.number(), width: z.number(), height: z.number(),
  /** Size of the file. */
  bytes: z.number(), savedAt: instant, savedBy: z.string(), note: z.string(),
  /** The revision whose content this one brought back; null: it was drawn. */
  restoredFrom: z.number().nullable(),
})
export type DrawingRevision = z.output<typeof revision>

const wholeRevision = revision.extend({ project: plantName, drawing, text: whole.shape.text })
export type StoredRevision = z.output<typeof wholeRevision>

const oneRevision = z.strictObject({ id: objectId, revision: z.string().regex(/^[1-9][0-9]{0,8}$/, 'a revision').transform(Number) })

export const drawingRoutes = {
  'drawing.list': defineRoute({
    method: 'GET', path: '/api/drawings', policy: reading('list'),
    query: z.strictObject({
      ...pageQuery, project: plantName.optional(), search: searchText.optional(),
      /** Only those that the caller gave a star. */
      starred: z.literal('true').optional(),
    }),
    answer: pageOf(listed),
  }),
  /** Gives the drawing a star of the caller's own account, or takes it away. */
  'drawing.star': defineRoute({
    method: 'PUT', path: '/api/drawings/:id/star', policy: { ...reading('star'), limit: { perMinute: limits.http.writesPerMinute } }, params: one,
    body: z.strictObject({ isStarred: z.boolean() }),
  }),
  /** Without `drawing` an empty one; with it an import, whose own name gives way to `name`. */
  'drawing.create': defineRoute({
    method: 'POST', path: '/api/drawings', policy: writing('add'), bodyBytes: limits.drawing.bodyBytes,
    body: z.strictObject({ project: plantName, name, drawing: drawing.optional(), ...described.shape }),
    answer: saved,
  }),
  'drawing.read': defineRoute({ method: 'GET', path: '/api/drawings/:id', policy: reading('read'), params: one, answer: whole }),
  /** Stores a revision. 412 `drawing.conflict` carries `detail: { revision, updatedBy, updatedAt }` of the newer one; 409 `drawing.newer`: a newer program saved what is there. */
  'drawing.save': defineRoute({
    method: 'PUT', path: '/api/drawings/:id', policy: writing('edit'), params: one, ifMatch: true, bodyBytes: limits.drawing.bodyBytes,
    body: z.strictObject({ drawing, note: revisionNote.optional() }),
    answer: saved,
  }),
  /** Says something of a drawing; what is left out stays as it is. */
  'drawing.describe': defineRoute({
    method: 'PUT', path: '/api/drawings/:id/description', policy: writing('edit'), params: one, bodyBytes: limits.drawing.coverLength + limits.http.bodyBytes,
    body: described, answer: summary,
  }),
  'drawing.cover': defineRoute({
    method: 'GET', path: '/api/drawings/:id/cover', policy: reading('read'), params: one, answer: description.cover,
  }),
  'drawing.remove': defineRoute({ method: 'DELETE', path: '/api/drawings/:id', policy: writing('remove'), params: one }),
  /** Which components have a password; the passwords themselves never leave the server. */
  'drawing.componentPasswords': defineRoute({
    method: 'GET', path: '/api/drawings/:id/component-passwords', policy: { roles: rolesFrom('manager'), scope: 'project', permission: 'scada:drawing:password' }, params: one,
    answer: z.array(componentId).readonly(),
  }),
  /** Sets a component's password, or takes it away with null. Whether it is asked for says the drawing. */
  'drawing.setComponentPassword': defineRoute({
    method: 'PUT', path: '/api/drawings/:id/component-passwords', policy: { ...writing('password'), limit: { perMinute: limits.signIn.perAddressMinute } }, params: one,
    body: z.strictObject({ component: componentId, password: componentPassword.nullable() }),
  }),
  /**
   * Asked before a component with a password opens its link or another drawing: 403 `component.password`, `component.passwordWrong`
   * or `component.passwordUnset`, 429 `component.locked`; 409 `component.changed` where its action opens nothing.
   */
  'drawing.checkComponent': defineRoute({
    method: 'POST', path: '/api/drawings/:id/component-checks', policy: { ...reading('read'), onlyAsks: true, limit: { perMinute: limits.command.perMinute } }, params: one,
    body: z.strictObject({ component: componentId, componentPassword: componentPassword.optional() }),
  }),
  /** The saved revisions, newest first. The first one is what is stored now. */
  'drawing.revisions': defineRoute({
    method: 'GET', path: '/api/drawings/:id/revisions', policy: reading('read'), params: one, query: z.strictObject(pageQuery), answer: pageOf(revision),
  }),
  'drawing.revision': defineRoute({ method: 'GET', path: '/api/drawings/:id/revisions/:revision', policy: reading('read'), params: oneRevision, answer: wholeRevision }),
  /** The file as it was saved, to the byte. */
  'drawing.revisionFile': defineRoute({
    method: 'GET', path: '/api/drawings/:id/revisions/:revision/file', policy: reading('read'), params: oneRevision, blob: true, answer: z.custom<ServedFile>(),
  }),
  'drawing.revisionThumbnail': defineRoute({
    method: 'GET', path: '/api/drawings/:id/revisions/:revision/thumbnail.svg', policy: reading('read'), params: oneRevision, raw: 'image/svg+xml', answer: z.string(),
  }),
  'drawing.setRevisionNote': defineRoute({
    method: 'PUT', path: '/api/drawings/:id/revisions/:revision/note', policy: writing('edit'), params: oneRevision, body: z.strictObject({ note: revisionNote }), answer: revision,
  }),
  /** Saves the content of that revision as a new one. `If-Match` names the present revision, and conflicts are those of a save. */
  'drawing.restoreRevision': defineRoute({
    method: 'POST', path: '/api/drawings/:id/revisions/:revision/restore', policy: writing('edit'), params: oneRevision, ifMatch: true, answer: saved,
  }),
  'drawing.thumbnail': defineRoute({
    method: 'GET', path: '/api/drawings/:id/thumbnail.svg', policy: reading('read'), params: one, raw: 'image/svg+xml', answer: z.string(),
  }),
}
