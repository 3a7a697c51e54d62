import type { Drawing } from '@mimic/engine/document'
import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { passwordText } from '../passwords.ts'
import { defineRoute } from './define.ts'
import { componentId, componentPassword, instant, objectId, tagPath } from './fields.ts'
import { command, curve, tag } from './plant.ts'

const { share: most, history } = limits
/** Who may change a drawing may show it. */
const sharing = { roles: rolesFrom('manager'), scope: 'project', permission: 'scada:drawing:edit' } as const
const changing = { ...sharing, limit: { perMinute: most.changesPerMinute } } as const
const open = (perMinute: number) => ({ roles: [], scope: 'none', public: true, limit: { perMinute } }) as const

const one = z.strictObject({ id: objectId, share: objectId })
const password = passwordText({ min: 1, max: most.password.max })
const settings = {
  /** Null: none is asked for. One that is too short or too common is refused in both languages by what keeps it. */
  password: password.nullable(),
  /** Null: until it is revoked. */
  expiresAt: instant.pipe(z.number().int().positive()).nullable(),
}

/** `stopped`: who made it may not change the drawing any more, so it shows nothing. */
export const shareStates = ['valid', 'expired', 'stopped'] as const

const share = z.object({
  /** What stands in the address: 128 random bits. */
  id: objectId, hasPassword: z.boolean(), createdBy: z.string(), createdAt: instant, expiresAt: instant.nullable(), state: z.enum(shareStates),
  /** How many look at it now. */
  viewers: z.number(),
  /** After too many wrong passwords it lets nobody more in until then. */
  lockedUntil: instant.nullable(),
})
export type Share = z.output<typeof share>

/** Not judged by its form: an id that cannot be one is missing like any other. */
const asked = z.string().max(200)
const token = z.string().max(200)

/** Number of the point, value, quality, source time, text. */
const value = z.tuple([z.number(), z.number().nullable(), z.number(), instant, z.string().nullable()])
const values = z.object({
  /** Of the drawing: another than the one that was read says that it was saved since, and is to be read again. */
  revision: z.number(),
  /** Sent back with the next question; what has changed since is answered then. */
  seq: z.number(),
  /** Whether the page may send commands of the drawing now; never by a link. */
  mayOperate: z.boolean(),
  values: z.array(value).readonly(),
})
export type SharedValues = z.output<typeof values>

const shared = z.object({
  revision: z.number(), drawing: z.custom<Drawing>(), tags: z.array(tagPath).readonly(), points: z.array(tag).readonly(),
  /** The version of a drawing that a newer program saved, of which `drawing` is what this one knows; null: it is all there. */
  newer: z.number().nullable(),
  mayOperate: z.boolean(),
})
export type SharedDrawing = z.output<typeof shared>

/**
 * A drawing shown by a link to who has no account (specification, sections 2 and 6). The routes of `/api/shared` are open: a link's id,
 * then the token that it was opened with, stand in the body, where no log has them. Such a token is good for these routes only. Commands are
 * for displays that may operate; a link only reads.
 */
export const shareRoutes = {
  'share.list': defineRoute({ method: 'GET', path: '/api/drawings/:id/shares', policy: sharing, params: z.strictObject({ id: objectId }), answer: z.array(share).readonly() }),
  'share.create': defineRoute({
    method: 'POST', path: '/api/drawings/:id/shares', policy: changing, params: z.strictObject({ id: objectId }), body: z.strictObject(settings), answer: share,
  }),
  /** What is left out stays. A new password, or none, ends what is open by the link. */
  'share.change': defineRoute({ method: 'PUT', path: '/api/drawings/:id/shares/:share', policy: changing, params: one, body: z.strictObject(settings).partial(), answer: share }),
  'share.revoke': defineRoute({ method: 'DELETE', path: '/api/drawings/:id/shares/:share', policy: changing, params: one }),

  /** Says what the link asks for, and nothing of the drawing. A link that has run out, was revoked or never was answers 404, all alike. */
  'share.ask': defineRoute({
    method: 'POST', path: '/api/shared/ask', policy: open(most.asksPerMinute), body: z.strictObject({ share: asked }), answer: z.object({ needsPassword: z.boolean() }),
  }),
  'share.open': defineRoute({
    method: 'POST', path: '/api/shared/open', policy: open(most.asksPerMinute), body: z.strictObject({ share: asked, password: password.optional() }),
    answer: z.object({ token: z.string(), expiresAt: instant }),
  }),
  /** The drawing, the points of its project that are bound in it, and what the catalogue says of these. */
  'share.drawing': defineRoute({ method: 'POST', path: '/api/shared/drawing', policy: open(most.drawingsPerMinute), body: z.strictObject({ token }), answer: shared }),
  /** `seen`: the `seq` of the last answer; 0, or one that is not the last, is answered with all values. One that its maker may not see any more is null and stale. */
  'share.values': defineRoute({
    method: 'POST', path: '/api/shared/values', policy: open(most.pollsPerMinute), body: z.strictObject({ token, seen: z.number().int().min(0) }), answer: values,
  }),
  /** The past of points that are bound in the drawing, for its curves. */
  'share.history': defineRoute({
    method: 'POST', path: '/api/shared/history', policy: open(history.perMinute),
    body: z.strictObject({ token, tags: z.array(tagPath).min(1).max(history.tags), spanMs: z.number().int().min(1).max(history.spanMs) }), answer: z.array(curve).readonly(),
  }),
  /** A command of a component of the drawing, checked like one of a person who is signed in. 403 for a link, and for a display that may not operate. */
  'share.send': defineRoute({
    method: 'POST', path: '/api/shared/commands', policy: open(limits.command.perMinute), idempotent: true,
    body: z.strictObject({ token, tag: tagPath, value: z.number(), component: componentId, componentPassword: componentPassword.optional() }), answer: command,
  }),
  /** A command that this display sent. */
  'share.command': defineRoute({ method: 'POST', path: '/api/shared/command', policy: open(most.pollsPerMinute), body: z.strictObject({ token, id: objectId }), answer: command }),
}
