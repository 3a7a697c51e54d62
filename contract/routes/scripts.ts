import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { instant, objectId } from './fields.ts'

const maxSource = 64_000
const maxPayload = 262_144

const language = z.enum(['groovy', 'javascript'])
const words = z.object({ en: z.string(), zh: z.string() })

const problem = z.object({
  /** From 1. */
  line: z.number().int(),
  column: z.number().int(),
  /** Number of characters to mark. */
  length: z.number().int(),
  words,
})
/** An error in the source text of a script. */
export type ScriptProblemPlace = z.output<typeof problem>

/** The parts of a script that decide what it does; it need not be stored. */
const draft = z.strictObject({
  language,
  source: z.string().max(maxSource),
  event: z.number().int().min(1).max(7),
  action: z.number().int().min(1).max(5),
  product: objectId.nullish(),
  bridge: objectId.nullish(),
  template: objectId.nullish(),
})

const message = z.object({
  topic: z.string().max(200),
  payload: z.string().max(maxPayload),
  /** `project/device`; null for none. */
  device: z.string().max(200).nullable(),
  at: instant,
})
/** A message for a dry run. */
export type ScriptTestMessage = z.output<typeof message>

const logLine = z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() })

/** What a run would send, raise or clear. `isPermitted` is false if it would be refused; `detail` names the reason. */
const effect = z.object({
  kind: z.enum(['forward', 'notify', 'bridge', 'command', 'raise', 'clear', 'scene']),
  /** Topic, bridge, template, device or linkage. */
  target: z.string(),
  content: z.string(),
  isPermitted: z.boolean(),
  detail: words.nullable(),
})
/** An effect that a dry run found. */
export type ScriptEffect = z.output<typeof effect>

const verification = z.object({
  problems: z.array(problem).readonly(),
  /** Null if the script has problems or there is no message. */
  run: z
    .object({
      message,
      outcome: z.string(),
      tookMs: z.number(),
      lines: z.array(logLine).readonly(),
      topicAfter: z.string(),
      payloadAfter: z.string(),
      data: z.string(),
      returned: z.string(),
      effects: z.array(effect).readonly(),
      error: words.nullable(),
      errorLine: z.number().int().nullable(),
    })
    .nullable(),
})
/** Result of a verification. */
export type ScriptVerification = z.output<typeof verification>

const finding = z.object({
  at: instant,
  device: z.string(),
  outcome: z.string(),
  effects: z.array(effect).readonly(),
  payloadAfter: z.string().nullable(),
  error: words.nullable(),
})

const rehearsal = z.object({
  id: objectId,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Share of the time span that was processed, 0 to 1. */
  progress: z.number(),
  /** Messages that were run. */
  messages: z.number().int(),
  failures: z.number().int(),
  /** Number of effects by kind. */
  counts: z.record(z.string(), z.number().int()),
  /** The first findings: runs with effects or errors. */
  findings: z.array(finding).readonly(),
  /** Findings that are counted but not listed. */
  omitted: z.number().int(),
  error: words.nullable(),
})
/** State and results of a rehearsal. */
export type ScriptRehearsal = z.output<typeof rehearsal>

const figures = z.object({
  /** Start of the server: the counters begin there. */
  since: instant,
  runs: z.number().int(),
  /** Runs that did not end well. */
  failures: z.number().int(),
  /** Messages that were not run, because too many waited. */
  dropped: z.number().int(),
  /** Mean and maximum time of a run, in milliseconds. */
  meanMs: z.number(),
  maxMs: z.number(),
  /** Runs that wait or run now. */
  waiting: z.number().int(),
  /** Runs that ended with their process. */
  restarts: z.number().int(),
})
/** Counters of a script since the server started. */
export type ScriptFigures = z.output<typeof figures>

const policy = {
  roles: rolesFrom('super'),
  scope: 'none',
  permission: 'scada:script:edit',
} as const
const one = z.strictObject({ id: objectId })

export const scriptRoutes = {
  /** Checks the source text of a script without running it. */
  'script.check': defineRoute({
    method: 'POST',
    path: '/api/script-checks',
    policy: { ...policy, limit: { perMinute: 240 } },
    body: z.strictObject({ language, source: z.string().max(maxSource) }),
    answer: z.object({ problems: z.array(problem).readonly() }),
  }),
  /** The last message received for a product or for any, null if none since the server started. */
  'script.lastMessage': defineRoute({
    method: 'GET',
    path: '/api/script-messages',
    policy,
    query: z.strictObject({ event: z.coerce.number().int().min(1).max(7), product: objectId.optional() }),
    answer: message.nullable(),
  }),
  /** Counters of a script since the server started; zeros if it has not run. */
  'script.figures': defineRoute({
    method: 'GET',
    path: '/api/script-figures/:id',
    policy: { ...policy, permission: 'scada:script:list' },
    params: one,
    answer: figures,
  }),
  /** Checks a script and runs it once without any effect outside: on the given message, or on the last received one. */
  'script.verify': defineRoute({
    method: 'POST',
    path: '/api/script-verifications',
    policy: { ...policy, limit: { perMinute: 60 } },
    bodyBytes: 524_288,
    body: z.strictObject({
      script: draft,
      message: z
        .strictObject({
          topic: z.string().max(200),
          payload: z.string().max(maxPayload),
          device: z.string().max(200).nullish(),
        })
        .nullish(),
    }),
    answer: verification,
  }),
  /** Starts a rehearsal: runs a script over stored values without any effect outside. */
  'script.rehearse': defineRoute({
    method: 'POST',
    path: '/api/script-rehearsals',
    policy: { ...policy, limit: { perMinute: 12 } },
    body: z.strictObject({
      script: draft,
      project: objectId,
      /** Telemetry device; all devices of the product if absent. */
      device: z.string().max(128).nullish(),
      from: instant,
      to: instant,
    }),
    answer: z.object({ id: objectId }),
  }),
  /** State and results of a rehearsal. Results are kept for ten minutes. */
  'script.rehearsal': defineRoute({
    method: 'GET',
    path: '/api/script-rehearsals/:id',
    policy,
    params: one,
    answer: rehearsal,
  }),
  /** Cancels a rehearsal. Its results so far can still be read. */
  'script.cancelRehearsal': defineRoute({
    method: 'DELETE',
    path: '/api/script-rehearsals/:id',
    policy,
    params: one,
    answer: rehearsal,
  }),
}
