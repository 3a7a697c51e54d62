import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { instant, objectId } from './fields.ts'

const words = z.object({ en: z.string(), zh: z.string() })

/** A command or notification that would have been sent, or an alarm that would have been raised or cleared. */
const effect = z.object({
  kind: z.enum(['command', 'raise', 'clear', 'notify']),
  /** Tag of a command; project and device of an alarm; template and receivers of a notification. */
  target: z.string(),
  /** Value of a command; text of an alarm or notification. */
  content: z.string(),
})
/** An effect that a rehearsal of a linkage found. */
export type LinkageEffect = z.output<typeof effect>

const finding = z.object({
  at: instant,
  /** `project/device` that caused the run; null for a timer. */
  device: z.string().nullable(),
  cause: words,
  /** `fired`: the actions would have run. `ended`: the condition ended and its alarm would have been cleared. */
  kind: z.enum(['fired', 'ended']),
  /** The first effects, in their order. */
  effects: z.array(effect).readonly(),
  /** Effects that are counted but not listed. */
  omitted: z.number().int(),
  /** Actions that would have failed or been skipped. */
  refused: z.array(z.object({ what: words, reason: words.nullable() })).readonly(),
})

const rehearsal = z.object({
  id: objectId,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Share of the time span that was processed, 0 to 1. */
  progress: z.number(),
  /** Stored reports, commands and timer events that were processed. */
  events: z.number().int(),
  /** Times at which the linkage would have run. */
  fired: z.number().int(),
  /** Times at which the quiet period or the limit against loops would have prevented a run. */
  suppressed: z.number().int(),
  /** Number of effects by kind. */
  counts: z.record(z.string(), z.number().int()),
  /** The first findings, oldest first. */
  findings: z.array(finding).readonly(),
  /** Findings that are counted but not listed. */
  omitted: z.number().int(),
  /** What the stored history cannot show. */
  notes: z.array(words).readonly(),
  error: words.nullable(),
})
/** State and results of the rehearsal of a linkage. */
export type LinkageRehearsal = z.output<typeof rehearsal>

const one = z.strictObject({ id: objectId })
/** The rehearsals of an account are its own, in whichever project. */
const own = { roles: rolesFrom('operator'), scope: 'self' } as const

export const linkageRoutes = {
  /** Starts a rehearsal: applies a stored linkage to stored history without any effect on the plant. */
  'linkage.rehearse': defineRoute({
    method: 'POST',
    path: '/api/linkage-rehearsals',
    policy: {
      roles: rolesFrom('manager'),
      scope: 'project',
      permission: 'scada:linkage:edit',
      limit: { perMinute: 12 },
    },
    body: z.strictObject({ linkage: objectId, from: instant, to: instant }),
    answer: z.object({ id: objectId }),
  }),
  /** State and results of a rehearsal of the caller. Results are kept for ten minutes. */
  'linkage.rehearsal': defineRoute({
    method: 'GET',
    path: '/api/linkage-rehearsals/:id',
    policy: own,
    params: one,
    answer: rehearsal,
  }),
  /** Cancels a rehearsal of the caller. Its results so far can still be read. */
  'linkage.cancelRehearsal': defineRoute({
    method: 'DELETE',
    path: '/api/linkage-rehearsals/:id',
    policy: own,
    params: one,
    answer: rehearsal,
  }),
}
