import type { Drawing } from '@mimic/engine/document'
import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import type { ServedFile } from './define.ts'
import { defineRoute } from './define.ts'
import {
  componentId,
  componentPassword,
  displayName,
  instant,
  objectId,
  embeddedPicture,
  definePage,
  pageQuery,
  plainText,
  plantName,
  searchText,
} from './fields.ts'

const reading = (action: string) =>
  ({ roles: rolesFrom('operator'), scope: 'project', permission: `scada:drawing:${action}` }) as const
const writing = (action: string) =>
  ({
    roles: rolesFrom('manager'),
    scope: 'project',
    permission: `scada:drawing:${action}`,
    limit: { perMinute: limits.http.writesPerMinute },
  }) as const
const one = z.strictObject({ id: objectId })
const name = displayName(limits.drawing.nameLength)

/** The author's note on a revision. */
const revisionNote = plainText(limits.drawing.noteLength)

/** Checked only for being an object. The engine validates the content and reports problems with their paths. */
const drawing = z.custom<Drawing>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'a drawing',
)

/** Metadata of a drawing. Changing it creates no revision and does not conflict with an open editor. */
const description = {
  description: plainText(limits.drawing.descriptionLength),
  /** Null: the thumbnail of the drawing is used. */
  cover: embeddedPicture(limits.drawing.coverLength).nullable(),
  /** The floor that the drawing shows. */
  floor: objectId.nullable(),
  /** If false, only the creator and super administrators can see the drawing; for other accounts it does not exist. */
  isPublic: z.boolean(),
}
const described = z.strictObject(description).partial()
/** Metadata of a drawing in a request. Missing fields remain unchanged. */
export type DrawingDescription = z.output<typeof described>

const summary = z.object({
  id: objectId,
  project: plantName,
  name: z.string(),
  revision: z.number(),
  components: z.number(),
  width: z.number(),
  height: z.number(),
  updatedAt: instant,
  updatedBy: z.string(),
  description: z.string(),
  /** `cover` is a version tag of the picture that `drawing.cover` returns; null if there is no cover. */
  cover: z.string().nullable(),
  floor: z.string().nullable(),
  isPublic: z.boolean(),
})
/** A drawing without its content. Sizes are in drawing pixels, times in milliseconds since 1970. */
export type DrawingSummary = z.output<typeof summary>

/** A drawing in a list, with the caller's own star. */
const listed = summary.extend({ isStarred: z.boolean() })
/** A drawing in the drawing list, with the caller's own star. */
export type ListedDrawing = z.output<typeof listed>

const whole = summary.extend({
  drawing,
  /** The stored file unchanged. Present only if a newer version saved it: such a drawing is read-only. */
  text: z.string().optional(),
})
/** A drawing with its content. */
export type StoredDrawing = z.output<typeof whole>

const warning = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  /** The message of an expression error in both languages. */
  words: z.object({ en: z.string(), zh: z.string() }).optional(),
  /** Component and property of an expression error. */
  component: z.object({ id: z.string(), name: z.string() }).optional(),
  prop: z.string().optional(),
})

/**
 * `warnings`, at most `limits.drawing.warnings`: content that was stored but does not work, such as a component type of
 * a newer version (`drawing.unknownType`) or an invalid binding expression (`expression.syntax`, `.type`, `.limit`).
 */
const saved = summary.extend({ warnings: z.array(warning).readonly() })
/** Response to saving a drawing: its new revision and the warnings about its content. */
export type SavedDrawing = z.output<typeof saved>

const revision = z.object({
  revision: z.number(),
  name: z.string(),
  components: z.number(),
  width: z.number(),
  height: z.number(),
  /** `bytes`: size of the file. */
  bytes: z.number(),
  savedAt: instant,
  savedBy: z.string(),
  note: z.string(),
  /** The revision that was restored as this one; null if it was edited. */
  restoredFrom: z.number().nullable(),
})
/** Metadata of a saved revision, without the content. */
export type DrawingRevision = z.output<typeof revision>

const wholeRevision = revision.extend({ project: plantName, drawing, text: whole.shape.text })
/** A saved revision with its content. */
export type StoredRevision = z.output<typeof wholeRevision>

const oneRevision = z.strictObject({
  id: objectId,
  revision: z
    .string()
    .regex(/^[1-9][0-9]{0,8}$/, 'a revision')
    .transform(Number),
})

