import * as z from 'zod'
import { rolesFrom, roles } from '../access.ts'
import { limits } from '../limits.ts'
import type { ServedFile } from './define.ts'
import { defineRoute } from './define.ts'
import {
  commandValue,
  componentId,
  componentPassword,
  instant,
  instantText,
  objectId,
  definePage,
  pageQuery,
  plantName,
  searchText,
  tagPath,
} from './fields.ts'

const reading = (permission: string) => ({ roles: rolesFrom('operator'), scope: 'project', permission }) as const

export const tag = z.object({
  path: tagPath,
  project: plantName,
  device: plantName,
  point: z.string(),
  unit: z.string(),
  kind: z.enum(['number', 'flag', 'text']),
  min: z.number().nullable(),
  max: z.number().nullable(),
  writable: z.boolean(),
  words: z.object({ en: z.string(), zh: z.string() }),
  /** Values that a command may have, with the names by which the device knows them. Absent: no list. */
  options: z
    .array(z.object({ value: z.union([z.number(), z.string()]), label: z.string() }))
    .readonly()
    .optional(),
  /** Display name of its device, if one exists and the caller may see it. Only in lists. */
  deviceName: z.string().optional(),
})
/** A tag of a plant: kind, unit, limits and labels. `path` is `project/device/point`. */
export type Tag = z.output<typeof tag>

export const commandStates = ['queued', 'sent', 'succeeded', 'failed', 'expired', 'unknown'] as const
/**
 * - queued: stored.
 * - sent: passed to the broker.
 * - succeeded, failed: acknowledged by the device.
 * - expired: not sent in time.
 * - unknown: sent without an acknowledgement, so it may have been executed. It is never resent automatically.
 */
export type CommandState = (typeof commandStates)[number]

export const command = z.object({
  id: objectId,
  tag: tagPath,
  value: z.union([z.number(), z.string()]),
  by: z.string(),
  state: z.enum(commandStates),
  createdAt: instant,
  expiresAt: instant,
  result: z.string().nullable(),
})
/** A command to a device with its delivery state. Times are in milliseconds since 1970. */
export type Command = z.output<typeof command>

/** History of a tag. `values` contains null where no valid value exists. */
export const curve = z.object({
  tag: tagPath,
  at: z.array(instant).readonly(),
  values: z.array(z.number().nullable()).readonly(),
})
/** History of one tag. Times are in milliseconds since 1970, in the same order as the values. */
export type Curve = z.output<typeof curve>

/** Statistics of a tag over a period. Numbers are null without values of good quality. */
const tagStatistics = z.object({
  tag: tagPath,
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** Mean of the stored values. */
  mean: z.number().nullable(),
  /** Mean weighted with the time that each value was valid. */
  timeMean: z.number().nullable(),
  /** Standard deviation of the stored values. Null also if an earlier version aggregated a part of the period. */
  deviation: z.number().nullable(),
  last: z.number().nullable(),
  lastAt: instant.nullable(),
  /** Number of stored values. `good`: number of those with good quality. */
  count: z.number(),
  good: z.number(),
  /** Data of the computation: stored values, minutes or hours. */
  basis: z.enum(['raw', 'minute', 'hour']),
})
/** Statistics of a tag over a period. */
export type TagStatistics = z.output<typeof tagStatistics>

const { history } = limits
const historySpan = {
  /** Separated by commas. */
  tags: z
    .string()
    .max(history.tags * 192)
    .transform((list) => list.split(','))
    .pipe(z.array(tagPath).min(1).max(history.tags)),
  from: instantText.optional(),
  to: instantText.optional(),
  /** Length before `to`, or before now. */
  spanMs: instantText.pipe(z.number().min(1).max(history.spanMs)).optional(),
}
const historyQuery = z
  .strictObject({
    ...historySpan,
    /** Approximate maximum number of values per tag. More stored values are downsampled. */
    points: z
      .union([
        z.number(),
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
      ])
      .pipe(z.number().int().min(2).max(history.maxPoints))
      .default(history.points),
    /** Downsampling: minimum and maximum of each interval, which preserves peaks, or the last value. */
    pick: z.enum(['range', 'last']).default('range'),
  })
  .refine(hasOneStart, { path: ['spanMs'], error: 'either from or spanMs' })
  .refine(isInOrder, { path: ['to'], error: 'after from, and not too far' })
