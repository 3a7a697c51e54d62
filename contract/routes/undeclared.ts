import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import { limits } from '../limits.ts'
import { defineRoute } from './define.ts'
import { instant, definePage, pageQuery, plantName, searchText } from './fields.ts'

const managing = (action: string) =>
  ({ roles: rolesFrom('manager'), scope: 'project', permission: `platform:undeclaredDevice:${action}` }) as const
const writing = (action: string) =>
  ({ ...managing(action), limit: { perMinute: limits.http.writesPerMinute } }) as const
const several = z.strictObject({ project: plantName, devices: z.array(plantName).min(1).max(limits.undeclared.atOnce) })

const device = z.object({
  project: plantName,
  device: plantName,
  tags: z.number(),
  /** Null: seen before the server recorded first values. */
  firstSeenAt: instant.nullable(),
  lastValueAt: instant.nullable(),
  /** MQTT client that sent the first values. */
  publisher: z.string().nullable(),
  ignoredAt: instant.nullable(),
  ignoredBy: z.string().nullable(),
})
/** A device that sends values but is not declared. */
export type UndeclaredDevice = z.output<typeof device>

const quota = z.object({
  project: plantName,
  devices: z.number(),
  tags: z.number(),
  maxDevices: z.number(),
  maxTags: z.number(),
  /** Quota of one MQTT client. */
  maxDevicesOfClient: z.number(),
  maxTagsOfClient: z.number(),
  /** Dropped messages over the quota since server start, with the limit, device and client of the newest one. */
  dropped: z
    .object({
      count: z.number(),
      at: instant,
      limit: z.enum(['project', 'connection']),
      device: plantName,
      publisher: z.string(),
    })
    .nullable(),
})
/** Quota of undeclared devices and tags of a project, and its current use. */
export type UndeclaredQuota = z.output<typeof quota>

const tag = z.object({
  point: z.string(),
  at: instant.nullable(),
  value: z.number().nullable(),
  text: z.string().nullable(),
})
/** A tag of an undeclared device with its newest value: a number or a text. */
export type UndeclaredTag = z.output<typeof tag>

/** Undeclared devices: they send values but no row names them. Declared devices are missing here. */
export const undeclaredRoutes = {
  'undeclared.list': defineRoute({
    method: 'GET',
    path: '/api/undeclared-devices',
    policy: managing('list'),
    answer: definePage(device),
    query: z.strictObject({
      ...pageQuery,
      project: plantName.optional(),
      search: searchText.optional(),
      state: z.enum(['new', 'ignored']).default('new'),
    }),
  }),
  /** Quota usage by project. */
  'undeclared.quota': defineRoute({
    method: 'GET',
    path: '/api/undeclared-devices-quota',
    policy: managing('list'),
    query: z.strictObject({ project: plantName.optional() }),
    answer: z.array(quota).readonly(),
  }),
  'undeclared.tags': defineRoute({
    method: 'GET',
    path: '/api/undeclared-devices/:project/:device/tags',
    policy: managing('list'),
    params: z.strictObject({ project: plantName, device: plantName }),
    answer: z.array(tag).readonly(),
  }),
  /** Drops their messages until they are accepted again or declared. */
  'undeclared.ignore': defineRoute({
    method: 'POST',
    path: '/api/undeclared-devices/ignore',
    policy: writing('ignore'),
    body: several,
  }),
  'undeclared.accept': defineRoute({
    method: 'POST',
    path: '/api/undeclared-devices/accept',
    policy: writing('ignore'),
    body: several,
  }),
  /** Deletes their tags and the history of these. */
  'undeclared.remove': defineRoute({
    method: 'POST',
    path: '/api/undeclared-devices/remove',
    policy: writing('remove'),
    body: several,
    answer: z.object({ tags: z.number() }),
  }),
}
