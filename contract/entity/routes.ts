import * as z from 'zod'
import { rolesFrom } from '../access.ts'
import type { Policy, Role } from '../access.ts'
import { limits } from '../limits.ts'
import type { Route } from '../routes/define.ts'
import { defineRoute } from '../routes/define.ts'
import { instant, objectId, pageQuery, plantName, searchText } from '../routes/fields.ts'
import type { Entity, EntityAction } from './define.ts'
import { isTimeZone } from './timeZone.ts'
import { getPermission } from './define.ts'

const { entity: entityLimits } = limits

/** `read.ts` validates the values against the declaration; its problems name the field in both languages. */
const values = z.record(z.string().max(64), z.unknown())
const ids = z.array(objectId).min(1).max(entityLimits.atOnce)
const one = z.strictObject({ id: objectId })

const row = z.looseObject({
  id: objectId,
  revision: z.number(),
  project: z.string().optional(),
  createdAt: instant,
  createdBy: z.string(),
  updatedAt: instant,
  updatedBy: z.string(),
  titles: z.record(z.string(), z.string()),
})

/** `atLeast`: more rows than `total` match the conditions; counting stopped early. */
const listResponse = z.object({ rows: z.array(row).readonly(), total: z.number(), atLeast: z.boolean().optional() })

/**
 * `filter[status]=1`: a choice value, `true` or `false` for a flag, whether an instant has a value, the id of a
 * reference, or a text. Separate several values by commas. One of several texts may be empty: rows without a text.
 */
const listQuery = z.strictObject({
  ...pageQuery,
  project: plantName.optional(),
  search: searchText.optional(),
  sort: z
    .string()
    .regex(/^-?[A-Za-z][A-Za-z0-9]{0,63}$/, 'a field name; prefix it with - for descending order')
    .optional(),
  filter: z.record(z.string().max(64), z.string().max(2000)).optional(),
  /** A field of kind `instant`, or `createdAt` or `updatedAt`: returns only rows with `from` <= value < `to`. */
  since: z
    .string()
    .regex(/^[A-Za-z]\w{0,63}$/)
    .optional(),
  from: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .optional(),
  to: z
    .string()
    .regex(/^\d{1,16}$/)
    .transform(Number)
    .optional(),
})

/** An invalid cell of an import. `row` counts from 1 below the header. */
const cellFault = z.object({ row: z.number(), field: z.string(), words: z.object({ en: z.string(), zh: z.string() }) })

export const importStates = ['checked', 'running', 'done', 'stopped', 'failed'] as const
const importJob = z.object({
  id: objectId,
  entity: z.string(),
  state: z.enum(importStates),
  total: z.number(),
  done: z.number(),
  /** The first faults; `faultCount` is their total. Nothing is written while there is a fault. */
  faults: z.array(cellFault).readonly(),
  faultCount: z.number(),
  /**
   * Rows that could not be rolled back after a stop or a failure because other rows refer to them. `faults` lists them.
   */
  kept: z.number().optional(),
})
/** State and progress of a spreadsheet import. */
export type ImportJob = z.output<typeof importJob>
/** An invalid cell of an import with its message in both languages. */
export type CellFault = z.output<typeof cellFault>

const event = z.object({
  at: instant,
  who: z.string(),
  move: z.string(),
  from: z.union([z.string(), z.number()]),
  to: z.union([z.string(), z.number()]),
  values: z.record(z.string(), z.unknown()),
})
/** An executed transition, an entry of the row's history. */
export type RowEvent = z.output<typeof event>

/**
 * Returns the routes of one entity, keyed by the second part of their id (`list` for `cabinet.list`). Routes that the
 * declaration does not allow are missing: a log has no `create`.
 */
export function getEntityRoutes(entity: Entity): Readonly<Record<string, Route>> {
  const cached = routeCache.get(entity)
  if (cached) return cached
  const routes = createRoutes(entity)
  routeCache.set(entity, routes)
  return routes
}

/** Cached, because every row of a list looks up its routes. */
const routeCache = new WeakMap<Entity, Readonly<Record<string, Route>>>()