const statisticsQuery = z
  .strictObject(historySpan)
  .refine(hasOneStart, { path: ['spanMs'], error: 'either from or spanMs' })
  .refine(isInOrder, { path: ['to'], error: 'after from, and not too far' })
const exportQuery = z
  .strictObject({ ...historySpan, level: z.enum(['raw', 'minute', 'hour']).default('raw') })
  .refine(hasOneStart, { path: ['spanMs'], error: 'either from or spanMs' })
  .refine(isInOrder, { path: ['to'], error: 'after from, and not too far' })

interface Span {
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly spanMs?: number | undefined
}
function hasOneStart({ from, spanMs }: Span): boolean {
  return (from === undefined) !== (spanMs === undefined)
}
function isInOrder({ from = 0, to = Infinity, spanMs }: Span): boolean {
  return spanMs !== undefined || (from < to && (to === Infinity || to - from <= history.spanMs))
}

/** `edition`: product variant of the project: street, tunnel or industry. `timeZone`: IANA name. */
const project = z.object({
  id: plantName,
  name: z.string(),
  edition: z.string(),
  timeZone: z.string(),
  role: z.enum(roles),
})
/** A project that the caller has access to, with the caller's role in it. */
export type Project = z.output<typeof project>

export const plantRoutes = {
  /** The caller's projects with the role held in each. */
  'project.granted': defineRoute({
    method: 'GET',
    path: '/api/granted-projects',
    policy: { roles: rolesFrom('operator'), scope: 'self' },
    answer: z.array(project).readonly(),
  }),
  'tag.list': defineRoute({
    method: 'GET',
    path: '/api/tags',
    policy: reading('platform:tag:list'),
    query: z.strictObject({
      ...pageQuery,
      project: plantName.optional(),
      search: searchText.optional(),
      writable: z.enum(['true', 'false']).optional(),
    }),
    answer: definePage(tag),
  }),
  /** Devices with tags with the display name of their facility or platform device. */
  'plant.devices': defineRoute({
    method: 'GET',
    path: '/api/plant-devices',
    policy: reading('platform:tag:list'),
    query: z.strictObject({ project: plantName, search: searchText.optional() }),
    answer: z.array(z.object({ device: plantName, name: z.string().nullable() })).readonly(),
  }),
  /** Omits tags of inaccessible projects. Unknown tags have no history. */
  'history.read': defineRoute({
    method: 'GET',
    path: '/api/history',
    policy: { ...reading('platform:history:read'), limit: { perMinute: history.perMinute } },
    query: historyQuery,
    answer: z.array(curve).readonly(),
  }),
  /** Extremes, means, standard deviation, last value and share of good quality of tags over a period. */
  'history.statistics': defineRoute({
    method: 'GET',
    path: '/api/history/statistics',
    policy: { ...reading('platform:history:read'), limit: { perMinute: history.perMinute } },
    query: statisticsQuery,
    answer: z.array(tagStatistics).readonly(),
  }),
  /**
   * Stored values as CSV: time (UTC), tag, value, quality and text. With level `minute` or `hour`: minimum, maximum,
   * mean, count and share of good quality.
   */
  'history.export': defineRoute({
    method: 'GET',
    path: '/api/history/export',
    policy: { ...reading('platform:history:read'), limit: { perMinute: history.exportsPerMinute } },
    blob: true,
    query: exportQuery,
    answer: z.custom<ServedFile>(),
  }),
  'command.send': defineRoute({
    method: 'POST',
    path: '/api/commands',
    idempotent: true,
    policy: { ...reading('platform:command:send'), limit: { perMinute: limits.command.perMinute } },
    /**
     * `value` is a number, 1 and 0 for on and off, or a text for points of kind `text`. For a point with `options`, it
     * may be the label of an option. `drawing` and `component` name the origin of the command; omit both for a command outside a drawing.
     * `componentPassword` is required if a component password protects the point.
     */
    body: z
      .strictObject({
        tag: tagPath,
        value: commandValue,
        drawing: objectId.optional(),
        component: componentId.optional(),
        componentPassword: componentPassword.optional(),
      })
      .refine(({ drawing, component }) => (drawing === undefined) === (component === undefined), {
        path: ['component'],
        error: 'drawing and component must be sent together',
      }),
    answer: command,
  }),
  'command.read': defineRoute({
    method: 'GET',
    path: '/api/commands/:id',
    policy: reading('platform:command:read'),
    params: z.strictObject({ id: objectId }),
    answer: command,
  }),
}
