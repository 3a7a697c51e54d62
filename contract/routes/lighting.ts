import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { objectId, plantName } from './fields.ts'

/** Requires the permission to command a single lamp. The rate limit is lower, because each call commands many lamps. */
const commandPolicy = {
  roles: rolesFrom('operator'),
  scope: 'project',
  permission: 'platform:command:send',
  limit: { perMinute: 60 },
} as const
const percent = z.number().min(0).max(100)
const one = z.strictObject({ id: objectId })

/**
 * `lamps`: lamps of the area that can be commanded. `refused`: lamps that were not commanded because they are offline,
 * disabled or lack the point. `guarded`: part of `refused`, protected by a component password, which area calls do not
 * accept; operate them individually.
 */
const areaResponse = z.object({ lamps: z.number(), refused: z.number(), guarded: z.number() })
/** Numbers of lamps of an area command. */
export type AreaCommandSummary = z.output<typeof areaResponse>

/** Command results of one call, counted by lamp. `failed`: rejected, timed out or not answered. */
const outcome = z.object({ lamps: z.number(), waiting: z.number(), obeyed: z.number(), failed: z.number() })
/** Progress of an area command, counted by lamp. The console polls it while results are pending. */
export type AreaOutcome = z.output<typeof outcome>

/** End and reason of a manual setting. `until`: milliseconds since 1970, null for the next point of the program. */
const manual = {
  until: z.number().nullable().optional(),
  reason: z.string().trim().max(limits.lighting.reasonLength).optional(),
}
const light = { dimming: percent.optional(), dimming2: percent.optional(), colorTemperature: percent.optional() }
const hasPart = ({ dimming, dimming2, colorTemperature }: z.output<z.ZodObject<typeof light>>): boolean =>
  dimming !== undefined || dimming2 !== undefined || colorTemperature !== undefined

/** A light in percent. */
const lightSetting = z.object({ ...light, dimming2: percent.nullish() })
/** A light in percent, of a program or a manual setting. `dimming2`: second head; null or absent: as the first. */
export type LightLevels = z.output<typeof lightSetting>

/**
 * What decides the level of a lamp or loop now. `rule`: the deciding rule. `follows`: its program, null without one.
 * `until`: end of the current step in milliseconds since 1970, null if daylight decides. `isByHand`: a manual command
 * overrides the program. `override`: who set it, why, and until when; `isHeld`: the program waits for that end.
 * `setting`: the level of the program, null if unknown. `next`: what follows and when.
 */
const programNow = z.object({
  rule: z.enum(['override', 'scene', 'linkage', 'timetable', 'default', 'sun', 'daylight', 'none']),
  follows: z.enum(['timetable', 'sun', 'daylight']).nullable(),
  until: z.number().nullable(),
  isByHand: z.boolean(),
  override: z
    .object({
      by: z.string(),
      reason: z.string(),
      scene: z.number().nullable(),
      until: z.number().nullable(),
      isHeld: z.boolean(),
    })
    .nullable(),
  setting: lightSetting.nullable(),
  next: z.object({ at: z.number(), setting: lightSetting }).nullable(),
})
/** Current program of a lamp or loop. */
export type ProgramNow = z.output<typeof programNow>
/** `isSent`: the command was sent to the device immediately. */
const resumed = z.object({ isProgrammed: z.boolean(), isSent: z.boolean() })
/** Response to ending the manual setting of a lamp or loop. `isProgrammed`: it follows a program again. */
export type Resumed = z.output<typeof resumed>

const readPolicy = {
  ...commandPolicy,
  permission: 'platform:command:read',
  limit: { perMinute: limits.command.perMinute },
} as const
const defineProgramRoute = (path: string) =>
  defineRoute({ method: 'GET', path: `/api/${path}/:id/program`, policy: readPolicy, params: one, answer: programNow })
const defineResumeRoute = (path: string) =>
  defineRoute({ method: 'POST', path: `/api/${path}/:id/resume`, policy: commandPolicy, params: one, answer: resumed })

/** Sets a lamp or loop manually, with an end and a reason. */
const defineOverrideRoute = (path: string) =>
  defineRoute({
    method: 'POST',
    path: `/api/${path}/:id/override`,
    policy: commandPolicy,
    idempotent: true,
    params: one,
    body: z.strictObject({ ...light, ...manual }).refine(hasPart, { path: ['dimming'], error: 'a level' }),
    answer: areaResponse,
  })