function createRoutes(entity: Entity): Readonly<Record<string, Route>> {
  const base = `/api/${entity.path}`
  const { read, write, remove } = entity.roles
  const policy = (role: Role, action: EntityAction, perMinute?: number): Policy => ({
    roles: rolesFrom(role),
    scope: entity.scope === 'project' ? 'project' : 'none',
    permission: getPermission(entity, action),
    ...(perMinute === undefined ? {} : { limit: { perMinute } }),
  })
  const writing = limits.http.writesPerMinute
  const routes: Record<string, Route> = {
    list: defineRoute({
      method: 'GET',
      path: base,
      policy: policy(read, 'list'),
      query: listQuery,
      answer: listResponse,
    }),
    /**
     * All rows of a listing, up to `limits.entity.exportRows`, for a spreadsheet. Rejects an empty result unless
     * `orNone` is set.
     */
    export: defineRoute({
      method: 'GET',
      path: `${base}/export`,
      policy: policy(read, 'export', 30),
      query: listQuery.omit({ page: true, pageSize: true }).extend({ orNone: z.literal('1').optional() }),
      answer: listResponse,
    }),
    /** Ids and titles of selectable rows, by search text or by ids. */
    options: defineRoute({
      method: 'GET',
      path: `${base}/options`,
      policy: policy(read, 'list'),
      query: z.strictObject({
        project: plantName.optional(),
        search: searchText.optional(),
        ids: z.string().max(4000).optional(),
      }),
      answer: z.array(z.object({ id: objectId, title: z.string(), project: z.string().optional() })).readonly(),
    }),
    read: defineRoute({ method: 'GET', path: `${base}/:id`, policy: policy(read, 'read'), params: one, answer: row }),
  }
  if (entity.lifecycle) {
    routes['events'] = defineRoute({
      method: 'GET',
      path: `${base}/:id/events`,
      policy: policy(read, 'read'),
      params: one,
      answer: z.array(event).readonly(),
    })
    for (const [name, move] of Object.entries(entity.lifecycle.moves)) {
      if (move.hidden) continue
      routes[name] = defineRoute({
        method: 'POST',
        path: `${base}/:id/${kebab(name)}`,
        policy: policy(move.role ?? write, name, writing),
        params: one,
        body: values,
        answer: row,
      })
    }
  }
  if (entity.origin === 'server') return routes
  return {
    ...routes,
    /** Entities with scope `project` require `project` beside the values. */
    create: defineRoute({
      method: 'POST',
      path: base,
      policy: policy(write, 'add', writing),
      bodyBytes: limits.entity.bodyBytes,
      body:
        entity.scope === 'project'
          ? z.strictObject({ project: plantName, values, overwrite: z.boolean().optional() })
          : z.strictObject({ values, overwrite: z.boolean().optional() }),
      answer: row,
    }),
    /** Changes the given fields only. `overwrite` allows taking over an existing binding. */
    update: defineRoute({
      method: 'PUT',
      path: `${base}/:id`,
      policy: policy(write, 'edit', writing),
      params: one,
      ifMatch: true,
      bodyBytes: limits.entity.bodyBytes,
      body: z.strictObject({ values, overwrite: z.boolean().optional() }),
      answer: row,
    }),
    /** Sets the same values in many rows, in one transaction. */
    updateMany: defineRoute({
      method: 'POST',
      path: `${base}/update`,
      policy: policy(write, 'edit', 60),
      bodyBytes: limits.entity.bodyBytes,
      body: z.strictObject({ ids, values, overwrite: z.boolean().optional() }),
      answer: z.object({ changed: z.number() }),
    }),
    remove: defineRoute({
      method: 'DELETE',
      path: `${base}/:id`,
      policy: policy(remove, 'remove', writing),
      params: one,
    }),
    removeMany: defineRoute({
      method: 'POST',
      path: `${base}/remove`,
      policy: policy(remove, 'remove', 60),
      bodyBytes: limits.entity.bodyBytes,
      body: z.strictObject({ ids }),
      answer: z.object({ removed: z.number() }),
    }),
    ...(entity.imports ? importRoutes(entity, base, policy(write, 'import', 60)) : {}),
  }
}

const cells = z
  .array(z.record(z.string().max(64), z.union([z.string().max(4000), z.number(), z.boolean(), z.null()])))
  .min(1)
  .max(entityLimits.importRows)
/** Time zone of the dates in the sheet, which contain no zone. Defaults to the project's. */
const zone = z.string().max(64).refine(isTimeZone, 'an IANA time zone such as Asia/Shanghai').optional()

/** Import bodies of entities with and without a project. */
export const importBodies = {
  project: z.strictObject({ project: plantName, rows: cells, zone }),
  none: z.strictObject({ rows: cells, zone }),
} as const

/**
 * Import in two steps: upload and check, then start or stop. Responses contain the progress. All rows are written or
 * none.
 */
function importRoutes(entity: Entity, base: string, policy: Policy): Record<string, Route> {
  return {
    importCheck: defineRoute({
      method: 'POST',
      path: `${base}/imports`,
      policy,
      bodyBytes: entityLimits.importBytes,
      body: importBodies[entity.scope === 'project' ? 'project' : 'none'],
      answer: importJob,
    }),
    importRead: defineRoute({
      method: 'GET',
      path: `${base}/imports/:id`,
      policy: { ...policy, limit: { perMinute: 600 } },
      params: one,
      answer: importJob,
    }),
    importStart: defineRoute({
      method: 'POST',
      path: `${base}/imports/:id/start`,
      policy,
      params: one,
      answer: importJob,
    }),
    importStop: defineRoute({
      method: 'POST',
      path: `${base}/imports/:id/stop`,
      policy,
      params: one,
      answer: importJob,
    }),
  }
}

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
