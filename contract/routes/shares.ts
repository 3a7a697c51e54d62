import type { Drawing } from '@mimic/engine/document'
import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { passwordText } from '../passwords.ts'
import { defineRoute } from './define.ts'
import { commandValue, componentId, componentPassword, instant, objectId, tagPath } from './fields.ts'
import { command, curve, tag } from './plant.ts'

const { share: shareLimits, history } = limits
/** Accounts that may edit a drawing may share it. */
const sharing = { roles: rolesFrom('manager'), scope: 'project', permission: 'scada:drawing:edit' } as const
const changing = { ...sharing, limit: { perMinute: shareLimits.changesPerMinute } } as const
const open = (perMinute: number) => ({ roles: [], scope: 'none', public: true, limit: { perMinute } }) as const

const one = z.strictObject({ id: objectId, share: objectId })
const password = passwordText({ min: 1, max: shareLimits.password.max })
const settings = {
  /** Null: no password. The service rejects a short or common password with a bilingual message. */
  password: password.nullable(),
  /** Null: valid until revoked. */
  expiresAt: instant.pipe(z.number().int().positive()).nullable(),
}

/** `stopped`: its creator may no longer edit the drawing, so the link shows nothing. */
export const shareStates = ['valid', 'expired', 'stopped'] as const

const share = z.object({
  /** `id`: the part of the URL, 128 random bits. */
  id: objectId,
  hasPassword: z.boolean(),
  createdBy: z.string(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  state: z.enum(shareStates),
  /** Current number of viewers. */
  viewers: z.number(),
  /** Locked until this time after too many wrong passwords. */
  lockedUntil: instant.nullable(),
})
/** A share link of a drawing with its state. It does not contain the password. */
export type Share = z.output<typeof share>

/** The format is not validated: a malformed id returns 404 like an unknown one. */
const shareId = z.string().max(200)
const token = z.string().max(200)

/** Point number, value, quality, source time, text. */
const value = z.tuple([z.number(), z.number().nullable(), z.number(), instant, z.string().nullable()])
const values = z.object({
  /** Revision of the drawing. If it differs from the loaded one, reload the drawing. */
  revision: z.number(),
  /** Send it with the next request to receive only changes since. */
  seq: z.number(),
  /** Whether the page may send commands of the drawing. Always false for a share link. */
  mayOperate: z.boolean(),
  values: z.array(value).readonly(),
})
/** Values of a shared drawing that changed since the sequence number of the request. */
export type SharedValues = z.output<typeof values>

const shared = z.object({
  revision: z.number(),
  drawing: z.custom<Drawing>(),
  tags: z.array(tagPath).readonly(),
  points: z.array(tag).readonly(),
  /** Version of a drawing saved by a newer program; `drawing` contains only the supported part. Null: complete. */
  newer: z.number().nullable(),
  mayOperate: z.boolean(),
})
/** A shared drawing with its tags. The page of a share link or display loads it again when its revision changes. */
export type SharedDrawing = z.output<typeof shared>

/**
 * Share links: drawings for viewers without an account (specification, sections 2 and 6). The routes of `/api/shared`
 * are public. The link id, and later the viewer token, are sent in the body, so that they appear in no log. A viewer
 * token is valid for these routes only. Only displays that may operate can send commands; a link is read-only.
 */
export const shareRoutes = {
  'share.list': defineRoute({
    method: 'GET',
    path: '/api/drawings/:id/shares',
    policy: sharing,
    params: z.strictObject({ id: objectId }),
    answer: z.array(share).readonly(),
  }),
  'share.create': defineRoute({
    method: 'POST',
    path: '/api/drawings/:id/shares',
    policy: changing,
    params: z.strictObject({ id: objectId }),
    body: z.strictObject(settings),
    answer: share,
  }),
  /** Missing fields remain unchanged. Changing or removing the password disconnects current viewers. */
  'share.change': defineRoute({
    method: 'PUT',
    path: '/api/drawings/:id/shares/:share',
    policy: changing,
    params: one,
    body: z.strictObject(settings).partial(),
    answer: share,
  }),
  'share.revoke': defineRoute({
    method: 'DELETE',
    path: '/api/drawings/:id/shares/:share',
    policy: changing,
    params: one,
  }),

  /**
   * Returns whether the link requires a password, and nothing about the drawing. Expired, revoked and unknown links all
   * return 404.
   */
  'share.ask': defineRoute({
    method: 'POST',
    path: '/api/shared/ask',
    policy: open(shareLimits.requestsPerMinute),
    body: z.strictObject({ share: shareId }),
    answer: z.object({ needsPassword: z.boolean() }),
  }),
  'share.open': defineRoute({
    method: 'POST',
    path: '/api/shared/open',
    policy: open(shareLimits.requestsPerMinute),
    body: z.strictObject({ share: shareId, password: password.optional() }),
    answer: z.object({ token: z.string(), expiresAt: instant }),
  }),
  /** The drawing, the points bound in it, and their catalogue entries. */
  'share.drawing': defineRoute({
    method: 'POST',
    path: '/api/shared/drawing',
    policy: open(shareLimits.drawingsPerMinute),
    body: z.strictObject({ token }),
    answer: shared,
  }),
  /**
   * `seen`: the `seq` of the last response. 0 or an outdated value returns all values. Values that the link's creator
   * may no longer see are null and stale.
   */
  'share.values': defineRoute({
    method: 'POST',
    path: '/api/shared/values',
    policy: open(shareLimits.pollsPerMinute),
    body: z.strictObject({ token, seen: z.number().int().min(0) }),
    answer: values,
  }),
  /** History of points bound in the drawing, for its trend charts. */
  'share.history': defineRoute({
    method: 'POST',
    path: '/api/shared/history',
    policy: open(history.perMinute),
    body: z.strictObject({
      token,
      tags: z.array(tagPath).min(1).max(history.tags),
      spanMs: z.number().int().min(1).max(history.spanMs),
    }),
    answer: z.array(curve).readonly(),
  }),
  /**
   * Sends a command of a component in the drawing, with the same checks as for a signed-in user. Returns 403 for a
   * link, and for a display that may not operate.
   */
  'share.send': defineRoute({
    method: 'POST',
    path: '/api/shared/commands',
    policy: open(limits.command.perMinute),
    idempotent: true,
    body: z.strictObject({
      token,
      tag: tagPath,
      value: commandValue,
      component: componentId,
      componentPassword: componentPassword.optional(),
    }),
    answer: command,
  }),
  /** A command sent by this display. */
  'share.command': defineRoute({
    method: 'POST',
    path: '/api/shared/command',
    policy: open(shareLimits.pollsPerMinute),
    body: z.strictObject({ token, id: objectId }),
    answer: command,
  }),
}
