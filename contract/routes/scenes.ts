import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { defineRoute } from './define.ts'
import { instant, objectId, tagPath } from './fields.ts'

/**
 * Why a variable's value is not good; none: it is. `disabled` its scene is not at work, `none` nothing was entered or computed yet, `reference` the
 * formula names what is no variable of the scene (any more), `absent` one of its variables has no value, `arithmetic` it divides by nothing,
 * `stale` one of them was silent at the end of the cycle, `partial` one is not known for the whole of it, `doubtful` one is uncertain itself.
 */
export const valueReasons = ['disabled', 'none', 'reference', 'absent', 'arithmetic', 'stale', 'partial', 'doubtful'] as const
export type ValueReason = (typeof valueReasons)[number]

const sceneValue = z.object({
  id: objectId, name: z.string(), identifier: z.string(), origin: z.enum(['input', 'tag', 'operation']), unit: z.string(), kind: z.enum(['number', 'text']), isWritable: z.boolean(),
  /** Under which it is published; of a measured one, what it refers to. */
  tag: tagPath,
  value: z.number().nullable(), text: z.string().nullable(),
  /** 0 good, 1 uncertain, 2 bad. Of a measured one the three stand where its tag is read. */
  quality: z.number().int().min(0).max(2),
  reason: z.enum(valueReasons).nullable(),
  /** The identifiers that the reason is about. */
  about: z.array(z.string()).readonly(),
  /** When it was entered, or the end of the cycle that it is computed over. */
  at: instant.nullable(),
  from: instant.nullable(),
  /** When it is computed next; null: of one that is not computed, or is not now. */
  nextAt: instant.nullable(),
  enteredBy: z.string().nullable(),
  formula: z.string().nullable(),
})
export type SceneValue = z.output<typeof sceneValue>

const one = z.strictObject({ id: objectId })
const policy = { roles: rolesFrom('operator'), scope: 'project' } as const

export const sceneRoutes = {
  /** The variables of a scene with what they are now. */
  'scene.values': defineRoute({ method: 'GET', path: '/api/scene-values/:id', policy: { ...policy, permission: 'scada:variable:list' }, params: one, answer: z.array(sceneValue).readonly() }),
  /** Enters the value of a variable that is entered and may be written: a number, or a text of 200 characters at most, by its type. */
  'variable.enter': defineRoute({
    method: 'POST', path: '/api/variable-values/:id', policy: { ...policy, permission: 'scada:variable:enter' }, params: one,
    body: z.strictObject({ value: z.union([z.number(), z.string().max(200)]) }), answer: sceneValue,
  }),
}
