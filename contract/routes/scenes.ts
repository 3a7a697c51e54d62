import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { instant, objectId, tagPath } from './fields.ts'

/**
 * Reason for a value that is not good; null for a good one.
 * - `disabled`: the scene is disabled.
 * - `none`: nothing was entered or computed yet.
 * - `reference`: the formula refers to an unknown variable.
 * - `absent`: a variable of the formula has no value.
 * - `arithmetic`: division by zero.
 * - `stale`: a variable was stale at the end of the cycle.
 * - `partial`: a variable has no complete data for the cycle.
 * - `doubtful`: a variable is uncertain.
 */
export const valueReasons = [
  'disabled',
  'none',
  'reference',
  'absent',
  'arithmetic',
  'stale',
  'partial',
  'doubtful',
] as const
/** Reason for a scene value that is not good, an entry of `valueReasons`. */
export type ValueReason = (typeof valueReasons)[number]

const sceneValue = z.object({
  id: objectId,
  name: z.string(),
  identifier: z.string(),
  origin: z.enum(['input', 'tag', 'operation']),
  unit: z.string(),
  kind: z.enum(['number', 'text']),
  isWritable: z.boolean(),
  /** The tag it is published under; for a measured variable, the referenced tag. */
  tag: tagPath,
  value: z.number().nullable(),
  text: z.string().nullable(),
  /** 0 good, 1 uncertain, 2 bad. For a measured variable, read value, quality and time from its tag instead. */
  quality: z.number().int().min(0).max(2),
  reason: z.enum(valueReasons).nullable(),
  /** The variable identifiers that `reason` refers to. */
  about: z.array(z.string()).readonly(),
  /** Time of entry, or end of the computed cycle. */
  at: instant.nullable(),
  from: instant.nullable(),
  /** Time of the next computation; null if none is scheduled. */
  nextAt: instant.nullable(),
  enteredBy: z.string().nullable(),
  formula: z.string().nullable(),
})
/** A variable of a scene with its current value, quality and time. */
export type SceneValue = z.output<typeof sceneValue>

const one = z.strictObject({ id: objectId })
const policy = { roles: rolesFrom('operator'), scope: 'project' } as const

export const sceneRoutes = {
  /** The variables of a scene with their current values. */
  'scene.values': defineRoute({
    method: 'GET',
    path: '/api/scene-values/:id',
    policy: { ...policy, permission: 'scada:variable:list' },
    params: one,
    answer: z.array(sceneValue).readonly(),
  }),
  /** Enters the value of a writable input variable: a number, or a text of up to 200 characters, by its type. */
  'variable.enter': defineRoute({
    method: 'POST',
    path: '/api/variable-values/:id',
    policy: { ...policy, permission: 'scada:variable:enter' },
    params: one,
    body: z.strictObject({ value: z.union([z.number(), z.string().max(200)]) }),
    answer: sceneValue,
  }),
}
