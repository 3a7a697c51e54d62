import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { objectId } from './fields.ts'

const policy = {
  roles: rolesFrom('operator'),
  scope: 'project',
  permission: 'lighting:energyData:list',
  limit: { perMinute: limits.command.perMinute },
} as const
const one = z.strictObject({ id: objectId })

/** Periods of the figures: today until the last full hour, or the last 7 or 30 complete days. */
export const figurePeriods = ['today', 'week', 'month'] as const
/** One of the periods. */
export type FigurePeriod = (typeof figurePeriods)[number]

/**
 * Figures of an area. Powers in W, lengths in m, energies in kWh, times in milliseconds since 1970; null if unknown.
 * `unrated`: lamps without a rated power. `length`: spacing times lamps. `expected`: rated power times the commanded
 * level; `knownShare`: part of the lamp hours whose level is known, 0 to 1. `source`: the meters that measure the area;
 * `isShared`: a cabinet also feeds other areas and counts by rated power; `isEstimated`: readings are estimated or missing.
 */
const areaFigures = z.object({
  luminaire: z.string().nullable(),
  lamps: z.number(),
  unrated: z.number(),
  power: z.number().nullable(),
  length: z.number().nullable(),
  powerPerMetre: z.number().nullable(),
  spacingToHeight: z.number().nullable(),
  from: z.number(),
  to: z.number(),
  expected: z.number().nullable(),
  knownShare: z.number(),
  measured: z.number().nullable(),
  source: z.enum(['lamps', 'loops', 'cabinets']).nullable(),
  isShared: z.boolean(),
  isEstimated: z.boolean(),
  steps: z.array(z.object({ at: z.number(), expected: z.number().nullable(), measured: z.number().nullable() })),
})
/** Installed power of an area, and its expected and measured energy. */
export type AreaFigures = z.output<typeof areaFigures>

/**
 * Figures of a tunnel. `stoppingDistance` in m, null without a design speed. `thresholds`: threshold zones of each tube,
 * 2 with two-way traffic. `power` in W of its luminaires, `carriageway` in m², `density` in W/m²; null if unknown.
 */
const tunnelFigures = z.object({
  stoppingDistance: z.number().nullable(),
  thresholds: z.number(),
  tubes: z.array(
    z.object({
      tube: z.enum(['left', 'right']),
      lamps: z.number(),
      unrated: z.number(),
      power: z.number().nullable(),
      length: z.number().nullable(),
      carriageway: z.number().nullable(),
      density: z.number().nullable(),
    }),
  ),
})
/** Stopping distance and installed lighting power of a tunnel. */
export type TunnelFigures = z.output<typeof tunnelFigures>

export const lightingFigureRoutes = {
  /** Installed power of an area, and its expected and measured energy in a period. */
  'area.figures': defineRoute({
    method: 'GET',
    path: '/api/area-lights/:id/figures',
    policy,
    params: one,
    query: z.strictObject({ period: z.enum(figurePeriods).default('week') }),
    answer: areaFigures,
  }),
  /** Stopping distance and installed lighting power of a tunnel. */
  'tunnel.figures': defineRoute({
    method: 'GET',
    path: '/api/tunnel-lights/:id/figures',
    policy,
    params: one,
    answer: tunnelFigures,
  }),
}
