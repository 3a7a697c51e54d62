import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { objectId, plantName } from './fields.ts'

/** Who may command a lamp may command the lamps of an area; fewer calls, for each is a command to many. */
const commanding = { roles: rolesFrom('operator'), scope: 'project', permission: 'platform:command:send', limit: { perMinute: 60 } } as const
const percent = z.number().min(0).max(100)
const one = z.strictObject({ id: objectId })

/**
 * How many lamps of the area take commands, and how many of them could not be asked: not reached, out of use, without such a point. `guarded`
 * of these are guarded by the password of a component of a drawing, which the call for an area does not take: they are operated one by one.
 */
const asked = z.object({ lamps: z.number(), refused: z.number(), guarded: z.number() })
export type AreaAsked = z.output<typeof asked>

/** What became of one call's commands, by lamps: `failed` refused, ran out of time or did not answer. */
const outcome = z.object({ lamps: z.number(), waiting: z.number(), obeyed: z.number(), failed: z.number() })
export type AreaOutcome = z.output<typeof outcome>

/** What a lamp or a loop follows by itself, null where nothing is bound to it; until when, in ms, null where the daylight decides; and whether somebody set it by hand meanwhile. */
const programNow = z.object({ follows: z.enum(['timetable', 'sun', 'daylight']).nullable(), until: z.number().nullable(), isByHand: z.boolean() })
export type ProgramNow = z.output<typeof programNow>
/** `isSent`: its device was told at once. */
const resumed = z.object({ isProgrammed: z.boolean(), isSent: z.boolean() })
export type Resumed = z.output<typeof resumed>

const looking = { ...commanding, permission: 'platform:command:read', limit: { perMinute: limits.command.perMinute } } as const
const programOf = (path: string) => defineRoute({ method: 'GET', path: `/api/${path}/:id/program`, policy: looking, params: one, answer: programNow })
const resumeOf = (path: string) => defineRoute({ method: 'POST', path: `/api/${path}/:id/resume`, policy: commanding, params: one, answer: resumed })

/** The facility that a device speaks for, by the entity whose row it is. */
const source = z.object({ kind: z.enum(['cabinet', 'loop', 'pole', 'sensor', 'thirdParty']), id: z.string(), title: z.string() })
export type AlarmSource = z.output<typeof source>

/** What a sensor says, with its name: null where none says anything that can be relied on. */
const ruled = z.object({ value: z.number(), sensor: z.string() }).nullable()

/**
 * What rules the light of a tunnel: the luminance outside in cd/m², the flow in vehicles an hour and lane, the share (0 to 1) of the brightness that it asks
 * for, and of each zone that its sections have the level in percent (null before the first look outside), when that was sent, in ms (null: to no lamp), how many lamps stand
 * there, how many of them follow the daylight, and how many do not for their work mode. Null where no brightness strategy is bound.
 */
const tunnelLight = z.object({
  strategy: z.string(), luminance: ruled, flow: ruled, share: z.number(),
  segments: z.array(z.object({ zone: z.enum(['th1', 'th2', 'tr1', 'tr2', 'in', 'ex']), level: z.number().nullable(), sentAt: z.number().nullable(), lamps: z.number(), following: z.number(), byScene: z.number() })),
}).nullable()
export type TunnelLight = z.output<typeof tunnelLight>

export const lightingRoutes = {
  /** What stands behind the device of an alarm: null where nothing does any more, or nothing that the caller may look at. */
  'alarm.source': defineRoute({
    method: 'GET', path: '/api/alarm-sources/:project/:device', policy: { roles: rolesFrom('operator'), scope: 'project', permission: 'lighting:alarm:list' },
    params: z.strictObject({ project: plantName, device: plantName }), answer: source.nullable(),
  }),
  /** Lights all lamps of an area by hand, until the next point of its program. Off is a dimming of 0. */
  'area.set': defineRoute({
    method: 'POST', path: '/api/area-lights/:id/set', policy: commanding, idempotent: true, params: one, answer: asked,
    body: z.strictObject({ dimming: percent.optional(), colorTemperature: percent.optional() })
      .refine(({ dimming, colorTemperature }) => dimming !== undefined || colorTemperature !== undefined, { path: ['dimming'], error: 'dimming or colorTemperature' }),
  }),
  /** Calls a scene of the area's scene strategy, by its number, from 1. */
  'area.scene': defineRoute({
    method: 'POST', path: '/api/area-lights/:id/scene', policy: commanding, idempotent: true, params: one, body: z.strictObject({ scene: z.number().int().min(1).max(8) }), answer: asked,
  }),
  /** Ends what was set by hand: the area follows its program again from now on. `isProgrammed`: it has one. */
  'area.resume': defineRoute({ method: 'POST', path: '/api/area-lights/:id/resume', policy: commanding, params: one, answer: z.object({ isProgrammed: z.boolean() }) }),
  /** What a tunnel is lit by now. */
  'tunnel.light': defineRoute({ method: 'GET', path: '/api/tunnel-lights/:id', policy: looking, params: one, answer: tunnelLight }),
  'pole.program': programOf('pole-lights'),
  /** Ends what was set by hand: the lamp is told what its program asks of it now. */
  'pole.resume': resumeOf('pole-lights'),
  'loop.program': programOf('loop-lights'),
  'loop.resume': resumeOf('loop-lights'),
  /** What became of the caller's own call with this idempotency key. */
  'area.outcome': defineRoute({
    method: 'GET', path: '/api/area-lights/:id/outcomes/:key', policy: looking,
    params: z.strictObject({ id: objectId, key: objectId }), answer: outcome,
  }),
}