/** The facility of a device: the kind is its entity. */
const source = z.object({
  kind: z.enum(['cabinet', 'loop', 'pole', 'sensor', 'thirdParty']),
  id: z.string(),
  title: z.string(),
})
/** The facility that an alarm belongs to, used for the link from the alarm. */
export type AlarmSource = z.output<typeof source>

/** Reading of a sensor, with its name. Null if no sensor has a valid value. */
const sensorReading = z.object({ value: z.number(), sensor: z.string() }).nullable()

/**
 * Lighting control of a tunnel; null without a brightness strategy. `luminance`: outside, in cd/m². `flow`: vehicles
 * per hour and lane. `share`: brightness factor for this traffic, 0 to 1. `segments`: one per zone of the tunnel's
 * sections. `level`: percent, null before the first luminance reading. `sentAt`: milliseconds since 1970, null if no
 * lamp was commanded. `following`: lamps that follow the daylight. `byScene`: lamps excluded by their work mode.
 */
const tunnelLight = z
  .object({
    strategy: z.string(),
    luminance: sensorReading,
    flow: sensorReading,
    share: z.number(),
    segments: z.array(
      z.object({
        zone: z.enum(['th1', 'th2', 'tr1', 'tr2', 'in', 'ex']),
        level: z.number().nullable(),
        sentAt: z.number().nullable(),
        lamps: z.number(),
        following: z.number(),
        byScene: z.number(),
      }),
    ),
  })
  .nullable()
/** Current lighting control of a tunnel; null without a brightness strategy. */
export type TunnelLight = z.output<typeof tunnelLight>

export const lightingRoutes = {
  /** The facility of an alarm's device. Null if it no longer exists or the caller may not see it. */
  'alarm.source': defineRoute({
    method: 'GET',
    path: '/api/alarm-sources/:project/:device',
    policy: { roles: rolesFrom('operator'), scope: 'project', permission: 'lighting:alarm:list' },
    params: z.strictObject({ project: plantName, device: plantName }),
    answer: source.nullable(),
  }),
  /** Sets all lamps of an area manually until the next point of their program or a time. A dimming of 0 switches them off. */
  'area.set': defineRoute({
    method: 'POST',
    path: '/api/area-lights/:id/set',
    policy: commandPolicy,
    idempotent: true,
    params: one,
    answer: areaResponse,
    body: z.strictObject({ ...light, ...manual }).refine(hasPart, { path: ['dimming'], error: 'a level' }),
  }),
  /** Recalls a scene of the area's scene strategy by its number, from 1. */
  'area.scene': defineRoute({
    method: 'POST',
    path: '/api/area-lights/:id/scene',
    policy: commandPolicy,
    idempotent: true,
    params: one,
    body: z.strictObject({ scene: z.number().int().min(1).max(8), ...manual }),
    answer: areaResponse,
  }),
  /** Ends the manual setting; the area follows its program again. `isProgrammed`: the area has a program. */
  'area.resume': defineRoute({
    method: 'POST',
    path: '/api/area-lights/:id/resume',
    policy: commandPolicy,
    params: one,
    answer: z.object({ isProgrammed: z.boolean() }),
  }),
  /** The current lighting state of a tunnel. */
  'tunnel.light': defineRoute({
    method: 'GET',
    path: '/api/tunnel-lights/:id',
    policy: readPolicy,
    params: one,
    answer: tunnelLight,
  }),
  'pole.program': defineProgramRoute('pole-lights'),
  /** Ends the manual setting and sends the current program value to the lamp. */
  'pole.resume': defineResumeRoute('pole-lights'),
  'pole.override': defineOverrideRoute('pole-lights'),
  'loop.override': defineOverrideRoute('loop-lights'),
  'loop.program': defineProgramRoute('loop-lights'),
  'loop.resume': defineResumeRoute('loop-lights'),
  /** Results of the caller's own area command with this idempotency key. */
  'area.outcome': defineRoute({
    method: 'GET',
    path: '/api/area-lights/:id/outcomes/:key',
    policy: readPolicy,
    params: z.strictObject({ id: objectId, key: objectId }),
    answer: outcome,
  }),
}