export const drawingRoutes = {
  'drawing.list': defineRoute({
    method: 'GET',
    path: '/api/drawings',
    policy: reading('list'),
    query: z.strictObject({
      ...pageQuery,
      project: plantName.optional(),
      search: searchText.optional(),
      /** Only drawings starred by the caller. */
      starred: z.literal('true').optional(),
    }),
    answer: definePage(listed),
  }),
  /** Adds or removes the caller's star. */
  'drawing.star': defineRoute({
    method: 'PUT',
    path: '/api/drawings/:id/star',
    policy: { ...reading('star'), limit: { perMinute: limits.http.writesPerMinute } },
    params: one,
    body: z.strictObject({ isStarred: z.boolean() }),
  }),
  /** Without `drawing` creates an empty drawing. With `drawing` imports it; `name` replaces its name. */
  'drawing.create': defineRoute({
    method: 'POST',
    path: '/api/drawings',
    policy: writing('add'),
    bodyBytes: limits.drawing.bodyBytes,
    body: z.strictObject({ project: plantName, name, drawing: drawing.optional(), ...described.shape }),
    answer: saved,
  }),
  'drawing.read': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id',
    policy: reading('read'),
    params: one,
    answer: whole,
  }),
  /**
   * Stores a revision. 412 `drawing.conflict` carries `detail: { revision, updatedBy, updatedAt }` of the newer
   * revision. 409 `drawing.newer`: the stored drawing was saved by a newer version.
   */
  'drawing.save': defineRoute({
    method: 'PUT',
    path: '/api/drawings/:id',
    policy: writing('edit'),
    params: one,
    ifMatch: true,
    bodyBytes: limits.drawing.bodyBytes,
    body: z.strictObject({ drawing, note: revisionNote.optional() }),
    answer: saved,
  }),
  /** Changes metadata of a drawing. Missing fields remain unchanged. */
  'drawing.describe': defineRoute({
    method: 'PUT',
    path: '/api/drawings/:id/description',
    policy: writing('edit'),
    params: one,
    bodyBytes: limits.drawing.coverLength + limits.http.bodyBytes,
    body: described,
    answer: summary,
  }),
  'drawing.cover': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/cover',
    policy: reading('read'),
    params: one,
    answer: description.cover,
  }),
  'drawing.remove': defineRoute({
    method: 'DELETE',
    path: '/api/drawings/:id',
    policy: writing('remove'),
    params: one,
  }),
  /** Lists the components that have a password. Passwords never leave the server. */
  'drawing.componentPasswords': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/component-passwords',
    policy: { roles: rolesFrom('manager'), scope: 'project', permission: 'scada:drawing:password' },
    params: one,
    answer: z.array(componentId).readonly(),
  }),
  /** Sets a component's password, or removes it with null. The drawing declares whether a password is required. */
  'drawing.setComponentPassword': defineRoute({
    method: 'PUT',
    path: '/api/drawings/:id/component-passwords',
    policy: { ...writing('password'), limit: { perMinute: limits.signIn.perAddressMinute } },
    params: one,
    body: z.strictObject({ component: componentId, password: componentPassword.nullable() }),
  }),
  /**
   * Checks the password before a component opens its link or another drawing. 403 `component.password`,
   * `component.passwordWrong` or `component.passwordUnset`, 429 `component.locked`, 409 `component.changed` if its
   * action opens nothing.
   */
  'drawing.checkComponent': defineRoute({
    method: 'POST',
    path: '/api/drawings/:id/component-checks',
    policy: { ...reading('read'), isReadOnly: true, limit: { perMinute: limits.command.perMinute } },
    params: one,
    body: z.strictObject({ component: componentId, componentPassword: componentPassword.optional() }),
  }),
  /** Saved revisions, newest first. The first one is the current content. */
  'drawing.revisions': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/revisions',
    policy: reading('read'),
    params: one,
    query: z.strictObject(pageQuery),
    answer: definePage(revision),
  }),
  'drawing.revision': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/revisions/:revision',
    policy: reading('read'),
    params: oneRevision,
    answer: wholeRevision,
  }),
  /** The saved file, byte for byte. */
  'drawing.revisionFile': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/revisions/:revision/file',
    policy: reading('read'),
    params: oneRevision,
    blob: true,
    answer: z.custom<ServedFile>(),
  }),
  'drawing.revisionThumbnail': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/revisions/:revision/thumbnail.svg',
    policy: reading('read'),
    params: oneRevision,
    raw: 'image/svg+xml',
    answer: z.string(),
  }),
  'drawing.setRevisionNote': defineRoute({
    method: 'PUT',
    path: '/api/drawings/:id/revisions/:revision/note',
    policy: writing('edit'),
    params: oneRevision,
    body: z.strictObject({ note: revisionNote }),
    answer: revision,
  }),
  /**
   * Saves the content of that revision as a new one. `If-Match` names the current revision; conflicts are those of a
   * save.
   */
  'drawing.restoreRevision': defineRoute({
    method: 'POST',
    path: '/api/drawings/:id/revisions/:revision/restore',
    policy: writing('edit'),
    params: oneRevision,
    ifMatch: true,
    answer: saved,
  }),
  'drawing.thumbnail': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/thumbnail.svg',
    policy: reading('read'),
    params: one,
    raw: 'image/svg+xml',
    answer: z.string(),
  }),
}
